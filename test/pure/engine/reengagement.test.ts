/** Users who come back: told once for each absence, and rewarded with the event that ends it. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import type { LiveCampaigns } from "../../../src/wire/campaigns/Live.ts"
import { noReward } from "../../../src/wire/content/Shared.ts"
import { bodies, coinRule, row, World } from "../../kit/engine/World.ts"

const away = "user.reengaged"
const day = (count: number, hour = 12) => new Date(Date.UTC(2026, 10, count, hour)).toISOString()
const paying = (more: object = {}): LiveCampaigns => ({
  reengagement: [{ lapsed_after_days: 3, reward: { ...noReward, coins: 40, ...more } }]
})

describe("an absence", () => {
  it("ends with an event fourteen days after the newest one, and is told once", () => {
    const world = new World({ coin_rules: [coinRule()] })
    assert.isEmpty(bodies(world.event(day(1)), away))
    assert.isEmpty(bodies(world.event(day(15, 11)), away))
    const back = world.event(day(29, 11))
    assert.deepStrictEqual(bodies(back, away), [
      {
        user_id: "user-1",
        buddy_id: "buddy-1",
        days_away: 14,
        last_active_at: "2026-11-15T11:00:00.000Z",
        occurred_at: "2026-11-29T11:00:00.000Z"
      }
    ])
    assert.strictEqual(back.effects.coins, 10)
    assert.isEmpty(bodies(world.event(day(29, 12)), away))
  })

  it("is rewarded where a reward is set, before badges are looked at", () => {
    const rich = {
      badge_definition_id: "badge-rich",
      badge_key: "rich",
      label: "Rich",
      criteria: { conditions: [{ type: "coins_lifetime" as const, operator: "gte" as const, value: 40 }] }
    }
    const world = new World({ badge_definitions: [rich] }, { campaigns: paying() })
    world.event(day(1))
    const back = world.event(day(5))
    assert.strictEqual(back.effects.coins, 40)
    assert.deepInclude(back.entries[0], { reason: "reengagement", amount: 40, reference_id: "event-2" })
    assert.deepStrictEqual(
      back.badges.map(({ badge_key }) => badge_key),
      ["rich"]
    )
    const { detail, outcome } = row(back, "reengagement")
    assert.strictEqual(outcome, "fired")
    assert.deepInclude(detail, { days_away: 4, lapsed_after_days: 3 })
  })

  it("is told again once a test clock that ran a year ahead is gone", () => {
    const world = new World({})
    world.event("2027-11-20T12:00:00.000Z")
    world.event(day(1))
    assert.isEmpty(bodies(world.event(day(2)), away))
    const [told] = bodies(world.event(day(20)), away)
    assert.deepInclude(told, { days_away: 18, last_active_at: day(2) })
  })

  it("is not ended by what is older, and not looked for in what is sent to catch up", () => {
    const world = new World({}, { campaigns: paying(), max_lateness_days: 30 })
    world.event(day(10))
    const late = world.event(day(2), {}, { now: day(10) })
    assert.isEmpty(bodies(late, away))
    assert.isEmpty(bodies(world.event(day(12)), away))
    world.host.isBackfill = true
    const filled = world.event(day(20))
    assert.isEmpty(filled.outbound)
    assert.strictEqual(row(filled, "reengagement").reason, "backfill")
    world.host.isBackfill = false
    assert.isEmpty(bodies(world.event(day(21)), away))
  })

  it("stays told when its event is taken back; what it paid goes", () => {
    const level_curve = { mode: "linear" as const, base: 100 }
    const skills = [{ skill_key: "focus", name: "Focus" }]
    const skill_sets = [{ skill_set_id: "set", skill_set_key: "s", name: "S", level_curve, skills }]
    const campaigns = paying({ skills: [{ skill_key: "focus", amount: 7 }] })
    const world = new World({ skill_sets }, { campaigns })
    world.event(day(1))
    world.event(day(5))
    assert.deepStrictEqual([world.state.coins.balance, world.state.skills["focus"]], [40, 7])
    world.host.live([{ now: Date.parse(day(5)), command: { _tag: "Undo", event_id: "event-2", mode: "clamp" } }])
    assert.deepStrictEqual([world.state.coins.balance, world.state.skills["focus"]], [0, 0])
    const again = world.event(day(5, 13))
    assert.isEmpty(bodies(again, away))
    assert.strictEqual(again.effects.coins, 0)
  })

  it("never overlaps another, whatever order the events arrive in", () => {
    const hours = fc.array(fc.integer({ min: 0, max: 24 * 60 }), { maxLength: 30 })
    fc.assert(
      fc.property(hours, (moments) => {
        const world = new World({}, { campaigns: paying(), max_lateness_days: 365 })
        const told = moments.flatMap((hour) => bodies(world.event(day(1, hour), {}, { now: day(90) }), away))
        for (const [place, one] of told.entries()) {
          const { days_away, last_active_at, occurred_at } = one
          assert.isAtLeast(Date.parse(String(occurred_at)) - Date.parse(String(last_active_at)), 3 * 86_400_000)
          assert.isAtLeast(days_away, 3)
          if (place > 0)
            assert.isAtLeast(Date.parse(String(last_active_at)), Date.parse(String(told[place - 1]!.occurred_at)))
        }
      })
    )
  })
})
