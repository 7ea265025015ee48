/**
 * Random config contents, written as a tenant would write them and read through the real schema. Small worlds, so that
 * rules meet.
 */
import { Schema } from "effect"
import * as fc from "fast-check"
import { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import {
  audience,
  eventType,
  eventTypes,
  filters,
  group,
  match,
  maybe,
  reward,
  seldom,
  seldomGroup,
  skills,
  tokens,
  zones
} from "./words.ts"
import { decayRule, evolution, requirements } from "./progress.ts"

const limits = fc.record({
  cooldown_seconds: fc.constantFrom(0, 0, 0, 60, 3_600, 90_000),
  max_per_day: maybe(fc.integer({ min: 1, max: 3 })),
  max_per_week: maybe(fc.integer({ min: 1, max: 5 })),
  max_per_month: maybe(fc.integer({ min: 1, max: 8 })),
  max_total: maybe(fc.integer({ min: 1, max: 10 })),
  unique_by: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Array<string>>([]) },
    {
      weight: 1,
      arbitrary: fc.subarray(["score", "kind"], { minLength: 1 })
    }
  ),
  day_boundary: fc.constantFrom("user", "tenant", "utc")
})

const value = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 30 }) },
  { weight: 1, arbitrary: fc.constant(1e9) }
)
const amount = fc.oneof(
  fc.record({ mode: fc.constant("fixed"), value }),
  fc.record({
    mode: fc.constant("per_property"),
    property: fc.constantFrom("score", "minutes"),
    rate: fc.constantFrom(0, 0.1, 0.29, 1, 2.5, 1_000_000),
    min: fc.integer({ min: 0, max: 3 }),
    max: maybe(fc.integer({ min: 3, max: 40 })),
    rounding: fc.constantFrom("down", "up", "nearest")
  }),
  fc.record({
    mode: fc.constant("pool"),
    entries: fc.array(fc.record({ value, weight: fc.constantFrom(0.5, 1, 2, 97), is_lucky: fc.boolean() }), {
      minLength: 1,
      maxLength: 4
    })
  })
)

export const ruleFields = {
  enabled: seldom(true, false),
  priority: fc.constantFrom(100, 100, 1, 500),
  audience: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(null, audience) },
    { weight: 1, arbitrary: fc.constant("teachers") }
  ),
  trigger: fc.record({ event_type: eventType, match, filters }),
  conditions: seldomGroup,
  amount,
  limits: fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: limits })
}
export const budget = maybe(
  fc.record({ max_coins: fc.integer({ min: 1, max: 120 }), period: fc.constantFrom("day", "week", "month", "total") })
)

/** Gives every entry of a list its own identifier and key. */
const numbered = <T extends object>(
  arbitrary: fc.Arbitrary<T>,
  idField: string,
  keyField: string,
  name: string,
  maxLength: number,
  minLength = 0
) =>
  fc
    .array(arbitrary, { minLength, maxLength })
    .map((list) =>
      list.map((entry, index) => ({ ...entry, [idField]: `${name}-${index}`, [keyField]: `${name}${index}` }))
    )

const milestone = fc.oneof(
  fc.record({ length: fc.integer({ min: 1, max: 5 }), reward }),
  fc.record({ every: fc.integer({ min: 1, max: 4 }), reward })
)
const freezes = fc
  .tuple(fc.nat(2), fc.nat(2), maybe(fc.integer({ min: 1, max: 4 })), fc.constantFrom(true, true, false))
  .map(([initial, more, earn_every_days, auto_consume]) => ({
    initial,
    max: initial + more,
    earn_every_days,
    auto_consume
  }))

const streakRule = fc.record({
  enabled: ruleFields.enabled,
  audience: ruleFields.audience,
  frequency: fc.constantFrom("daily", "daily", "daily", "weekly", "monthly"),
  qualifying: fc.record({
    match,
    events: fc.array(fc.record({ event_type: eventType, min_count: fc.constantFrom(1, 1, 2, 3), filters }), {
      minLength: 1,
      maxLength: 2
    })
  }),
  timezone: fc.record({
    mode: fc.constantFrom("user", "user", "tenant", "utc"),
    fallback: maybe(fc.constantFrom(...zones))
  }),
  grace_minutes: fc.constantFrom(0, 0, 120, 720),
  vacation: maybe(
    fc.record({ max_days: fc.integer({ min: 1, max: 40 }), max_per_year: fc.integer({ min: 1, max: 5 }) })
  ),
  restore_window_days: fc.constantFrom(0, 1, 3, 30),
  freezes,
  milestones: fc.array(milestone, { maxLength: 3 })
})

