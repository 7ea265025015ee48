/**
 * The closed vocabulary every rule is written in: triggers, filters, conditions, limits, rewards and amounts. All
 * enums are fixed and nothing nests, which keeps the rule language finite (Contract part 1: no unlimited if/else rule
 * engine).
 */
import { Effect, Schema } from "effect"
import { beginning } from "../Beginning.ts"
import { isAtLeast, isAtMost, isUuid, keyWords } from "../Ids.ts"
import { isTimeZone } from "./TimeZone.ts"

/** An optional field of a body: absent means `value` (written as the client would have written it). */
export const absentAs = <S extends Schema.Constraint>(
  schema: S,
  value: NoInfer<S["Encoded"]>
): Schema.withDecodingDefaultKey<S> => Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

/** An optional, nullable field whose absence means null. */
export const orNull = <S extends Schema.Constraint>(schema: S): Schema.withDecodingDefaultKey<Schema.NullOr<S>> =>
  absentAs(Schema.NullOr(schema), null)

/** Names that would reach into an object's prototype when used as a record key. */
export const isReservedName = (name: string): boolean =>
  name === "__proto__" || name === "constructor" || name === "prototype"

const notReserved = Schema.makeFilter<string>((name) =>
  isReservedName(name) ? `${name} is a reserved name` : undefined
)

export const Key = Schema.String.check(
  notReserved,
  Schema.isPattern(/^[a-z0-9][a-z0-9_.-]{0,63}$/u, {
    expected: keyWords
  })
).annotate({
  description: "A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters."
})

/** Of a record that is named by id or key: it could not be told from an id of another. */
export const NewKey = Key.check(
  Schema.makeFilter<string>((key) => (isUuid(key) ? "must not have the form of an id" : undefined))
).annotate({
  description: "A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters, and not an id's form."
})

/** Of a record that stands beside routes of these words: under a key like them it could not be reached. */
export const newKeyBeside = (words: ReadonlyArray<string>) =>
  NewKey.check(
    Schema.makeFilter<string>((key) => (words.includes(key) ? `${key} is the name of a route beside it` : undefined))
  )

/** 1..128 visible characters; inner spaces are allowed, control characters are not. */
export const EventTypeName = Schema.String.check(
  notReserved,
  Schema.isPattern(/^(?!\s|\.{1,2}$)[^\p{C}\p{Zl}\p{Zp}]{1,128}$(?<!\s)/u, {
    expected: "1 to 128 visible characters with no space at either end, and neither . nor .."
  })
).annotate({ description: "The name of an event type, for example `lesson.completed`." })

const isWritable = Schema.isPattern(/^[^\p{C}]{1,128}$/u, {
  expected: "1 to 128 characters, of which none is a control character"
})
/** The name of one entry of an event's `properties`. */
export const PropertyName = Schema.String.check(notReserved, isWritable)

/** `#rrggbb` */
export const Color = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, { expected: "a colour such as #6c5ce7" })
)

export const Id = Schema.String.check(notReserved, Schema.isBetweenLength(1, 64))
export const Text = Schema.String.check(isAtMost(200))
export const Label = Schema.String.check(isAtLeast(1), isAtMost(200))
export const LongText = Schema.String.check(isAtMost(2_000))
export const ResourceUrl = Schema.String.check(
  Schema.isMaxLength(2_000),
  Schema.isPattern(/^(?:https?:\/\/|\/)[^\s]+$/u, { expected: "an address that begins with https://, http:// or /" })
)
/** Where a player is sent: a whole address, or a path of the page's own host, which `//` would leave unseen. */
export const LinkUrl = Schema.String.check(
  Schema.isMaxLength(2_000),
  Schema.isPattern(/^(?!\/[/\\])(?:https?:\/\/|\/)[^\s]+$/u, {
    expected: "an address that begins with https:// or http://, or a path that begins with one slash"
  })
)
export const ZoneName = Schema.String.check(
  Schema.makeFilter<string>(
    (name) => isTimeZone(name) || `${beginning(String(name), 64)} is not a known IANA time zone`
  )
)

