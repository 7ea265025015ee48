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

  it("by badges that are awarded by themselves", () => {
    const badge_definitions = [badge("on"), badge("off", { status: "archived" }), badge("asked", { award_mode: "api" })]
    assert.deepStrictEqual(listening({ badge_definitions }), [{ type: "badge", key: "on" }])
  })
})
