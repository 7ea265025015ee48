/**
 * A season whose close is killed in the middle, more than once, and a founding cohort that is filled meanwhile: both go
 * on, and nobody is paid twice.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "../../../src/testing/TestService.ts"

const leagues = "/customers/me/leagues"
const cohort = "/customers/me/founding-cohort"
interface Entry {
  readonly number: number
  readonly user_id: string
  readonly action: string
}

const users = Array.from({ length: 6 }, (_, number) => `player-${number + 1}`)
const rule = {
  rule_key: "coins",
  name: "Coins",
  trigger: { event_type: "lesson.completed" },
  amount: { mode: "fixed", value: 1 }
}
const tier = {
  tier_key: "open",
  name: "Open",
  order: 1,
  rewards: [{ rank_min: 1, rank_max: 100, reward: { coins: 100 } }]
}

describe("a close that is killed", () => {
  it.effect("goes on where it was, and pays each once", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const tenant = yield* service.tenant({ plan: "growth" })
      const { call } = tenant
      yield* tenant.publish({ coin_rules: [rule] })
      yield* call("PATCH", `${leagues}/config`, { enabled: true, starts_on: null, cohort_size: 4 })
      yield* call("PUT", `${leagues}/tiers`, { tiers: [tier] })
      const now = yield* service.now
      const window = { starts_at: new Date(now).toISOString(), ends_at: new Date(now + 86_400_000).toISOString() }
      const made = yield* call("POST", `${leagues}/seasons`, window)
      assert.strictEqual(made.status, 201, made.text)
      for (const user of users) {
        yield* tenant.hatch(user)
        yield* tenant.send({ user_id: user, type: "lesson.completed" })
      }
      const path = `${leagues}/seasons/${made.body.season_id}`
      yield* call("PATCH", `${cohort}/config`, { size: 5, reward: { coins: 1_000 } })
      const { body } = yield* call("POST", `${path}/force-close`, {})
      const filling = yield* call("POST", `${cohort}/backfill`, {})
      yield* service.crash
      yield* service.start
      yield* service.advance("100 millis")
      yield* service.crash
      yield* service.start
      yield* service.advanceUntil(
        "the season is closed",
        Effect.map(call("GET", path), (answer) => answer.body.status === "closed")
      )
      assert.strictEqual((yield* tenant.operation(body.operation_id)).type, "season_close")
      const { result } = (yield* call("GET", path)).body
      assert.deepStrictEqual(result, { participants: 6, promoted: 0, demoted: 0, coins: 600, void: 0 })
      const news = (yield* call("GET", "/notifications?kind=season_closed")).body.notifications
      assert.lengthOf(news, 1, "told once, however often its close was begun")
      yield* service.advanceUntil(
        "the cohort is full",
        Effect.map(tenant.operation(filling.body.operation_id), ({ status }) => status === "completed")
      )
      const record = (yield* call("GET", `${cohort}/audit`)).body.data as ReadonlyArray<Entry>
      const told = (what: string) => record.filter(({ action }) => action === what).map(({ number }) => number)
      for (const action of ["enrolled", "reward_granted"])
        assert.deepStrictEqual(told(action).toSorted(), [1, 2, 3, 4, 5], action)
      for (const user of users) {
        const isFounder = record.some(({ user_id }) => user_id === user)
        assert.strictEqual((yield* tenant.buddy(user)).coins, isFounder ? 1_101 : 101, user)
      }
      const { data } = (yield* call("GET", `${path}/standings`)).body
      assert.deepStrictEqual(
        data.map(({ cohort, rank }: { cohort: number; rank: number }) => [cohort, rank]),
        [1, 2, 3, 4].map((rank) => [1, rank]).concat([1, 2].map((rank) => [2, rank]))
      )
    }).pipe(Effect.provide(TestService.layer()))
  )
})
