/** Who waits for an event: what is in force and would do something, and nothing else. */
import { assert, describe, it } from "vitest"
import { listenersOf } from "../../../src/features/insight/analytics/Rules/Listeners.ts"
import { coinRule, contentOf, lesson } from "../../kit/engine/World.ts"

const criteria = { conditions: [{ type: "event_count" as const, key: lesson, operator: "gte" as const, value: 3 }] }
const badge = (badge_key: string, more: object = {}) => ({
  badge_definition_id: `id-${badge_key}`,
  badge_key,
  label: "Badge",
  criteria,
  ...more
})

const listening = (written: Parameters<typeof contentOf>[0]) =>
  listenersOf({ content: contentOf(written), paths: [], campaigns: {} }).get(lesson) ?? []

describe("an event type is waited for", () => {
  it("by rules that are enabled", () => {
    assert.deepStrictEqual(listening({ coin_rules: [coinRule()] }), [{ type: "coin_rule", key: "lesson_coins" }])
    assert.deepStrictEqual(listening({ coin_rules: [coinRule({ enabled: false })] }), [])
  })

  it("by what it keeps from fading, and by stages it leads to", () => {
    const trigger = { event_type: lesson, match: "all" as const, filters: [] }
    const fading = { rule_id: "id", rule_key: "focus_fade", skill_key: "focus", idle_days: 7, period: "week" as const }
    const rule = { ...fading, amount: 1, floor_level: 1, refresh_on: trigger, pause_during_vacation: true }
    assert.deepStrictEqual(listening({ skill_decay_rules: [{ ...rule, enabled: true }] }), [
      { type: "skill_decay_rule", key: "focus_fade" }
    ])
    assert.deepStrictEqual(listening({ skill_decay_rules: [{ ...rule, enabled: false }] }), [])
    const stages = [
      { stage: 1, name: "Hatchling" },
      { stage: 2, name: "Scout", requirements: criteria }
    ]
    assert.deepStrictEqual(listening({ evolution_rules: { max_stage: 2, stages } }), [{ type: "evolution", key: "2" }])
  })

  it("by badges that are awarded by themselves", () => {
    const badge_definitions = [badge("on"), badge("off", { status: "archived" }), badge("asked", { award_mode: "api" })]
    assert.deepStrictEqual(listening({ badge_definitions }), [{ type: "badge", key: "on" }])
  })
})
