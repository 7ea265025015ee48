/** The board of a workspace: what counts, who leads, and how a new count begins. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { dayMs, opened, rowsOf, score, settings, viewer } from "../../kit/players/Boards.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("a leaderboard", (it) => {
  it.effect("is off until it is switched on, and says what it counts", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const defaults = {
        enabled: false,
        metric: { type: "coins_earned", key: null },
        period: "weekly",
        scope: "audience",
        max_entries: 100,
        tie_break: "first_to_reach",
        allow_opt_out: true,
        counting_since: null
      }
      assert.deepStrictEqual((yield* call("GET", settings)).body, defaults)
      const off = yield* call("GET", "/leaderboard")
      assert.deepStrictEqual(off.body, { data: [], meta: { total: 0, page: 1, limit: 20 }, board: null })
      const on = yield* call("PATCH", settings, { enabled: true, period: "monthly", max_entries: 5 })
      assert.deepInclude(on.body, { enabled: true, period: "monthly", max_entries: 5 })
      assert.isString(on.body.counting_since)
      const same = yield* call("PATCH", settings, { max_entries: null, tie_break: "shared_rank" })
      assert.deepStrictEqual(same.body, { ...on.body, max_entries: 100, tie_break: "shared_rank" })
      const other = yield* call("PATCH", settings, { enabled: null })
      assert.deepInclude(other.body, { enabled: false, counting_since: null })
    })
  )

  it.effect("refuses what is wrong, field by field", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const bad: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
        [{ max_entries: 0 }, ["max_entries"]],
        [{ max_entries: 1_001 }, ["max_entries"]],
        [{ period: "yearly" }, ["period"]],
        [{ metric: { type: "token_earned" } }, ["metric", "key"]],
        [{ metric: { type: "coins_earned", key: "xp" } }, ["metric", "key"]],
        [{ counting_since: null }, ["counting_since"]]
      ]
      for (const [body, path] of bad) {
        const refused = yield* call("PATCH", settings, body)
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [422, "validation_failed"], refused.text)
        assert.deepStrictEqual(refused.body.error.details.issues[0].path, path, refused.text)
      }
      for (const path of ["/leaderboard?period_key=2020-W01", "/leaderboard?period_key=soon", "/leaderboard?limit=0"]) {
        assert.strictEqual((yield* call("GET", path)).status, 422, path)
      }
      assert.strictEqual((yield* call("GET", "/leaderboard?audience=nobody")).body.error.code, "unknown_audience")
      assert.strictEqual((yield* call("GET", "/leaderboard?team_id=nobody")).status, 404)
    })
  )

  it.effect("sums what events bring, ranks it, and explains each part in the trace", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* opened()
      yield* score(tenant, "ada", 10)
      yield* score(tenant, "bob", 30)
      const event_id = yield* score(tenant, "ada", 25)
      // Worth nothing, and so not there.
      yield* score(tenant, "cyd", 0)
      const board = yield* call("GET", "/leaderboard")
      assert.deepStrictEqual(rowsOf(board), [
        [1, buddies[0], 35],
        [2, buddies[1], 30]
      ])
      assert.deepInclude(board.body.data[0], { percentile: 100, hidden: false, team_id: null })
      assert.deepInclude(board.body.data[1], { percentile: 50 })
      assert.deepInclude(board.body.board, { period: "weekly", scope: "audience" })
      const { rules } = (yield* call("GET", `/events/${event_id}/trace`)).body
      const row = rules.find(({ type }: { type: string }) => type === "leaderboard")
      assert.deepInclude(row, { key: "weekly", outcome: "fired" })
      assert.deepInclude(row.detail, { amount: 25, fold: "add", period_key: board.body.board.period_key })
    })
  )

  it.effect("takes back what a reversed event had brought, and counts a repeated one once", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* opened({}, ["ada"])
      const event = lesson("ada", { properties: { score: 40 } })
      for (const _ of [1, 2]) assert.strictEqual((yield* call("POST", "/events", event)).status, 200)
      yield* score(tenant, "ada", 2)
      assert.strictEqual((yield* call("GET", "/leaderboard?audience=default")).body.data[0].score, 42)
      const reversed = yield* call("POST", `/events/${event.event_id}/reverse`, {})
      assert.strictEqual(reversed.status, 200, reversed.text)
      const { widget } = yield* viewer(tenant, "ada")
      assert.strictEqual((yield* widget("GET", "/widget/leaderboard")).body.me.value, 2)
    })
  )

  it.effect("begins a new count from zero when what it counts changes", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* opened({}, ["ada"])
      const before = yield* score(tenant, "ada", 40)
      const { widget } = yield* viewer(tenant, "ada")
      const me = Effect.map(widget("GET", "/widget/leaderboard"), ({ body }) => body.me)
      assert.deepInclude(yield* me, { rank: 1, value: 40 })
      yield* call("PATCH", settings, { max_entries: 7, allow_opt_out: false })
      assert.deepInclude(yield* me, { rank: 1, value: 40 })
      yield* call("PATCH", settings, { metric: { type: "event_count", key: "lesson.completed" } })
      assert.isNull(yield* me)
      yield* score(tenant, "ada", 40)
      assert.deepInclude(yield* me, { rank: 1, value: 1 })
      // What an event brought to a count that is over stays there.
      assert.strictEqual((yield* call("POST", `/events/${before}/reverse`, {})).status, 200)
      assert.deepInclude(yield* me, { rank: 1, value: 1 })
      yield* call("PATCH", settings, { enabled: false })
      const off = yield* widget("GET", "/widget/leaderboard")
      assert.deepInclude(off.body, { leaderboard: null, me: null, league: null, total: 0 })
      assert.deepStrictEqual(off.body.entries, [])
    })
  )

  it.effect("counts an event in the period it occurred in, and keeps periods that are over", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* opened({ period: "daily" }, ["ada"])
      const before = new Date(Date.now() - dayMs).toISOString()
      yield* score(tenant, "ada", 5)
      yield* score(tenant, "ada", 9, { occurred_at: before })
      const { widget } = yield* viewer(tenant, "ada")
      const now = yield* widget("GET", "/widget/leaderboard")
      assert.deepInclude(now.body.me, { rank: 1, value: 5, rank_change: 0 })
      const past = yield* call("GET", `/leaderboard?period_key=${before.slice(0, 10)}`)
      assert.strictEqual(past.body.data[0].score, 9)
      assert.strictEqual(past.body.board.period_key, before.slice(0, 10))
    })
  )

  it.effect("leaves out who is on a test clock or told of the past, and says so", () =>
    Effect.gen(function* () {
      const { call } = (yield* opened({}, ["ada", "bob"])).tenant
      const skipped = Effect.fnUntraced(function* (event_id: string) {
        const { rules } = (yield* call("GET", `/events/${event_id}/trace`)).body
        const { outcome, reason } = rules.find(({ type }: { type: string }) => type === "leaderboard")
        return [outcome, reason]
      })
      const told = lesson("ada", { properties: { score: 4 } })
      const sent = yield* call("POST", "/events/batch", { mode: "backfill", events: [told] })
      assert.deepStrictEqual([sent.status, sent.body.accepted], [200, 1], sent.text)
      assert.deepStrictEqual(yield* skipped(told.event_id), ["skipped", "backfill"])
      const { key } = (yield* call("POST", "/auth/api-keys", { label: "test", mode: "test" })).body
      const clock = yield* call("POST", "/test/clocks", { user_ids: ["bob"] }, { key })
      assert.strictEqual(clock.status, 201, clock.text)
      const lived = lesson("bob", { properties: { score: 4 } })
      assert.strictEqual((yield* call("POST", "/events", lived)).status, 200)
      assert.deepStrictEqual(yield* skipped(lived.event_id), ["skipped", "test_clock"])
      assert.strictEqual((yield* call("GET", "/leaderboard")).body.meta.total, 0)
    })
  )

  it.effect("measures levels and streaks as they are, not as they add up", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      const { widget } = yield* viewer(tenant, "ada")
      const value = Effect.map(widget("GET", "/widget/leaderboard"), ({ body }) => body.me?.value ?? null)
      for (const [metric, scores] of [
        [{ type: "skill_level", key: "focus" }, [1, 1]],
        [{ type: "streak_current", key: "daily" }, [1, 1]],
        [{ type: "token_earned", key: "xp" }, [10, 20]],
        [{ type: "event_count", key: "lesson.completed" }, [1, 2]],
        [{ type: "token_earned", key: "nothing" }, [null, null]]
      ] as const) {
        yield* tenant.call("PATCH", settings, { enabled: true, metric })
        const seen: Array<number | null> = []
        for (const _ of scores) {
          yield* tenant.call("POST", "/events", lesson("ada"))
          seen.push(yield* value)
        }
        assert.isTrue(
          seen.every((one, at) => (scores[at] === null ? one === null : one! >= scores[at]!)),
          metric.type
        )
      }
    })
  )
})
