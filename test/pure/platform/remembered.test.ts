/** What is kept in memory of answers for anybody: how old it says it is, who pays for a look, and what makes room. */
import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { CacheInvalidation, type Change } from "../../../src/platform/cluster/CacheInvalidation.ts"
import { remembered } from "../../../src/platform/cluster/Remembered.ts"
import { asker } from "../../../src/platform/requests/FairPlaces.ts"
import { Shelf } from "../../../src/platform/requests/Shelf.ts"
import { narrowed } from "../../../src/platform/sso/IdentityProviders.ts"
import { CurrentRequest, emptyRequest } from "../../../src/wire/CurrentRequest.ts"

const stage = Effect.gen(function* () {
  let tell: (change: Change) => void = () => {}
  const changes = Layer.succeed(CacheInvalidation, {
    publish: () => Effect.void,
    subscribe: (listener) => void (tell = listener)
  })
  const context = yield* Layer.build(changes)
  const make = <A extends { readonly customer_id: string }>(load: (key: string) => Effect.Effect<Option.Option<A>>) =>
    Effect.provide(remembered({ capacity: 2, ttl_ms: 30_000, load }), context as Context.Context<CacheInvalidation>)
  const from = (address: string) => emptyRequest("r", address)
  const as = (request: ReturnType<typeof from>) => Effect.provideService(CurrentRequest, request)
  return { make, from, as, tell: (change: Change) => tell(change) }
})

describe("what is remembered", () => {
  it.effect("says how old it is, also where it was made of something that was remembered", () =>
    Effect.gen(function* () {
      const { as, from, make } = yield* stage
      const inner = yield* make(() => Effect.succeedSome({ customer_id: "" }))
      const outer = yield* make(() => inner("x"))
      const ageOf = (look: Effect.Effect<unknown>) => {
        const request = from("192.0.2.1")
        return Effect.as(as(request)(look), request).pipe(Effect.map(({ age_ms }) => age_ms))
      }
      assert.strictEqual(yield* ageOf(inner("x")), 0)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* ageOf(inner("x")), 10_000)
      assert.strictEqual(yield* ageOf(outer("y")), 10_000)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* ageOf(outer("y")), 15_000)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* ageOf(inner("x")), 0)
    })
  )

  it.effect("is looked up at the cost of whoever asked first, and told to whoever asks after news", () =>
    Effect.gen(function* () {
      const { as, from, make, tell } = yield* stage
      const askers: Array<string | undefined> = []
      const look = yield* make(() =>
        Effect.map(asker, (who) => {
          askers.push(who)
          return Option.some({ customer_id: "c" })
        })
      )
      for (const address of ["192.0.2.1", "192.0.2.2"]) yield* as(from(address))(look("x"))
      tell({ _tag: "Tenant", customer_id: "other" })
      yield* as(from("192.0.2.3"))(look("x"))
      assert.deepStrictEqual(askers, ["address 192.0.2.1"])
      tell({ _tag: "Tenant", customer_id: "c" })
      yield* as(from("192.0.2.4"))(look("x"))
      assert.deepStrictEqual(askers, ["address 192.0.2.1", "address 192.0.2.4"])
    })
  )
})

describe("news of a tenant", () => {
  it.effect("take what is remembered of it, wherever it was kept, and nothing of others", () =>
    Effect.gen(function* () {
      const { make, tell } = yield* stage
      const asked: Array<string> = []
      const look = yield* make((key) => {
        asked.push(key)
        return Effect.succeedSome({ customer_id: key.slice(0, 1), key })
      })
      const ask = (...keys: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          asked.length = 0
          for (const key of keys) assert.strictEqual(Option.getOrThrow(yield* look(key)).key, key)
          return asked.join(" ")
        })
      assert.strictEqual(yield* ask("a1", "b1", "a1", "b1"), "a1 b1")
      tell({ _tag: "Tenant", customer_id: "a" })
      assert.strictEqual(yield* ask("b1", "a1"), "a1")
      // b1 makes room, and is its tenant's again when it comes back
      assert.strictEqual(yield* ask("a2", "b1"), "a2 b1")
      tell({ _tag: "Tenant", customer_id: "b" })
      assert.strictEqual(yield* ask("a2", "b1"), "b1")
      tell({ _tag: "Tenant", customer_id: "c" })
      assert.strictEqual(yield* ask("a2", "b1"), "")
      tell({ _tag: "Everything" })
      assert.strictEqual(yield* ask("a2", "b1"), "a2 b1")
      tell({ _tag: "Tenant", customer_id: "a" })
      assert.strictEqual(yield* ask("b1", "a2"), "a2")
    })
  )
})

describe("a shelf", () => {
  it("gives up what nobody asked for the longest, and nothing else", () => {
    const shelf = new Shelf<number>(3)
    for (const [at, key] of ["a", "b", "c"].entries()) shelf.set(key, at)
    assert.strictEqual(shelf.get("a"), 0)
    shelf.set("d", 3)
    assert.deepStrictEqual(
      ["a", "b", "c", "d"].map((key) => shelf.get(key)),
      [0, undefined, 2, 3]
    )
    shelf.set("d", 4)
    assert.deepStrictEqual([shelf.get("a"), shelf.get("d")], [0, 4])
    shelf.delete("d")
    assert.deepStrictEqual([shelf.get("c"), shelf.get("d")], [2, undefined])
  })
})

describe("what a provider says of itself", () => {
  it("is kept as far as signing in goes by it, and without algorithms nobody may use", () => {
    const kept = narrowed({
      issuer: "https://id.example",
      jwks_uri: "https://id.example/keys",
      token_endpoint: "https://id.example/token",
      id_token_signing_alg_values_supported: ["none", "HS256", "RS256", "ES256"],
      claims_supported: ["sub", "x".repeat(100_000)],
      registration_endpoint: "https://id.example/register"
    } as never)
    assert.deepStrictEqual({ ...kept }, {
      issuer: "https://id.example",
      jwks_uri: "https://id.example/keys",
      token_endpoint: "https://id.example/token",
      id_token_signing_alg_values_supported: ["RS256", "ES256"]
    } as never)
    assert.deepStrictEqual(narrowed({ issuer: "https://id.example" } as never).id_token_signing_alg_values_supported, [
      "RS256"
    ])
  })
})
