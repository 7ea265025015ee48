import { Schema } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { BadgeDefinitionInput } from "../../../src/wire/content/BadgeDefinition.ts"
import { CoinRuleInput } from "../../../src/wire/content/CoinRule.ts"
import { ConfigContent, ConfigContentPatch, PresetContent } from "../../../src/wire/content/ConfigContent.ts"
import { EvolutionRules } from "../../../src/wire/content/EvolutionRules.ts"
import { GateInput } from "../../../src/wire/content/Gate.ts"
import { MarketplaceItemInput } from "../../../src/wire/content/Marketplace.ts"
import { SkillSetInput } from "../../../src/wire/content/Skill.ts"
import { StreakRuleInput } from "../../../src/wire/content/StreakRule.ts"
import { content } from "../../kit/generators/content.ts"
import { anyContent } from "../../kit/generators/arbitrary.ts"

const strict = { onExcessProperty: "error" } as const
const isValid = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, body: unknown): boolean => {
  try {
    Schema.decodeUnknownSync(schema, strict)(body)
    return true
  } catch {
    return false
  }
}
/** The mistakes that slip through; the body itself has to be fine. */
const accepted = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  body: object,
  mistakes: Record<string, object>
): Array<string> => [
  ...(isValid(schema, body) ? [] : ["the body without a mistake is refused"]),
  ...Object.keys(mistakes).filter((mistake) => isValid(schema, { ...body, ...mistakes[mistake] }))
]

const rule = { rule_key: "r", trigger: { event_type: "lesson.completed" }, amount: { mode: "fixed", value: 10 } }
const filter = { property: "score", operator: "gte", value: 80 }

