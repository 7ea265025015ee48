/** Players who go to live on a test clock while a season runs: it knows only the present. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { begin, close, coinsOf, played, score, seasonsPath, standings } from "../../kit/players/Leagues.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.shared, { excludeTestServices: true })("a season", (it) => {
  it.effect("ranks nobody who lives on a test clock, whatever it had scored before", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b", "c"])
      const [a, b, c] = buddies as [string, string, string]
      const sql = yield* SqlClient.SqlClient
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "a", 30)
      yield* score(tenant, "b", 20)
      // A season ago it rose; now it does not play, since it cannot.
      yield* sql`INSERT INTO league_standings (customer_id, buddy_id, tier_key, updated_at)
        VALUES (${tenant.customer_id}::uuid, ${c}::uuid, 'silver', now())`
      const placed = Effect.map(standings(tenant, season_id), (rows) => rows.filter(({ cohort }) => cohort !== null))
      yield* until(
        "both have a place",
        Effect.map(placed, (rows) => rows.length === 2)
      )
      const clock = yield* call("POST", "/test/clocks", { name: "Trip", user_ids: ["a", "c"] })
      assert.strictEqual(clock.status, 201, clock.text)
      const ranks = Effect.map(standings(tenant, season_id), (rows) =>
        rows.map(({ buddy_id, rank, zone }) => [buddy_id, rank, zone])
      )
      assert.deepStrictEqual(yield* ranks, [[b, 1, "stay"]])
      const participants = Effect.map(call("GET", `${seasonsPath}/${season_id}`), ({ body }) => body.participants)
      assert.strictEqual(yield* participants, 1)
      yield* close(tenant, season_id)
      assert.strictEqual(yield* participants, 1)
      assert.deepStrictEqual(yield* ranks, [[b, 1, "stay"]])
      assert.deepStrictEqual([yield* coinsOf(tenant, a), yield* coinsOf(tenant, b)], [30, 220])
    })
  )

  it.effect("tells a player there of no score, as if it waited for a place that it cannot get", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a"])
      const buddy_id = buddies[0]!
      const token = yield* mintSession(call, { buddy_id, user_id: "a", scopes: ["read"] })
      const sql = yield* SqlClient.SqlClient
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "a", 30)
      const clock = yield* call("POST", "/test/clocks", { name: "Trip", user_ids: ["a"] })
      assert.strictEqual(clock.status, 201, clock.text)
      // It may have got a place before it left; from then on nobody gives it one.
      yield* sql`DELETE FROM league_members
        WHERE customer_id = ${tenant.customer_id}::uuid AND season_id = ${season_id}::uuid`
      const { body } = yield* withToken(call, token)("GET", "/widget/leaderboard?view=league")
      assert.deepInclude(body, { total: 0, me: null, entries: [] })
    })
  )
})