export const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
export const real = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))
export const listOf = <S extends Schema.Constraint>(item: S, maximum: number) =>
  Schema.Array(item).check(Schema.isMaxLength(maximum))

/** One change of coins, tokens or points (decisions: one change is at most 1e9). */
export const Amount = whole(0, 1_000_000_000)
export const PositiveAmount = whole(1, 1_000_000_000)
/** The largest balance that is still an exact integer in every JSON reader. */
export const balanceMax = Number.MAX_SAFE_INTEGER

export const Enabled = absentAs(Schema.Boolean, true)
/** Lower runs first; equal priorities run by key. */
export const Priority = absentAs(whole(0, 1_000_000), 100)
/** The rule only concerns buddies of this audience; null: everyone. */
export const AudienceKey = orNull(Key)
export const Match = absentAs(Schema.Literals(["all", "any"]), "all")

const Scalar = Schema.Union([Schema.String.check(isAtMost(200)), real(-1e15, 1e15), Schema.Boolean])

const filterOperators = ["eq", "neq", "gt", "gte", "lt", "lte", "in", "not_in", "contains", "exists"] as const
const ordering: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte"])

/** A test of one event property. A missing property (or null) fails every operator but `neq` and `not_in`. */
export const Filter = Schema.Struct({
  property: PropertyName,
  operator: Schema.Literals(filterOperators),
  value: Schema.Union([Scalar, listOf(Scalar, 20)])
}).check(
  Schema.makeFilter<{ readonly operator: string; readonly value: unknown }>(({ operator, value }) => {
    const isList = Array.isArray(value)
    if (operator === "in" || operator === "not_in") {
      return isList && value.length > 0 ? undefined : { path: ["value"], issue: `${operator} takes a non-empty list` }
    }
    if (isList) return { path: ["value"], issue: `${operator} takes a single value` }
    if (operator === "exists" && typeof value !== "boolean") {
      return { path: ["value"], issue: "exists takes true or false" }
    }
    if (ordering.has(operator) && typeof value === "boolean") {
      return { path: ["value"], issue: `${operator} takes a number or a text` }
    }
    return undefined
  })
)
export type Filter = typeof Filter.Type

export const Filters = absentAs(listOf(Filter, 5), [])

export const Trigger = Schema.Struct({ event_type: EventTypeName, match: Match, filters: Filters })
export type Trigger = typeof Trigger.Type

export const comparisonOperators = ["eq", "neq", "gt", "gte", "lt", "lte"] as const
export type ComparisonOperator = (typeof comparisonOperators)[number]

export const conditionTypes = [
  "evolution_stage",
  "prestige_level",
  "skill_level",
  "coins_balance",
  "coins_lifetime",
  "token_balance",
  "token_lifetime",
  "badge_owned",
  "item_owned",
  "gate_unlocked",
  "streak_current",
  "streak_longest",
  "event_count",
  "days_since_hatched"
] as const
export type ConditionType = (typeof conditionTypes)[number]

const keyless: ReadonlySet<string> = new Set<ConditionType>([
  "evolution_stage",
  "prestige_level",
  "coins_balance",
  "coins_lifetime",
  "days_since_hatched"
])
const yesOrNo: ReadonlySet<string> = new Set<ConditionType>(["badge_owned", "item_owned", "gate_unlocked"])

interface ConditionShape {
  readonly type: ConditionType
  readonly key: string | null
  readonly operator: ComparisonOperator
  readonly value: number | boolean
  readonly window_days: number | null
}

const conditionIssue = Schema.makeFilter<ConditionShape>((condition) => {
  const { key, operator, type, value, window_days } = condition
  if (keyless.has(type) !== (key === null)) {
    return { path: ["key"], issue: key === null ? `${type} needs a key` : `${type} takes no key` }
  }
  if (yesOrNo.has(type) !== (typeof value === "boolean")) {
    return {
      path: ["value"],
      issue: yesOrNo.has(type) ? `${type} compares with true or false` : `${type} compares with a number`
    }
  }
  if (typeof value === "boolean" && operator !== "eq" && operator !== "neq") {
    return { path: ["operator"], issue: `${type} takes eq or neq` }
  }
  if (window_days !== null && type !== "event_count") {
    return { path: ["window_days"], issue: "only event_count takes a window" }
  }
  return undefined
})

