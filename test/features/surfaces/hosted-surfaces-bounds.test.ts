/** What of hosted surfaces could grow without an end, or stand in each other's way. */
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { OpenSurfaces } from "../../../src/features/surfaces/hosted-surfaces/Service/OpenSurfaces.ts"
import { Tenants } from "../../../src/platform/auth/Tenants.ts"
import { CacheInvalidation } from "../../../src/platform/cluster/CacheInvalidation.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const base = "/customers/me/hosted-surfaces"

const stage = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, studyContent)
  const { call } = tenant
  const surface = (yield* call("POST", base, { name: `Lobby ${crypto.randomUUID()}` })).body
  const path = `${base}/${surface.hosted_surface_id}`
  const player = (yield* call("POST", `${path}/players`, { display_name: "Mia" })).body
  assert.strictEqual((yield* call("POST", `${path}/publish`)).status, 200)
  return { ...tenant, surface, path, player, door: `/public/hosted-surfaces/${surface.slug}/session` }
})

/** Somebody waits for a lock, with all it has locked before. */
const waiting = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  until(
    "somebody waits for a lock",
    Effect.map(
      sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      (found) => found.length > 0
    )
  )
)

layer(TestApp.layer(), { excludeTestServices: true })("the bounds of hosted surfaces", (it) => {
  it.effect("what a page may report names each type once", () =>
    Effect.gen(function* () {
      const { call, path } = yield* stage
      for (const [method, where] of [
        ["POST", base],
        ["PATCH", path]
      ] as const) {
        const refused = yield* call(method, where, { name: "Hall", event_types: ["ping", "ping"] })
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [422, "validation_failed"])
      }
    })
  )

  it.effect("a player stays in with the newest ten sessions", () =>
    Effect.gen(function* () {
      const { customer_id, door, player } = yield* stage
      const outside = (yield* TestApp).call
      const comeIn = (body: object) => outside("POST", door, body)
      const sessions: Array<{ readonly token: string; readonly refresh_token: string }> = []
      for (let time = 0; time < 12; time++) {
        const { body, status } = yield* comeIn({ qr_token: player.qr_url.split("#q=")[1] })
        assert.strictEqual(status, 201)
        sessions.push(body)
      }
      const seen = (token: string) =>
        Effect.map(outside("GET", "/widget/buddy", undefined, { key: token }), ({ status }) => status)
      const tokens = yield* Effect.forEach(sessions, ({ token }) => seen(token))
      assert.deepStrictEqual(tokens, [401, 401, ...Array.from({ length: 10 }, () => 200)])
      const refreshed = (place: number) =>
        Effect.map(comeIn({ refresh_token: sessions[place]!.refresh_token }), ({ status }) => status)
      assert.deepStrictEqual([yield* refreshed(1), yield* refreshed(2)], [401, 201])
      const sql = yield* SqlClient.SqlClient
      const kept = yield* sql`SELECT 1 FROM hosted_refreshes WHERE customer_id = ${customer_id}::uuid`
      assert.lengthOf(kept, 10)
    })
  )

  it.effect("a workspace that is slow to close a page keeps no other one from naming its own", () =>
    Effect.gen(function* () {
      const slow = yield* stage
      const other = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      const [held, free] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      // Its players are held by somebody: the unpublishing waits with everything it has locked.
      const holding = openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM hosted_surfaces WHERE customer_id = ${slow.customer_id}::uuid FOR UPDATE`
          yield* Deferred.succeed(held, undefined)
          yield* Deferred.await(free)
        })
      )
      const holder = yield* Effect.forkChild(Effect.orDie(holding))
      yield* Deferred.await(held)
      const closing = yield* Effect.forkChild(slow.call("POST", `${slow.path}/unpublish`))
      yield* waiting
      const made = yield* other.call("POST", base, { name: "Another" })
      assert.strictEqual(made.status, 201, made.text)
      yield* Deferred.succeed(free, undefined)
      yield* Fiber.join(holder)
      assert.strictEqual((yield* Fiber.join(closing)).status, 200)
    })
  )

  it.effect("one address goes to one of those who ask for it at once", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenants = yield* Effect.forEach(Array.from({ length: 4 }), () => app.tenant())
      const slug = `wanted-${crypto.randomUUID().slice(0, 8)}`
      const asked = yield* Effect.all(
        tenants.map(({ call }) => call("POST", base, { name: "Lobby", slug })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(asked.map(({ status }) => status).toSorted(), [201, 409, 409, 409])
    })
  )

  it.effect("a player that is disabled while its name is changed stays disabled", () =>
    Effect.gen(function* () {
      const { call, path, player } = yield* stage
      const { changing } = yield* duringChange(
        player.player_id,
        "disabled",
        call("PATCH", `${path}/players/${player.player_id}`, { display_name: "Ada" })
      )
      assert.strictEqual(changing.status, 200, changing.text)
      assert.deepInclude(changing.body, { display_name: "Ada", status: "disabled" })
    })
  )

  it.effect("a recipe that is run while its player is disabled takes no place", () =>
    Effect.gen(function* () {
      const { call, customer_id, path, player } = yield* stage
      yield* call("POST", `${path}/recipes`, { recipe_key: "r", name: "r", action: { type: "coins", amount: 1 } })
      const { changing } = yield* duringChange(
        player.player_id,
        "disabled",
        call("POST", `${path}/recipes/r/run`, { player_id: player.player_id })
      )
      assert.deepStrictEqual([changing.status, changing.body.error.code], [409, "player_disabled"])
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT 1 FROM hosted_runs WHERE customer_id = ${customer_id}::uuid`, 0)
    })
  )

  it.effect("two pages that take the same user at once lay one egg", () =>
    Effect.gen(function* () {
      const { call, customer_id, path } = yield* stage
      const other = (yield* call("POST", base, { name: `Hall ${crypto.randomUUID()}` })).body
      const body = { display_name: "Ada", user_id: "ada" }
      const added = yield* Effect.all(
        [path, `${base}/${other.hosted_surface_id}`].map((at) => call("POST", `${at}/players`, body)),
        { concurrency: 2 }
      )
      assert.deepStrictEqual(
        added.map(({ status }) => status),
        [201, 201]
      )
      const sql = yield* SqlClient.SqlClient
      const eggs = yield* sql`SELECT 1 FROM eggs WHERE customer_id = ${customer_id}::uuid AND user_id = 'ada'`
      assert.lengthOf(eggs, 1)
    })
  )

  it.effect("pages of others may send no codes", () =>
    Effect.gen(function* () {
      const { door, surface } = yield* stage
      const outside = (yield* TestApp).call
      const headers = { headers: { origin: "https://elsewhere.example" } }
      const asked = yield* outside("POST", door, { access_code: "222-222-222" }, headers)
      assert.isNull(asked.headers.get("access-control-allow-origin"))
      const flight = { ...headers.headers, "access-control-request-method": "POST" }
      const preflight = yield* outside("OPTIONS", door, undefined, { headers: flight })
      assert.isNull(preflight.headers.get("access-control-allow-origin"))
      const shown = yield* outside("GET", `/public/hosted-surfaces/${surface.slug}`, undefined, headers)
      assert.strictEqual(shown.headers.get("access-control-allow-origin"), "https://elsewhere.example")
    })
  )

  it.effect("a page that is taken back is closed on every node, whatever that remembers", () =>
    Effect.gen(function* () {
      const { call, path, surface } = yield* stage
      const node = yield* Layer.build(
        Layer.fresh(
          OpenSurfaces.layer.pipe(Layer.provide(Tenants.layer), Layer.provide(Layer.fresh(CacheInvalidation.layer)))
        )
      )
      const { find } = Context.get(node, OpenSurfaces)
      const isOpen = Effect.map(find(surface.slug), Option.isSome)
      assert.isTrue(yield* isOpen)
      assert.isTrue(yield* isOpen, "from memory")
      assert.strictEqual((yield* call("POST", `${path}/unpublish`)).status, 200)
      // Its memory would hold for thirty seconds.
      yield* until(
        "the other node has heard of it",
        Effect.map(isOpen, (open) => !open)
      )
    })
  )
})

/** Something that begins while somebody gives the player another status, and goes on when that is committed. */
const duringChange = <A, E, R>(player_id: string, status: string, change: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [held, free] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const holding = openEnded(sql)(
      Effect.gen(function* () {
        yield* sql`UPDATE hosted_players SET status = ${status} WHERE player_id = ${player_id}::uuid`
        yield* Deferred.succeed(held, undefined)
        yield* Deferred.await(free)
      })
    )
    const holder = yield* Effect.forkChild(Effect.orDie(holding))
    yield* Deferred.await(held)
    const fiber = yield* Effect.forkChild(change)
    yield* waiting
    yield* Deferred.succeed(free, undefined)
    yield* Fiber.join(holder)
    return { changing: yield* Fiber.join(fiber) }
  })
