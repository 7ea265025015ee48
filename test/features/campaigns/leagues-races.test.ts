/** A season that closes while its players go on: what was accepted before counts, nothing after, nothing twice. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ended } from "../../kit/players/Eggs.ts"
import { begin, played, score, seasonsPath, standings } from "../../kit/players/Leagues.ts"
import { lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

layer(TestApp.shared, { excludeTestServices: true })("a season that is closed while it is played", (it) => {
  it.effect("counts each event before the fence and none after it, and says which", () =>
    Effect.gen(function* () {
      const users = ["a", "b", "c", "d", "e"]
      const { call, tenant } = yield* played(users)
      const { season_id } = yield* begin(tenant)
      for (const user of users) yield* score(tenant, user, 1)
      const events = Array.from({ length: 50 }, (_, n) =>
        lesson(users[n % users.length]!, { properties: { score: 1 } })
      )
      const sending = Effect.forEach(events, (event) => call("POST", "/events", event), { concurrency: 50 })
      const closing = Effect.forEach(
        Array.from({ length: 2 }, () => call("POST", `${seasonsPath}/${season_id}/force-close`, {})),
        (one) => one,
        { concurrency: 2 }
      )
      const [sent, closes] = yield* Effect.all([sending, closing], { concurrency: 2 })
      assert.isTrue(sent.every(({ status }) => status === 200))
      assert.deepStrictEqual(closes.map(({ status }) => status).sort(), [202, 409])
      const { body } = closes.find(({ status }) => status === 202)!
      assert.strictEqual((yield* ended(call, body.operation_id)).status, "completed")
      const traces = yield* Effect.forEach(events, ({ event_id }) => call("GET", `/events/${event_id}/trace`), {
        concurrency: 10
      })
      const counted = traces.filter(({ body: { rules } }) =>
        rules.some(
          ({ outcome, type }: { outcome: string; type: string }) => type === "league_season" && outcome === "fired"
        )
      )
      const results = yield* standings(tenant, season_id)
      const total = results.reduce((sum, one) => sum + one.score, 0)
      assert.strictEqual(total, users.length + counted.length)
    })
  )

  it.effect(
    "is closed while the board begins to count anew: each event counts once for each of them, or not at all",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const users = ["a", "b", "c", "d", "e"]
        const { call, tenant } = yield* played(users)
        const board = (body: object) => call("PATCH", "/customers/me/leaderboard-config", body)
        const metric = { type: "event_count", key: "lesson.completed" }
        assert.strictEqual((yield* board({ enabled: true, metric, scope: "tenant" })).status, 200)
        const { season_id } = yield* begin(tenant)
        for (const user of users) yield* score(tenant, user, 1)
        const events = Array.from({ length: 50 }, (_, n) =>
          lesson(users[n % users.length]!, { properties: { score: 1 } })
        )
        const periods = ["daily", "monthly", "all_time", "weekly"]
        const acts = events.flatMap((event, n) => [
          call("POST", "/events", event),
          ...(n % 10 === 5 ? [board({ period: periods[Math.floor(n / 10) % 4] })] : []),
          ...(n === 20 || n === 22 ? [call("POST", `${seasonsPath}/${season_id}/force-close`, {})] : [])
        ])
        const answers = yield* Effect.all(acts, { concurrency: 50 })
        assert.deepStrictEqual(
          answers
            .map(({ status }) => status)
            .filter((status) => status !== 200)
            .sort(),
          [202, 409]
        )
        const { body } = answers.find(({ status }) => status === 202)!
        assert.strictEqual((yield* ended(call, body.operation_id)).status, "completed")
        // What a trace says was counted stands in the score of that count, and nothing else does.
        const told = sql<{ readonly subject_id: string; readonly counted: number }>`
        SELECT told -> 3 ->> 0 AS subject_id, sum((told -> 3 ->> 2)::int)::int AS counted
        FROM events CROSS JOIN LATERAL json_array_elements(trace) AS told
        WHERE customer_id = ${tenant.customer_id}::uuid AND told ->> 0 IN ('leaderboard', 'league_season')
          AND told ->> 2 = 'fired'
        GROUP BY 1`
        const scored = sql<{ readonly subject_id: string; readonly score: number }>`
        SELECT subject_id, sum(score)::int AS score FROM campaign_scores
        WHERE customer_id = ${tenant.customer_id}::uuid GROUP BY 1`
        const counted = new Map((yield* told).map((row) => [row.subject_id, row.counted]))
        const scores = yield* scored
        assert.isAtLeast(scores.length, 2)
        for (const row of scores) assert.strictEqual(row.score, counted.get(row.subject_id), row.subject_id)
        const results = yield* standings(tenant, season_id)
        assert.strictEqual(
          results.reduce((sum, one) => sum + one.score, 0),
          counted.get(season_id)
        )
      })
  )

  it.effect("is closed by one of fifty who ask at once, and pays once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { buddies, call, tenant } = yield* played(["a"])
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "a", 5)
      const path = `${seasonsPath}/${season_id}/force-close`
      const answers = yield* Effect.forEach(Array(50).keys(), () => call("POST", path, {}), { concurrency: 50 })
      const [won, ...more] = answers.filter(({ status }) => status === 202)
      assert.isEmpty(more)
      for (const { body, status, text } of answers.filter((answer) => answer !== won)) {
        assert.deepStrictEqual(
          [status, body.error.code, body.error.details.to],
          [409, "invalid_transition", "closed"],
          text
        )
        assert.include(["closing", "closed"], body.error.details.from)
      }
      assert.strictEqual((yield* ended(call, won!.body.operation_id)).status, "completed")
      const closes = yield* call("GET", "/operations?type=season_close")
      assert.strictEqual(closes.body.meta.total, 1)
      const receipts = yield* sql`SELECT buddy_id, grant_key FROM campaign_receipts
        WHERE customer_id = ${tenant.customer_id}::uuid AND campaign_id = ${season_id}::uuid`
      assert.deepStrictEqual(receipts, [{ buddy_id: buddies[0]!, grant_key: "rank" }])
    })
  )

  it.effect("tells webhooks who moved and what it came to, once", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b"])
      const { bodies, heard, verifyAll } = yield* listening(tenant)
      const { season_id, starts_at } = yield* begin(tenant)
      yield* score(tenant, "a", 10)
      yield* score(tenant, "b", 20)
      const { body } = yield* call("POST", `${seasonsPath}/${season_id}/force-close`, {})
      assert.strictEqual((yield* ended(call, body.operation_id)).status, "completed")
      const closed = yield* heard("league.season_closed")
      assert.hasAllKeys(closed, [
        "season_id",
        "participants",
        "promoted",
        "demoted",
        "starts_at",
        "ends_at",
        "occurred_at"
      ])
      assert.deepInclude(closed, { season_id, participants: 2, promoted: 1, demoted: 0, starts_at })
      const { occurred_at, ...moved } = yield* heard("league.tier_changed")
      assert.isFalse(Number.isNaN(Date.parse(occurred_at)))
      const movement = { from_tier: "bronze", to_tier: "silver", rank: 1, movement: "promoted" }
      assert.deepStrictEqual(moved, { buddy_id: buddies[1]!, season_id, ...movement })
      assert.deepStrictEqual([bodies("league.season_closed").length, bodies("league.tier_changed").length], [1, 1])
      yield* verifyAll
    })
  )
})