/**
 * A test of what a buddy has. `window_days` narrows `event_count` to the last days of the user's calendar, today
 * included. In a rule, streaks and `event_count` are judged as of the local day of the event, however late it arrives.
 */
export const Condition = Schema.Struct({
  type: Schema.Literals(conditionTypes),
  key: orNull(Schema.String.check(notReserved, isWritable)),
  operator: Schema.Literals(comparisonOperators),
  value: Schema.Union([real(-balanceMax, balanceMax), Schema.Boolean]),
  window_days: orNull(whole(1, 365))
}).check(conditionIssue)
export type Condition = typeof Condition.Type

/** An empty group asks for nothing and is met. */
export const Group = Schema.Struct({ match: Match, conditions: absentAs(listOf(Condition, 5), []) })
export type Group = typeof Group.Type

const timesMax = orNull(whole(1, 1_000_000))

export const Limits = Schema.Struct({
  cooldown_seconds: absentAs(whole(0, 31_536_000), 0),
  max_per_day: timesMax,
  max_per_week: timesMax,
  max_per_month: timesMax,
  max_total: timesMax,
  unique_by: absentAs(listOf(PropertyName, 5), []),
  day_boundary: absentAs(Schema.Literals(["user", "tenant", "utc"]), "user")
})
export type Limits = typeof Limits.Type

/** What a milestone, a stage or a drop hands out. Skill amounts are points; items are named by item id. */
export const Reward = Schema.Struct({
  coins: absentAs(Amount, 0),
  tokens: absentAs(listOf(Schema.Struct({ token_key: Key, amount: PositiveAmount }), 5), []),
  badges: absentAs(listOf(Key, 5), []),
  items: absentAs(listOf(Id, 5), []),
  skills: absentAs(listOf(Schema.Struct({ skill_key: Key, amount: PositiveAmount }), 5), []),
  streak_freezes: absentAs(whole(0, 100), 0)
})
export type Reward = typeof Reward.Type

export const noReward: Reward = { coins: 0, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }

/** What is given from outside the rules. */
export const GivenReward = Reward.check(
  Schema.makeFilter<{ readonly streak_freezes: number }>(({ streak_freezes }) =>
    streak_freezes === 0 ? undefined : { path: ["streak_freezes"], issue: "only streaks give freezes" }
  )
)

export const FixedAmount = Schema.Struct({ mode: Schema.Literal("fixed"), value: Amount })
export const PropertyAmount = Schema.Struct({
  mode: Schema.Literal("per_property"),
  property: PropertyName,
  rate: real(0, 1_000_000),
  min: absentAs(Amount, 0),
  max: orNull(Amount),
  rounding: absentAs(Schema.Literals(["down", "up", "nearest"]), "down")
}).check(
  Schema.makeFilter<{ readonly min: number; readonly max: number | null }>(({ max, min }) =>
    max !== null && max < min ? { path: ["max"], issue: "max is below min" } : undefined
  )
)
export const PoolAmount = Schema.Struct({
  mode: Schema.Literal("pool"),
  entries: Schema.Array(
    Schema.Struct({
      value: Amount,
      weight: Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(1_000_000)),
      is_lucky: absentAs(Schema.Boolean, false)
    })
  ).check(Schema.isBetweenLength(1, 20))
})

/** How much a rule pays: always the same, by a property of the event, or drawn from weighted entries. */
export const RuleAmount = Schema.Union([FixedAmount, PropertyAmount, PoolAmount])
export type RuleAmount = typeof RuleAmount.Type

export const Budget = Schema.Struct({
  max_coins: whole(1, 1_000_000_000_000),
  period: absentAs(Schema.Literals(["day", "week", "month", "total"]), "total")
})
export type Budget = typeof Budget.Type