const badge = fc.record({
  label: fc.constant("Badge"),
  status: fc.constantFrom("active", "active", "active", "active", "locked"),
  award_mode: fc.constantFrom("auto", "auto", "auto", "manual_review", "api"),
  repeatable: fc.boolean(),
  coin_reward: fc.constantFrom(0, 5, 25),
  audience: ruleFields.audience,
  criteria: group(3)
})

const curve = fc.oneof(
  fc.record({ mode: fc.constantFrom("linear", "quadratic"), base: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    mode: fc.constant("exponential"),
    base: fc.integer({ min: 1, max: 20 }),
    factor: fc.constantFrom(1.01, 1.5, 100)
  }),
  fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }).map((list) => ({
    mode: "table",
    thresholds: list.toSorted((left, right) => left - right)
  }))
)
const skillSet = fc
  .tuple(curve, fc.tuple(fc.nat(2), fc.integer({ min: 2, max: 30 })))
  .map(([level_curve, [start_level, max_level]]) => ({
    skill_set_id: "set-1",
    skill_set_key: "set",
    name: "Set",
    skills: skills.map((skill_key) => ({ skill_key, name: skill_key, start_level, max_level })),
    level_curve
  }))

const tokenTypes = fc
  .tuple(maybe(fc.integer({ min: 5, max: 60 })), fc.boolean())
  .map(([max_balance, hasGem]) => [
    { token_type_id: "t-xp", token_key: "xp", name: "XP", kind: "progression", max_balance },
    ...(hasGem ? [{ token_type_id: "t-gem", token_key: "gem", name: "Gem", kind: "primary" }] : [])
  ])

export const content: fc.Arbitrary<ConfigContent> = fc
  .record({
    token_types: tokenTypes,
    coin_rules: numbered(fc.record({ ...ruleFields, budget }), "rule_id", "rule_key", "coin", 3),
    token_rules: numbered(
      fc.record({ ...ruleFields, token_key: fc.constantFrom(...tokens) }),
      "rule_id",
      "rule_key",
      "token",
      2
    ),
    skill_sets: skillSet.map((set) => [set]),
    skill_rules: numbered(
      fc.record({ ...ruleFields, skill_key: fc.constantFrom(...skills, "none") }),
      "rule_id",
      "rule_key",
      "skill",
      2
    ),
    badge_definitions: numbered(badge, "badge_definition_id", "badge_key", "b", 5),
    streak_rules: numbered(streakRule, "rule_id", "streak_key", "s", 2),
    evolution_rules: evolution,
    skill_decay_rules: numbered(decayRule, "rule_id", "rule_key", "decay", 2),
    marketplace_requirements: requirements
  })
  .map((written) => Schema.decodeUnknownSync(ConfigContent)(written))

type StreakTerms = typeof streakRule extends fc.Arbitrary<infer T> ? T : never

const fedByLessons = (rule: StreakTerms, min_count: number) => ({
  ...rule,
  enabled: true,
  audience: null,
  qualifying: { match: "any", events: [{ event_type: eventTypes[0], min_count }] }
})

const streaksOnly = <T extends object>(rule: fc.Arbitrary<T>): fc.Arbitrary<ConfigContent> =>
  fc
    .record({ streak_rules: numbered(rule, "rule_id", "streak_key", "s", 2, 1) })
    .map((written) => Schema.decodeUnknownSync(ConfigContent)(written))

const minCount = fc.constantFrom(1, 1, 1, 2)

/**
 * Nothing but streaks that every lesson feeds: lives meet their gaps, freezes, milestones and late events all the
 * time.
 */
export const streakContent = streaksOnly(
  fc.tuple(streakRule, minCount).map(([rule, min_count]) => fedByLessons(rule, min_count))
)

/** The same, where there is always time to rest, something to restore and a freeze to spend. */
export const restfulContent = streaksOnly(
  fc
    .tuple(
      streakRule,
      minCount,
      fc.record({ max_days: fc.constantFrom(3, 8, 40), max_per_year: fc.constantFrom(2, 50) }),
      fc.constantFrom(1, 3, 30),
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2), fc.boolean())
    )
    .map(([rule, min_count, vacation, restore_window_days, [initial, more, auto_consume]]) => ({
      ...fedByLessons(rule, min_count),
      vacation,
      restore_window_days,
      freezes: { ...rule.freezes, initial, max: initial + more, auto_consume }
    }))
)