describe("config content", () => {
  it("reads back what was stored, unchanged", () => {
    fc.assert(
      fc.property(fc.oneof(content, anyContent), (written) => {
        const stored = JSON.parse(JSON.stringify(Schema.encodeSync(ConfigContent)(written)))
        assert.deepEqual(Schema.decodeUnknownSync(ConfigContent, strict)(stored), written)
        assert.isTrue(isValid(ConfigContentPatch, stored))
      }),
      { numRuns: 100 }
    )
  })

  it("fills what a body leaves out", () => {
    const read = Schema.decodeUnknownSync(CoinRuleInput)(rule)
    assert.deepEqual(
      [
        read.enabled,
        read.priority,
        read.audience,
        read.trigger.match,
        read.limits.max_per_day,
        read.limits.day_boundary,
        read.budget
      ],
      [true, 100, null, "all", null, "user", null]
    )
    const badge = Schema.decodeUnknownSync(BadgeDefinitionInput)({ badge_key: "b", label: "B" })
    assert.deepEqual(
      [badge.award_mode, badge.status, badge.criteria],
      ["auto", "active", { match: "all", conditions: [] }]
    )
    assert.deepEqual(Schema.decodeUnknownSync(ConfigContent)({}).evolution_rules, null)
    assert.deepEqual(Schema.decodeUnknownSync(PresetContent)({}).gates, [])
  })

  it("refuses a rule with a mistake in it", () => {
    const trigger = (filters: Array<unknown>) => ({ trigger: { event_type: "lesson.completed", filters } })
    assert.deepEqual(
      accepted(CoinRuleInput, rule, {
        camelCase: { ruleKey: "r" },
        "an upper-case key": { rule_key: "Lesson" },
        "a prototype name": { rule_key: "constructor" },
        "an invisible event type": { trigger: { event_type: " \u0000" } },
        "six filters": trigger([1, 2, 3, 4, 5, 6].map(() => filter)),
        "an unknown operator": trigger([{ ...filter, operator: "matches" }]),
        "in without a list": trigger([{ ...filter, operator: "in" }]),
        "gte with a boolean": trigger([{ ...filter, value: true }]),
        "exists with a number": trigger([{ ...filter, operator: "exists" }]),
        "a negative amount": { amount: { mode: "fixed", value: -1 } },
        "a fraction of a coin": { amount: { mode: "fixed", value: 0.5 } },
        "too much": { amount: { mode: "fixed", value: 1_000_000_001 } },
        "an empty pool": { amount: { mode: "pool", entries: [] } },
        "a weightless entry": { amount: { mode: "pool", entries: [{ value: 1, weight: 0 }] } },
        "max below min": { amount: { mode: "per_property", property: "p", rate: 1, min: 5, max: 4 } },
        "an unknown period": { budget: { max_coins: 1, period: "year" } },
        "no firing at all": { limits: { max_per_day: 0 } }
      }),
      []
    )
  })

  it("refuses criteria that cannot be judged", () => {
    const with_ = (condition: object) => ({ criteria: { conditions: [condition] } })
    const count = { type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }
    assert.deepEqual(
      accepted(
        BadgeDefinitionInput,
        { badge_key: "b", label: "B", ...with_(count) },
        {
          "a type outside the enum": with_({ ...count, type: "moon_phase" }),
          "a missing key": with_({ ...count, key: null }),
          "a key where none belongs": with_({ ...count, type: "coins_balance" }),
          "a truth where a number belongs": with_({ ...count, value: true }),
          "a number where a truth belongs": with_({ type: "badge_owned", key: "b", operator: "eq", value: 1 }),
          "an order of truths": with_({ type: "badge_owned", key: "b", operator: "gte", value: true }),
          "a window of no days": with_({ ...count, window_days: 0 }),
          "a window on a balance": with_({ type: "coins_balance", operator: "gte", value: 1, window_days: 7 }),
          "six conditions": { criteria: { conditions: [1, 2, 3, 4, 5, 6].map(() => count) } }
        }
      ),
      []
    )
  })

  it("refuses curves, streaks and stages that contradict themselves", () => {
    const skill = { skill_key: "focus", name: "Focus" }
    assert.deepEqual(
      accepted(
        SkillSetInput,
        { skill_set_key: "s", name: "S", skills: [skill], level_curve: { mode: "linear", base: 10 } },
        {
          "a skill twice": { skills: [skill, skill] },
          "a start above the top": { skills: [{ ...skill, start_level: 5, max_level: 4 }] },
          "a curve without base": { level_curve: { mode: "quadratic" } },
          "an exponential curve without factor": { level_curve: { mode: "exponential", base: 10 } },
          "a table that falls": { level_curve: { mode: "table", thresholds: [10, 10] } }
        }
      ),
      []
    )
    assert.deepEqual(
      accepted(
        StreakRuleInput,
        { streak_key: "s", qualifying: { events: [{ event_type: "login" }] } },
        {
          "nothing that qualifies": { qualifying: { events: [] } },
          "more freezes than allowed": { freezes: { initial: 2, max: 1 } },
          "a zone that does not exist": { timezone: { fallback: "Mars/Olympus" } },
          "a milestone of both kinds": { milestones: [{ length: 1, every: 2 }] },
          "a milestone of neither kind": { milestones: [{ reward: {} }] }
        }
      ),
      []
    )
    const stages = [
      { stage: 2, name: "Two" },
      { stage: 3, name: "Three" }
    ]
    assert.deepEqual(
      accepted(
        EvolutionRules,
        { max_stage: 3, stages },
        {
          "a sixth stage": { max_stage: 6 },
          "a stage missing": { stages: stages.slice(1) },
          "a stage twice": { stages: [...stages, stages[0]] },
          "a stage above the top": { max_stage: 2 },
          "prestige to nowhere": { prestige: { reset_to_stage: 4 } }
        }
      ),
      []
    )
  })

  it("refuses items and gates that make no sense", () => {
    assert.deepEqual(
      accepted(
        MarketplaceItemInput,
        { name: "Hat", category: "head", price_coins: 5 },
        {
          "a ninth slot": { category: "tail" },
          "a stage picture beyond the stages": { stage_images: { 6: "https://x.example/a.png" } },
          "an end before the beginning": {
            available_from: "2026-11-02T00:00:00Z",
            available_until: "2026-11-01T00:00:00Z"
          }
        }
      ),
      []
    )
    assert.deepEqual(
      accepted(
        GateInput,
        { token_key: "gem", cost: 3 },
        { "a gate for nothing": { cost: 0 }, "no JSON": { metadata: { a: undefined } } }
      ),
      []
    )
  })
})
