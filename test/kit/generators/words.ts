/** The few words of the random worlds, and what is built of them everywhere: filters, conditions, rewards. */
import * as fc from "fast-check"

export const eventTypes = ["lesson.completed", "toString"] as const
export const tokens = ["xp", "gem"] as const
export const skills = ["focus", "memory"] as const
export const badges = ["b0", "b1", "b2", "b3", "b4"] as const
export const items = ["i0", "i1", "i2", "i3", "i4"] as const
export const gates = ["g0", "g1"] as const
const streaks = ["s0", "s1"] as const
export const audience = "students"
export const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Australia/Lord_Howe",
  "Africa/Cairo"
] as const

export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 })
export const seldom = <T>(usual: T, rare: T) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(rare) })
export const eventType = fc.constantFrom(...eventTypes)
const scalar = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom("a", "b", "ab"), fc.boolean())

const filter = fc.oneof(
  fc.record({
    property: fc.constantFrom("score", "kind"),
    operator: fc.constantFrom("eq", "neq", "contains"),
    value: scalar
  }),
  fc.record({
    property: fc.constantFrom("score", "kind", "constructor_"),
    operator: fc.constantFrom("gt", "gte", "lt", "lte"),
    value: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.constantFrom("a", "b"))
  }),
  fc.record({
    property: fc.constantFrom("score", "kind"),
    operator: fc.constantFrom("in", "not_in"),
    value: fc.array(scalar, { minLength: 1, maxLength: 4 })
  }),
  fc.record({
    property: fc.constantFrom("score", "kind", "valueOf"),
    operator: fc.constant("exists"),
    value: fc.boolean()
  })
)
export const filters = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(filter, { maxLength: 2 }) }
)

const order = fc.constantFrom("eq", "neq", "gt", "gte", "gte", "gte", "lt", "lte")
const numeric = (type: string, key: fc.Arbitrary<string | null>, max: number) =>
  fc.record({ type: fc.constant(type), key, operator: order, value: fc.integer({ min: 0, max }) })
const yesOrNo = (type: string, key: fc.Arbitrary<string>) =>
  fc.record({ type: fc.constant(type), key, operator: fc.constantFrom("eq", "neq"), value: fc.boolean() })

const condition = fc.oneof(
  numeric("coins_balance", fc.constant(null), 120),
  numeric("coins_lifetime", fc.constant(null), 200),
  numeric("token_balance", fc.constantFrom(...tokens), 40),
  numeric("token_lifetime", fc.constantFrom(...tokens, "none"), 60),
  numeric("skill_level", fc.constantFrom(...skills, "none"), 4),
  numeric("streak_current", fc.constantFrom(...streaks), 4),
  numeric("streak_longest", fc.constantFrom(...streaks), 5),
  numeric("days_since_hatched", fc.constant(null), 15),
  numeric("evolution_stage", fc.constant(null), 3),
  numeric("prestige_level", fc.constant(null), 2),
  yesOrNo("badge_owned", fc.constantFrom(...badges, "none")),
  yesOrNo("item_owned", fc.constantFrom(...items)),
  yesOrNo("gate_unlocked", fc.constantFrom(...gates)),
  fc.record({
    type: fc.constant("event_count"),
    key: eventType,
    operator: order,
    value: fc.integer({ min: 0, max: 6 }),
    window_days: maybe(fc.integer({ min: 1, max: 5 }))
  })
)
export const match = fc.constantFrom("all", "any")
export const group = (maxLength: number, minLength = 0) =>
  fc.record({ match, conditions: fc.array(condition, { minLength, maxLength }) })
export const seldomGroup = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: group(2) })

export const reward = fc.record({
  coins: fc.integer({ min: 0, max: 20 }),
  tokens: fc.array(
    fc.record({ token_key: fc.constantFrom(...tokens, "none"), amount: fc.integer({ min: 1, max: 9 }) }),
    { maxLength: 2 }
  ),
  badges: fc.subarray([...badges, "none"], { maxLength: 2 }),
  skills: fc.array(fc.record({ skill_key: fc.constantFrom(...skills), amount: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 1
  }),
  items: fc.subarray(["i1"]),
  streak_freezes: fc.integer({ min: 0, max: 2 })
})
