import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const workspace = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const held = Effect.gen(function* () {
    const count = Effect.fnUntraced(function* (path: string) {
      return (yield* tenant.call("GET", `${path}?user_id=player-0`)).body.data.length as number
    })
    return { eggs: yield* count("/eggs"), buddies: yield* count("/buddies") }
  })
  return { tenant, held }
})
const one = { eggs: 1, buddies: 1 }

layer(TestApp.shared, { excludeTestServices: true })("the demo player", (it) => {
  it.effect("is made once, however many ask at the same moment", () =>
    Effect.gen(function* () {
      const { held, tenant } = yield* workspace
      const asked = Effect.replicateEffect(tenant.call("POST", "/players/zero"), 20, { concurrency: "unbounded" })
      const answers = yield* asked
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.strictEqual(new Set(answers.map(({ body }) => body.buddy_id)).size, 1)
      assert.deepStrictEqual(yield* held, one)
    })
  )

  it.effect("is the one that a keyed request left hatching", () =>
    Effect.gen(function* () {
      const { held, tenant } = yield* workspace
      const keyed = yield* tenant.call("POST", "/players/zero", undefined, { headers: { "idempotency-key": "zero" } })
      assert.deepInclude(keyed.body, { exists: true, buddy_id: null })
      const plain = yield* tenant.call("POST", "/players/zero")
      assert.isString(plain.body.buddy_id)
      assert.deepStrictEqual(yield* held, one)
    })
  )

  it.effect("is the one the tenant hatched under that name", () =>
    Effect.gen(function* () {
      const { held, tenant } = yield* workspace
      const { buddy_id } = yield* hatch(tenant, "player-0")
      assert.strictEqual((yield* tenant.call("POST", "/players/zero")).body.buddy_id, buddy_id)
      assert.deepStrictEqual(yield* held, one)
    })
  )
})
