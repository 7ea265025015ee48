/** A season is played on the record: what it would have come to, with nothing written and nobody paid. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fingerprint } from "../../kit/contract/Fingerprint.ts"
import { ended } from "../../kit/players/Eggs.ts"
import {
  at,
  begin,
  bronze,
  close,
  dayMs,
  hourMs,
  played,
  score,
  seasonsPath,
  silver
} from "../../kit/players/Leagues.ts"
import { lesson } from "../../kit/players/players.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const lastDay = () => ({ from: at(-dayMs), to: at(hourMs) })

const simulate = Effect.fnUntraced(function* (call: Call, body: Readonly<Record<string, unknown>>) {
  const started = yield* call("POST", `${seasonsPath}/simulate`, body)
  assert.deepStrictEqual([started.status, started.body.status], [202, "pending"], started.text)
  const operation = yield* ended(call, started.body.operation_id)
  assert.deepStrictEqual([operation.type, operation.status], ["season_simulation", "completed"])
  return operation
})

const none = { coins: 0, tokens: {} }

layer(TestApp.shared, { excludeTestServices: true })("a simulated season", (test) => {
  test.effect("counts what occurred in the window, fills cohorts, and comes to moves, cost and a spread", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(["a", "b", "c", "d"])
      yield* score(tenant, "a", 10)
      yield* score(tenant, "a", 20)
      yield* score(tenant, "b", 20)
      yield* score(tenant, "c", 10)
      yield* score(tenant, "d", 5)
      const taken = lesson("b", { properties: { score: 500 } })
      assert.strictEqual((yield* call("POST", "/events", taken)).status, 200)
      assert.strictEqual((yield* call("POST", `/events/${taken.event_id}/reverse`, {})).status, 200)
      yield* score(tenant, "c", 700, { occurred_at: at(-2 * dayMs) })
      const past = { mode: "backfill", events: [lesson("d", { properties: { score: 900 } })] }
      assert.strictEqual((yield* call("POST", "/events/batch", past)).status, 200)
      yield* score(tenant, "nobody", 40)
      const { audit_log: _asked, operations: _before, ...before } = yield* fingerprint(tenant.customer_id)
      const window = lastDay()
      const { progress, result } = yield* simulate(call, window)
      assert.deepStrictEqual(progress, { events: 5, of: 5 })
      assert.deepStrictEqual(result, {
        from: window.from,
        to: window.to,
        metric: { type: "coins_earned", key: null },
        events: { played: 5, is_complete: true },
        participants: 4,
        cohorts: 2,
        promoted: 1,
        demoted: 0,
        idle: 0,
        cost: { coins: 600, tokens: {} },
        tiers: [
          {
            tier_key: "bronze",
            participants: 4,
            cohorts: 2,
            promoted: 1,
            demoted: 0,
            idle: 0,
            buddies_after: 3,
            cost: { coins: 600, tokens: {} },
            scores: { min: 5, p25: 5, p50: 10, p75: 20, max: 30 }
          },
          {
            tier_key: "silver",
            participants: 0,
            cohorts: 0,
            promoted: 0,
            demoted: 0,
            idle: 0,
            buddies_after: 1,
            cost: none,
            scores: null
          }
        ]
      })
      assert.deepStrictEqual((yield* simulate(call, window)).result, result)
      const { audit_log: _told, operations: _after, ...now } = yield* fingerprint(tenant.customer_id)
      assert.deepStrictEqual(now, before)
    })
  )

  test.effect("comes to what the season that was played by the same rules came to", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(["a", "b", "c", "d"])
      const { season_id } = yield* begin(tenant)
      for (const [user, amount] of [
        ["a", 4],
        ["b", 3],
        ["c", 2],
        ["d", 1]
      ] as const)
        yield* score(tenant, user, amount)
      const { result } = yield* simulate(call, lastDay())
      yield* close(tenant, season_id)
      const closed = (yield* call("GET", `${seasonsPath}/${season_id}`)).body.result
      const { cost, demoted, participants, promoted } = result
      assert.deepStrictEqual({ participants, promoted, demoted, coins: cost.coins, void: 0 }, closed)
      // Rewards are no score; whoever stands in silver and does nothing falls.
      const later = (yield* simulate(call, { from: at(-40 * dayMs), to: at(-10 * dayMs) })).result
      assert.deepInclude(later, { participants: 0, demoted: 1, idle: 4, cost: none })
      assert.deepStrictEqual(
        later.tiers.map(({ buddies_after }: { readonly buddies_after: number }) => buddies_after),
        [4, 0]
      )
      const kept = yield* simulate(call, { ...lastDay(), rules: { config: { cohort_size: 2, demote_idle: false } } })
      assert.deepInclude(kept.result, { participants: 4, cohorts: 3, idle: 0 })
    })
  )

  test.effect("can be played by other rules than the league has", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(["a", "b"])
      yield* score(tenant, "a", 7)
      yield* score(tenant, "a", 7)
      yield* score(tenant, "b", 7)
      const metric = { type: "event_count", key: "lesson.completed" }
      const tokens = [{ token_key: "gem", amount: 3 }]
      const paid = { ...bronze, rewards: [{ rank_min: 1, rank_max: 2, reward: { coins: 1, tokens } }] }
      const rules = { config: { metric, cohort_size: 2 }, tiers: [paid, silver] }
      const { result } = yield* simulate(call, { ...lastDay(), rules })
      assert.deepInclude(result, { metric, promoted: 1, cost: { coins: 2, tokens: { gem: 6 } } })
      assert.deepInclude(result.tiers[0].scores, { min: 1, max: 2 })
      const other = { config: { metric: { type: "event_count", key: "quiz.passed" } } }
      assert.deepInclude((yield* simulate(call, { ...lastDay(), rules: other })).result, { participants: 0 })
      const gems = { config: { metric: { type: "token_earned", key: "gem" } } }
      assert.deepInclude((yield* simulate(call, { ...lastDay(), rules: gems })).result, { participants: 0 })
    })
  )

  test.effect("leaves out who lives on a test clock, and who is archived", () =>
    Effect.gen(function* () {
      const { buddies, call, tenant } = yield* played(["a", "b", "c"])
      yield* score(tenant, "a", 7)
      yield* score(tenant, "b", 9)
      yield* score(tenant, "c", 9)
      const clock = yield* call("POST", "/test/clocks", { name: "Trip", user_ids: ["c"] })
      assert.strictEqual(clock.status, 201, clock.text)
      const archived = yield* call("PATCH", `/buddies/${buddies[1]}/archive`)
      assert.strictEqual(archived.status, 200, archived.text)
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO league_standings (customer_id, buddy_id, tier_key, updated_at)
        VALUES (${tenant.customer_id}::uuid, ${buddies[2]!}::uuid, 'silver', now())`
      const { result } = yield* simulate(call, lastDay())
      assert.deepInclude(result, { participants: 1, events: { played: 3, is_complete: true } })
      // Nor does it idle: no season demotes it.
      assert.deepInclude(result, { idle: 0, demoted: 0 })
    })
  )

  test.effect("counts nothing that came too late for any season", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(["a", "b"])
      yield* score(tenant, "a", 7)
      yield* score(tenant, "a", 7, { occurred_at: at(-8 * dayMs) })
      yield* score(tenant, "b", 7, { occurred_at: at(-8 * dayMs) })
      const metric = { type: "event_count", key: "lesson.completed" }
      const window = { from: at(-10 * dayMs), to: at(hourMs), rules: { config: { metric } } }
      const { result } = yield* simulate(call, window)
      assert.deepInclude(result, { participants: 1, events: { played: 1, is_complete: true } })
      const settings = yield* call("PATCH", "/customers/me/settings", { max_lateness_days: 30 })
      assert.strictEqual(settings.status, 200, settings.text)
      assert.deepInclude((yield* simulate(call, window)).result, { participants: 2 })
    })
  )

  test.effect("is played by the league's own rules but for what is said, and loses nobody of a tier that is gone", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* played(["a", "b", "c"], {
        metric: { type: "event_count", key: "lesson.completed" }
      })
      const { season_id } = yield* begin(tenant)
      for (const user of ["a", "b", "c"]) yield* score(tenant, user, 5)
      yield* close(tenant, season_id)
      const own = yield* simulate(call, { ...lastDay(), rules: { config: { cohort_size: 2 } } })
      assert.deepInclude(own.result, { metric: { type: "event_count", key: "lesson.completed" }, cohorts: 2 })
      const tiers = [
        { ...bronze, tier_key: "wood" },
        { ...silver, order: 9 }
      ]
      const other = yield* simulate(call, { from: at(-20 * dayMs), to: at(-10 * dayMs), rules: { tiers } })
      const found = other.result.tiers.map((tier: { readonly tier_key: string; readonly idle: number }) => [
        tier.tier_key,
        tier.idle
      ])
      // One had risen to silver; those of bronze would play in the lowest there is.
      assert.deepStrictEqual(found, [
        ["wood", 2],
        ["silver", 1]
      ])
    })
  )

  test.effect("needs a window of at most 31 days and a metric that adds up", () =>
    Effect.gen(function* () {
      const { call } = yield* played()
      const now = at(0)
      const metric = { type: "skill_level", key: "focus" }
      const refused = [
        [{ from: now, to: now }, ["to"]],
        [{ from: at(-32 * dayMs), to: now }, ["to"]],
        [{ ...lastDay(), rules: { config: { metric } } }, ["rules", "config", "metric"]],
        [{ ...lastDay(), rules: { tiers: [] } }, ["rules", "tiers"]],
        [{ from: now }, ["to"]]
      ] as const
      for (const [body, path] of refused) {
        const answer = yield* call("POST", `${seasonsPath}/simulate`, body)
        assert.strictEqual(answer.status, 422, answer.text)
        assert.deepStrictEqual(answer.body.error.details.issues[0].path, path)
      }
      assert.lengthOf((yield* call("GET", "/operations?type=season_simulation")).body.data, 0)
    })
  )
})
