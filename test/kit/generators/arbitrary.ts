/**
 * Everything the schema lets through, and events nobody would send: extremes, prototype names, moments off the
 * calendar.
 */
import { Schema } from "effect"
import * as fc from "fast-check"
import type { Command } from "../../../src/engine/core/Command.ts"
import { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import { zones } from "./words.ts"

const safe = Number.MAX_SAFE_INTEGER
const names = ["lesson", "toString", "valueOf", "hasOwnProperty", "__defineGetter__", "ключ", "a b"]
const eventType = fc.constantFrom(...names)
const key = fc.constantFrom("k", "0", "a.b", "tostring", "zz")
const huge = fc.constantFrom(0, 1, 999_999_999, 1_000_000_000)

const scalar = fc.oneof(
  fc.constantFrom<string | number | boolean>("", "é", 1e15, -1e15, 5e-324, true, false),
  fc.string({ maxLength: 5 })
)
const filter = fc.oneof(
  fc.record({ property: eventType, operator: fc.constantFrom("eq", "neq", "contains"), value: scalar }),
  fc.record({
    property: eventType,
    operator: fc.constantFrom("gt", "lte"),
    value: fc.constantFrom(1e15, -1e15, "", "zz")
  }),
  fc.record({
    property: eventType,
    operator: fc.constantFrom("in", "not_in"),
    value: fc.array(scalar, { minLength: 1, maxLength: 20 })
  }),
  fc.record({ property: eventType, operator: fc.constant("exists"), value: fc.boolean() })
)
const bound = fc.constantFrom(-safe, -1, 0, 0.5, 1, 1e9, safe)
const order = fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte")
const condition = fc.oneof(
  fc.record({
    type: fc.constantFrom("skill_level", "token_balance", "token_lifetime", "streak_current", "streak_longest"),
    key,
    operator: order,
    value: bound
  }),
  fc.record({
    type: fc.constantFrom("evolution_stage", "prestige_level", "coins_balance", "coins_lifetime", "days_since_hatched"),
    operator: order,
    value: bound
  }),
  fc.record({
    type: fc.constantFrom("badge_owned", "item_owned", "gate_unlocked"),
    key,
    operator: fc.constantFrom("eq", "neq"),
    value: fc.boolean()
  }),
  fc.record({
    type: fc.constant("event_count"),
    key: eventType,
    operator: order,
    value: bound,
    window_days: fc.constantFrom(null, 1, 365)
  })
)
const group = fc.record({ match: fc.constantFrom("all", "any"), conditions: fc.array(condition, { maxLength: 5 }) })

const amount = fc.oneof(
  fc.record({ mode: fc.constant("fixed"), value: huge }),
  fc.record({
    mode: fc.constant("per_property"),
    property: eventType,
    rate: fc.constantFrom(0, 5e-324, 1_000_000),
    min: huge,
    rounding: fc.constantFrom("down", "up", "nearest")
  }),
  fc.record({
    mode: fc.constant("pool"),
    entries: fc.array(fc.record({ value: huge, weight: fc.constantFrom(5e-324, 1e-9, 1_000_000) }), {
      minLength: 1,
      maxLength: 20
    })
  })
)
const limits = fc.record({
  cooldown_seconds: fc.constantFrom(0, 31_536_000),
  max_per_day: fc.constantFrom(null, 1, 1_000_000),
  max_per_month: fc.constantFrom(null, 1),
  unique_by: fc.array(eventType, { maxLength: 5 }),
  day_boundary: fc.constantFrom("user", "tenant", "utc")
})
const ruleFields = {
  rule_key: key,
  audience: fc.constantFrom(null, "k"),
  trigger: fc.record({
    event_type: eventType,
    match: fc.constantFrom("all", "any"),
    filters: fc.array(filter, { maxLength: 5 })
  }),
  conditions: group,
  amount,
  limits
}
const listed = <T extends object>(arbitrary: fc.Arbitrary<T>, idField: string, maxLength = 4) =>
  fc.array(arbitrary, { maxLength }).map((list) => list.map((entry, index) => ({ ...entry, [idField]: String(index) })))

const reward = fc.record({
  coins: huge,
  tokens: fc.array(fc.record({ token_key: key, amount: fc.constantFrom(1, 1_000_000_000) }), { maxLength: 5 }),
  badges: fc.array(key, { maxLength: 5 }),
  skills: fc.array(fc.record({ skill_key: key, amount: fc.constantFrom(1, 1_000_000_000) }), { maxLength: 5 }),
  streak_freezes: fc.constantFrom(0, 100)
})
const streakRule = fc.record({
  streak_key: key,
  frequency: fc.constantFrom("daily", "weekly", "monthly"),
  qualifying: fc.record({
    match: fc.constantFrom("all", "any"),
    events: fc.array(fc.record({ event_type: eventType, min_count: fc.constantFrom(1, 2, 1_000) }), {
      minLength: 1,
      maxLength: 5
    })
  }),
  timezone: fc.record({ mode: fc.constantFrom("user", "tenant", "utc"), fallback: fc.constantFrom(null, ...zones) }),
  grace_minutes: fc.constantFrom(0, 720),
  freezes: fc.constantFrom({}, { initial: 100, max: 100, earn_every_days: 1, auto_consume: true }),
  milestones: fc.array(
    fc.oneof(
      fc.record({ length: fc.constantFrom(1, 10_000), reward }),
      fc.record({ every: fc.constantFrom(1, 2), reward })
    ),
    {
      maxLength: 5
    }
  )
})
const curve = fc.constantFrom(
  { mode: "linear", base: 1_000_000_000 },
  { mode: "quadratic", base: 1_000_000_000 },
  { mode: "exponential", base: 1_000_000_000, factor: 100 },
  { mode: "exponential", base: 1, factor: 1.000001 },
  { mode: "table", thresholds: [1, safe] }
)
const skillSet = fc.record({
  skill_set_key: key,
  name: fc.constant("S"),
  level_curve: curve,
  skills: fc
    .uniqueArray(key, { maxLength: 5 })
    .map((keys) => keys.map((skill_key) => ({ skill_key, name: "S", start_level: 1_000, max_level: 1_000 })))
})

export const anyContent: fc.Arbitrary<ConfigContent> = fc
  .record({
    token_types: listed(
      fc.record({
        token_key: key,
        name: fc.constant("T"),
        kind: fc.constantFrom("primary", "progression"),
        max_balance: fc.constantFrom(null, 1, safe)
      }),
      "token_type_id"
    ),
    coin_rules: listed(
      fc.record({ ...ruleFields, budget: fc.constantFrom(null, { max_coins: 1, period: "week" }) }),
      "rule_id"
    ),
    token_rules: listed(fc.record({ ...ruleFields, token_key: key }), "rule_id"),
    skill_sets: listed(skillSet, "skill_set_id", 2),
    skill_rules: listed(fc.record({ ...ruleFields, skill_key: key }), "rule_id"),
    badge_definitions: listed(
      fc.record({
        badge_key: key,
        label: fc.constant("B"),
        award_mode: fc.constantFrom("auto", "manual_review", "api"),
        repeatable: fc.boolean(),
        coin_reward: huge,
        criteria: group
      }),
      "badge_definition_id"
    ),
    streak_rules: listed(streakRule, "rule_id"),
    evolution_rules: fc.option(
      group.map((requirements) => ({
        max_stage: 5,
        auto_evolve: true,
        stages: [2, 3, 4, 5].map((stage) => ({ stage, name: "S", requirements }))
      })),
      { nil: null }
    )
  })
  .map((written) => Schema.decodeUnknownSync(ConfigContent)(written))

const moment = fc.oneof(
  fc.constantFrom(0, -1, 8.64e15, -8.64e15, 1e300, -1e300, NaN, Infinity, -Infinity),
  fc.integer({ min: -4e12, max: 4e12 })
)
const properties = fc.dictionary(
  fc.constantFrom(...names, "__proto__", "constructor", "timezone"),
  fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...zones))
)
const amountOrMore = fc.constantFrom(1, 1_000_000_000, safe)

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: fc.constant("Event" as const),
      event_id: fc.string({ maxLength: 5 }),
      type: fc.constantFrom(...names, "__proto__", "constructor", "unheard of"),
      occurred_at: moment,
      properties
    })
  },
  fc.record({
    _tag: fc.constantFrom("EarnCoins" as const, "SpendCoins" as const),
    amount: amountOrMore,
    reason: fc.constant(null),
    reference_id: fc.constant(null)
  }),
  fc.record({
    _tag: fc.constantFrom("EarnToken" as const, "SpendToken" as const),
    token_key: key,
    amount: amountOrMore,
    reason: fc.constant(null)
  }),
  fc.record({
    _tag: fc.constant("AwardBadge" as const),
    badge_key: fc.oneof(key, fc.constant("__proto__")),
    reason: fc.constant(null)
  }),
  fc.record({ _tag: fc.constant("CheckBadge" as const), badge_key: fc.oneof(key, fc.constant("__proto__")) }),
  fc.record({
    _tag: fc.constant("UpdateSkills" as const),
    updates: fc.array(
      fc.record({
        skill_key: key,
        operation: fc.constantFrom("increase" as const, "decrease" as const, "set" as const),
        value: fc.constantFrom(0, 1, safe)
      }),
      { maxLength: 3 }
    )
  }),
  fc.record({ _tag: fc.constant("Archive" as const) })
)

/** The moment of processing: near the present, at the beginning of time, or a leap away. */
export const anyMoment = fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(0, 8.64e15))
