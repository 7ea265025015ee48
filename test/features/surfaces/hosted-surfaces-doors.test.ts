/** When the door of a hosted surface is shut: for whoever tried too often, and for all once its plan is lost. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { planned } from "../../kit/surfaces/Planned.ts"

const base = "/customers/me/hosted-surfaces"

const stage = Effect.gen(function* () {
  const app = yield* TestApp
  const tenant = yield* app.tenant()
  yield* publish(tenant, studyContent)
  const surface = (yield* tenant.call("POST", base, { name: `Lobby ${tenant.customer_id}` })).body
  const path = `${base}/${surface.hosted_surface_id}`
  const player = (yield* tenant.call("POST", `${path}/players`, { display_name: "Mia" })).body
  assert.strictEqual((yield* tenant.call("POST", `${path}/publish`)).status, 200)
  const page = `/public/hosted-surfaces/${surface.slug}`
  const comeIn = (body: object) => app.call("POST", `${page}/session`, body)
  const seen = Effect.all([
    Effect.map(app.call("GET", page), ({ status }) => status),
    Effect.map(app.call("GET", `root:/s/${surface.slug}`), ({ status }) => status)
  ])
  return { ...tenant, path, player, comeIn, seen }
})

layer(TestApp.shared, { excludeTestServices: true })("the door of a hosted surface", (it) => {
  it.effect("opens again when the time is over that began with the first wrong try, also after the last", () =>
    Effect.gen(function* () {
      const { comeIn, customer_id, player } = yield* stage
      const wrong = { access_code: "222-222-222" }
      assert.strictEqual((yield* comeIn(wrong)).status, 401)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE hosted_addresses SET window_ends_at = now() + interval '5 minutes', failures = 9
        WHERE customer_id = ${customer_id}::uuid`
      assert.strictEqual((yield* comeIn(wrong)).status, 401)
      const shut = yield* comeIn({ access_code: player.access_code })
      assert.strictEqual(shut.status, 429)
      assert.isAtMost(Number(shut.headers.get("retry-after")), 300)
    })
  )

  it.effect("says that the only buddy of a player is archived, and not for ever that it has not hatched", () =>
    Effect.gen(function* () {
      const { call, comeIn, path, player } = yield* stage
      const gift = { recipe_key: "gift", name: "Gift", action: { type: "coins", amount: 1 } }
      assert.strictEqual((yield* call("POST", `${path}/recipes`, gift)).status, 201)
      assert.strictEqual((yield* call("PATCH", `/buddies/${player.buddy_id}/archive`)).status, 200)
      const refusals = [
        yield* comeIn({ access_code: player.access_code }),
        yield* call("POST", `${path}/recipes/gift/run`, { player_id: player.player_id })
      ]
      for (const { body, status } of refusals)
        assert.deepStrictEqual([status, body.error.code], [409, "buddy_archived"])
      // Another egg of theirs is under way.
      assert.strictEqual((yield* call("POST", "/eggs", { user_id: player.user_id })).status, 201)
      const waits = yield* comeIn({ access_code: player.access_code })
      assert.deepStrictEqual([waits.status, waits.body.error.code], [409, "player_not_ready"])
    })
  )

  it.effect("is nowhere once its plan is lost, and back with it", () =>
    Effect.gen(function* () {
      const { comeIn, customer_id, player, seen } = yield* stage
      for (const [plan, expected, entered] of [
        ["enterprise", 200, 201],
        ["free", 404, 404],
        ["enterprise", 200, 201]
      ] as const) {
        yield* planned(customer_id, plan)
        yield* until(
          `its pages answer ${expected}`,
          Effect.map(seen, (found) => found.every((status) => status === expected))
        )
        assert.strictEqual((yield* comeIn({ access_code: player.access_code })).status, entered)
      }
    })
  )
})

// Of its own: an address has so many posts a minute.
layer(TestApp.layer(), { excludeTestServices: true })("a crowd at the door of a hosted surface", (it) => {
  it.effect("is let in at once where it comes from one address", () =>
    Effect.gen(function* () {
      const { comeIn, player } = yield* stage
      const class_size = 25
      const answers = yield* Effect.all(
        Array.from({ length: class_size }, () => comeIn({ access_code: player.access_code })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        Array(class_size).fill(201)
      )
    })
  )

  it.effect("closes it with wrong cards as with wrong codes, and not for pages that were in", () =>
    Effect.gen(function* () {
      const { comeIn, player } = yield* stage
      const qr_token = player.qr_url.split("#q=")[1]
      const { refresh_token } = (yield* comeIn({ qr_token })).body
      const wrong = yield* Effect.all(
        Array.from({ length: 12 }, (_, at) => comeIn({ qr_token: String.fromCharCode(97 + at).repeat(43) })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(wrong.map(({ status }) => status).toSorted(), [...Array(10).fill(401), 429, 429])
      assert.strictEqual((yield* comeIn({ qr_token })).status, 429)
      assert.strictEqual((yield* comeIn({ access_code: player.access_code })).status, 429)
      assert.strictEqual((yield* comeIn({ refresh_token })).status, 201)
    })
  )

  it.effect("holds one connection, however many try it", () =>
    Effect.gen(function* () {
      const { comeIn, customer_id, seen } = yield* stage
      const sql = yield* SqlClient.SqlClient
      const wrong = { access_code: "222-222-222" }
      assert.strictEqual((yield* comeIn(wrong)).status, 401)
      const waiting = Effect.gen(function* () {
        yield* sql`SELECT pg_stat_clear_snapshot()`
        const found = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return found[0]!.n
      })
      const tries = yield* openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM hosted_addresses WHERE customer_id = ${customer_id}::uuid FOR UPDATE`
          const all = Array.from({ length: 8 }, () => comeIn(wrong))
          const sent = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
          yield* until(
            "one of them is at the door",
            Effect.map(waiting, (n) => n > 0)
          )
          // What is asked after them is answered, so all of them have been read.
          for (let look = 0; look < 10; look++) assert.deepStrictEqual(yield* seen, [200, 200])
          assert.strictEqual(yield* waiting, 1)
          return sent
        })
      )
      assert.deepStrictEqual(
        (yield* Fiber.join(tries)).map(({ status }) => status),
        Array(8).fill(401)
      )
    })
  )

  it.effect("goes on for who played before there was a second audience, where the page names none", () =>
    Effect.gen(function* () {
      const { call, comeIn, path, player } = yield* stage
      const audiences = [{ key: "default" }, { key: "parents" }]
      const more = yield* call("PATCH", "/customers/me/audiences", { audiences })
      assert.strictEqual(more.status, 200, more.text)
      const session = yield* comeIn({ access_code: player.access_code })
      assert.strictEqual(session.status, 201, session.text)
      assert.strictEqual(session.body.buddy_id, (yield* call("GET", `${path}/players`)).body.data[0].buddy_id)
      // Whoever is new would have to be told which audience is meant.
      assert.strictEqual((yield* call("POST", `${path}/players`, { display_name: "Tom" })).status, 400)
    })
  )
})
