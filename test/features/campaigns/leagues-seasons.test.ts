/** A season: places in cohorts, the close and what follows from it, and what a player sees. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { publishableKey } from "../../kit/players/Dashboard.ts"
import { ended } from "../../kit/players/Eggs.ts"
import {
  at,
  begin,
  bronze,
  close,
  coinsOf,
  hourMs,
  played,
  root,
  score,
  seasonsPath,
  silver,
  standings
} from "../../kit/players/Leagues.ts"
import { lesson } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

interface Entry {
  readonly rank: number
  readonly value: number
  readonly is_me: boolean
}

layer(TestApp.shared, { excludeTestServices: true })("a season", (it) => {
  it.effect("places who scores in cohorts, in order of their first score", () =>
    Effect.gen(function* () {
      const users = ["a", "b", "c", "d", "e"]
      const { buddies, tenant } = yield* played(users)
      const { season_id } = yield* begin(tenant)
      for (const [index, user] of users.entries()) yield* score(tenant, user, 10 * (index + 1))
      yield* score(tenant, "a", 100, { occurred_at: at(-10 * hourMs) })
      yield* until(
        "all have a place",
        Effect.map(
          standings(tenant, season_id),
          (rows) => rows.length === 5 && rows.every((row) => row.cohort !== null)
        )
      )
      const rows = yield* standings(tenant, season_id)
      assert.deepStrictEqual(
        rows.map((row) => [row.cohort, row.rank, row.buddy_id, row.score, row.zone, row.to_tier]),
        [
          [1, 1, buddies[2]!, 30, "promote", "silver"],
          [1, 2, buddies[1]!, 20, "stay", "bronze"],
          [1, 3, buddies[0]!, 10, "stay", "bronze"],
          [2, 1, buddies[4]!, 50, "promote", "silver"],
          [2, 2, buddies[3]!, 40, "stay", "bronze"]
        ]
      )
      assert.deepInclude(rows[0]!, { tier_key: "bronze", reward_status: null })
      assert.strictEqual(rows[0]?.reward?.coins, 200)
      assert.strictEqual((yield* standings(tenant, season_id, "?cohort=2")).length, 2)
      assert.strictEqual((yield* standings(tenant, season_id, "?tier_key=silver")).length, 0)
      const [own] = yield* standings(tenant, season_id, `?buddy_id=${buddies[3]}`)
      assert.deepInclude(own!, { cohort: 2, rank: 2 })
      assert.strictEqual((yield* tenant.call("GET", `${seasonsPath}/${season_id}`)).body.participants, 5)
    })
  )

  it.effect("closes once: ranks, moves, pays, tells, and says what it came to", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b", "c"])
      const { season_id } = yield* begin(tenant)
      for (const [user, amount] of [
        ["a", 10],
        ["b", 30],
        ["c", 20]
      ] as const)
        yield* score(tenant, user, amount)
      yield* call("PATCH", `/buddies/${buddies[2]}/archive`)
      const { body: running } = yield* call("GET", `${seasonsPath}/${season_id}`)
      assert.strictEqual(running.participants, 2, "an archived buddy takes part in nothing")
      const path = `${seasonsPath}/${season_id}/force-close`
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => call("POST", path, {})),
        { concurrency: 10 }
      )
      const won = answers.filter(({ status }) => status === 202)
      assert.strictEqual(won.length, 1)
      for (const { body, status } of answers) {
        if (status !== 202) assert.deepInclude(body.error, { code: "invalid_transition" })
      }
      const cancelled = yield* call("POST", `/operations/${won[0]!.body.operation_id}/cancel`)
      assert.strictEqual(cancelled.body.error?.code, "operation_finished", cancelled.text)
      assert.strictEqual((yield* ended(call, won[0]!.body.operation_id)).status, "completed")
      const season = (yield* call("GET", `${seasonsPath}/${season_id}`)).body
      assert.deepInclude(season, { status: "closed", participants: 2 })
      assert.deepStrictEqual(season.result, { participants: 2, promoted: 1, demoted: 0, coins: 400, void: 0 })
      assert.deepStrictEqual([yield* coinsOf(tenant, buddies[1]!), yield* coinsOf(tenant, buddies[0]!)], [230, 210])
      const rows = yield* standings(tenant, season_id)
      assert.deepStrictEqual(
        rows.map((row) => [row.rank, row.buddy_id, row.zone, row.to_tier, row.reward_status]),
        [
          [1, buddies[1]!, "promote", "silver", "granted"],
          [2, buddies[0]!, "stay", "bronze", "granted"]
        ]
      )
      // Nothing counts any more, and rewards score nowhere.
      yield* score(tenant, "a", 500)
      assert.strictEqual((yield* standings(tenant, season_id, `?buddy_id=${buddies[0]}`))[0]?.score, 10)
      const sql = yield* SqlClient.SqlClient
      const best = yield* sql`
        SELECT tier_key, rank, buddy_id, score::int FROM league_champions
        WHERE customer_id = ${tenant.customer_id}::uuid ORDER BY rank`
      assert.deepStrictEqual(best, [
        { tier_key: "bronze", rank: 1, buddy_id: buddies[1], score: 30 },
        { tier_key: "bronze", rank: 2, buddy_id: buddies[0], score: 10 }
      ])
    })
  )

  it.effect("shows its scores until its ranks are written, for which it waits for the season before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { buddies, call, tenant } = yield* played(["a"])
      const first = yield* begin(tenant)
      yield* sql`UPDATE league_seasons SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
        WHERE customer_id = ${tenant.customer_id}::uuid`
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "a", 5)
      assert.strictEqual((yield* call("POST", `${seasonsPath}/${season_id}/force-close`, {})).status, 202)
      assert.strictEqual((yield* call("GET", `${seasonsPath}/${season_id}`)).body.status, "closing")
      const [only, ...others] = yield* standings(tenant, season_id)
      assert.deepInclude(only, { buddy_id: buddies[0]!, score: 5, cohort: null, rank: null })
      assert.isEmpty(others)
      yield* close(tenant, first.season_id)
    })
  )

  it.effect("lets a tier go in which nobody scores any more", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(["a"])
      const sql = yield* SqlClient.SqlClient
      // Nobody gets a place while the season before is not closed.
      const before = yield* begin(tenant)
      yield* sql`UPDATE league_seasons SET state = 'closing', starts_at = starts_at - interval '2 days',
          ends_at = ends_at - interval '2 days', finalizes_at = finalizes_at - interval '2 days'
        WHERE season_id = ${before.season_id}::uuid`
      yield* begin(tenant)
      const event = lesson("a", { properties: { score: 5 } })
      assert.strictEqual((yield* call("POST", "/events", event)).status, 200)
      const only = { tiers: [{ ...silver, order: 1 }] }
      assert.strictEqual((yield* call("PUT", `${root}/tiers`, only)).body.error?.code, "tier_in_use")
      assert.isBelow((yield* call("POST", `/events/${event.event_id}/reverse`, { reason: "error" })).status, 300)
      const gone = yield* call("PUT", `${root}/tiers`, only)
      assert.strictEqual(gone.status, 200, gone.text)
    })
  )

  it.effect("passes standings on: who rose plays higher, and who does not play falls", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b"], { finalize_delay_hours: 0 })
      const first = yield* begin(tenant)
      yield* score(tenant, "a", 10)
      yield* score(tenant, "b", 5)
      yield* close(tenant, first.season_id)
      const inUse = yield* call("PUT", `${root}/tiers`, { tiers: [bronze] })
      assert.strictEqual(inUse.body.error?.code, "tier_in_use")
      assert.deepStrictEqual(inUse.body.error?.details, { tier_key: "silver", buddies: 1 }, inUse.text)
      const second = yield* begin(tenant, { starts_at: at(0) })
      yield* score(tenant, "b", 5)
      const playing = yield* call("PUT", `${root}/tiers`, { tiers: [silver], moves: { bronze: "silver" } })
      assert.deepStrictEqual(playing.body.error?.details, { tier_key: "bronze", buddies: 1 }, playing.text)
      const result = yield* close(tenant, second.season_id)
      assert.deepInclude(result, { granted: 1, void: 0 })
      const rows = yield* standings(tenant, second.season_id)
      assert.deepStrictEqual(
        rows.map((row) => [row.buddy_id, row.cohort, row.rank, row.score, row.tier_key, row.to_tier]),
        [
          [buddies[1]!, 1, 1, 5, "bronze", "bronze"],
          [buddies[0]!, null, 0, 0, "silver", "bronze"]
        ]
      )
      const moved = yield* call("PUT", `${root}/tiers`, {
        tiers: [{ ...silver, order: 1 }],
        moves: { bronze: "silver" }
      })
      assert.strictEqual(moved.status, 200, moved.text)
      const sql = yield* SqlClient.SqlClient
      const tiers =
        yield* sql`SELECT DISTINCT tier_key FROM league_standings WHERE customer_id = ${tenant.customer_id}::uuid`
      assert.deepStrictEqual(tiers, [{ tier_key: "silver" }])
    })
  )

  it.effect("shows a player its cohort once it has a place, and the board when it asks", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b", "c"])
      yield* call("PATCH", "/customers/me/leaderboard-config", { enabled: true })
      const key = yield* mintSession(call, { buddy_id: buddies[0], user_id: "a", scopes: ["events:track"] })
      const widget = withToken(call, key)
      const { season_id } = yield* begin(tenant)
      const before = yield* widget("GET", "/widget/leaderboard?view=league")
      assert.deepInclude(before.body, { me: null, total: 0 })
      assert.deepInclude(before.body.league, { season_name: "Cup", tier_key: "bronze", tier_name: "Bronze" })
      yield* score(tenant, "a", 10)
      yield* score(tenant, "b", 30)
      // Not with the token: its reads of a minute are counted, and the minute does not pass.
      yield* until(
        "both have a place",
        Effect.map(
          standings(tenant, season_id),
          (rows) => rows.length === 2 && rows.every(({ cohort }) => cohort !== null)
        )
      )
      const asked_at = new Date().toISOString()
      const { body, headers } = yield* widget("GET", "/widget/leaderboard")
      assert.strictEqual(body.total, 2)
      assert.isAtLeast(Date.parse(body.leaderboard.as_of), Date.parse(asked_at))
      const known = { headers: { "if-none-match": headers.get("etag")! } }
      assert.strictEqual((yield* widget("GET", "/widget/leaderboard", undefined, known)).status, 304)
      assert.deepInclude(body.leaderboard, { period: "season", scope: "cohort" })
      assert.deepStrictEqual(body.me, { rank: 2, value: 10, rank_change: null })
      assert.deepInclude(body.league, { promote_rank: 1, demote_rank: null })
      assert.deepStrictEqual(
        body.entries.map((entry: Entry) => [entry.rank, entry.value, entry.is_me]),
        [
          [1, 30, false],
          [2, 10, true]
        ]
      )
      assert.isFalse(JSON.stringify(body).includes(buddies[1]!))
      const board = yield* widget("GET", "/widget/leaderboard?view=board")
      assert.deepInclude(board.body.leaderboard, { period: "weekly", scope: "audience" })
      assert.isNull(board.body.league)
      const other = withToken(call, yield* mintSession(call, { buddy_id: buddies[2], user_id: "c" }))
      assert.isNull((yield* other("GET", "/widget/leaderboard")).body.league)
      yield* call("PATCH", "/customers/me/leaderboard-config", { enabled: false })
      const without = (yield* other("GET", "/widget/leaderboard")).body
      assert.deepInclude(without, { me: null, total: 0, entries: [] })
      assert.deepInclude(without.league, { season_name: "Cup", tier_key: "bronze" })
      assert.isNull((yield* other("GET", "/widget/leaderboard?view=board")).body.leaderboard)
    })
  )

  it.effect("says what it has paid, also when that was counted before the last of it was", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(["a", "b"])
      const sql = yield* SqlClient.SqlClient
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "a", 2)
      yield* score(tenant, "b", 1)
      yield* close(tenant, season_id)
      const resultOf = Effect.map(call("GET", `${seasonsPath}/${season_id}`), ({ body }) => body.result)
      const result = yield* resultOf
      const ofSeason = sql`customer_id = ${tenant.customer_id}::uuid AND season_id = ${season_id}::uuid`
      yield* sql`UPDATE league_seasons SET state = 'closing', closed_at = NULL, result = NULL WHERE ${ofSeason}`
      const before = JSON.stringify({ ...result, coins: 200, void: 1 })
      yield* sql`UPDATE league_seasons SET state = 'closed', closed_at = now(), result = ${before}::jsonb
        WHERE ${ofSeason}`
      assert.deepStrictEqual(yield* resultOf, result)
      assert.deepInclude(result, { coins: 400, void: 0 })
    })
  )

  it.effect("shows pages that anybody may read no name of who hides on boards, nor to whom asks for it", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b"])
      const { season_id } = yield* begin(tenant)
      yield* score(tenant, "a", 2)
      yield* score(tenant, "b", 1)
      const hidden = yield* call("PATCH", `/buddies/${buddies[0]}/leaderboard`, { visible: false })
      assert.strictEqual(hidden.status, 200, hidden.text)
      const key = yield* publishableKey(tenant, ["leaderboard:read"])
      const page = (query = "") => withToken(call, key)("GET", `${seasonsPath}/${season_id}/standings${query}`)
      for (const when of ["while it runs", "once it is over"]) {
        const shown = yield* page()
        assert.notInclude(shown.text, buddies[0]!, when)
        const [first, second] = shown.body.data
        assert.deepInclude(first, { buddy_id: null, name: null, score: 2 }, when)
        assert.deepInclude(second, { buddy_id: buddies[1], score: 1 }, when)
        const asked = yield* page(`?buddy_id=${buddies[0]}`)
        assert.deepStrictEqual([asked.body.data, asked.body.meta.total], [[], 0], when)
        assert.strictEqual((yield* page(`?buddy_id=${buddies[1]}`)).body.meta.total, 1, when)
        assert.strictEqual((yield* standings(tenant, season_id))[0]!.buddy_id, buddies[0], when)
        if (when === "while it runs") yield* close(tenant, season_id)
      }
    })
  )
})
