import { Schema } from "effect"
import { triggeredFields } from "./CoinRule.ts"
import {
  absentAs,
  AudienceKey,
  balanceMax,
  Enabled,
  Id,
  Key,
  Label,
  orNull,
  ResourceUrl,
  Trigger,
  whole
} from "./Shared.ts"

export const levelMax = 1_000

/** Cumulative points for level n: linear base*n, quadratic base*n^2, exponential base*factor^(n-1), or a table. */
export const LevelCurve = Schema.Struct({
  mode: Schema.Literals(["linear", "quadratic", "exponential", "table"]),
  base: orNull(whole(1, 1_000_000_000)),
  factor: orNull(Schema.Finite.check(Schema.isGreaterThan(1), Schema.isLessThanOrEqualTo(100))),
  thresholds: orNull(Schema.Array(whole(1, balanceMax)).check(Schema.isBetweenLength(1, 100)))
}).check(
  Schema.makeFilter<{
    readonly mode: string
    readonly base: number | null
    readonly factor: number | null
    readonly thresholds: ReadonlyArray<number> | null
  }>(({ base, factor, mode, thresholds }) => {
    if (mode === "table") {
      if (thresholds === null) return { path: ["thresholds"], issue: "a table curve needs thresholds" }
      const rising = thresholds.every((threshold, index) => index === 0 || threshold > thresholds[index - 1]!)
      return rising ? undefined : { path: ["thresholds"], issue: "thresholds must rise strictly" }
    }
    if (base === null) return { path: ["base"], issue: `a ${mode} curve needs a base` }
    return mode === "exponential" && factor === null
      ? { path: ["factor"], issue: "an exponential curve needs a factor" }
      : undefined
  })
)
export type LevelCurve = typeof LevelCurve.Type

export const Skill = Schema.Struct({
  skill_key: Key,
  name: Label,
  icon_url: orNull(ResourceUrl),
  start_level: absentAs(whole(0, levelMax), 0),
  max_level: absentAs(whole(1, levelMax), 100)
}).check(
  Schema.makeFilter<{ readonly start_level: number; readonly max_level: number }>((skill) =>
    skill.start_level > skill.max_level ? { path: ["start_level"], issue: "start_level is above max_level" } : undefined
  )
)
export type Skill = typeof Skill.Type

const skillSetIssue = Schema.makeFilter<{ readonly skills: ReadonlyArray<{ readonly skill_key: string }> }>(
  ({ skills }) => {
    const keys = skills.map((skill) => skill.skill_key)
    const twice = keys.find((key, index) => keys.indexOf(key) !== index)
    return twice === undefined ? undefined : { path: ["skills"], issue: `skill_key ${twice} appears twice` }
  }
)

const skillSetFields = {
  skill_set_key: Key,
  name: Label,
  skills: Schema.Array(Skill).check(Schema.isMaxLength(50)),
  level_curve: LevelCurve
}

export const SkillSetInput = Schema.Struct(skillSetFields)
  .check(skillSetIssue)
  .annotate({ identifier: "SkillSetInput" })
export type SkillSetInput = typeof SkillSetInput.Type

export const SkillSet = Schema.Struct({ skill_set_id: Id, ...skillSetFields })
  .check(skillSetIssue)
  .annotate({ identifier: "SkillSet" })
export type SkillSet = typeof SkillSet.Type

/** A set inside a PATCH of the draft: the identifier it was read with may come along. */
export const SkillSetPatch = Schema.Struct({ ...skillSetFields, skill_set_id: Schema.optionalKey(Id) }).check(
  skillSetIssue
)

/** Body of POST and PUT: gives points of one skill for an event. */
export const SkillRuleInput = Schema.Struct({ ...triggeredFields, skill_key: Key }).annotate({
  identifier: "SkillRuleInput"
})
export type SkillRuleInput = typeof SkillRuleInput.Type

export const SkillRule = Schema.Struct({ rule_id: Id, ...SkillRuleInput.fields }).annotate({ identifier: "SkillRule" })
export type SkillRule = typeof SkillRule.Type

/**
 * Takes `amount` levels per period from a skill that was not practised for `idle_days`; once per rule, buddy and
 * period.
 */
export const SkillDecayRuleInput = Schema.Struct({
  rule_key: Key,
  name: orNull(Label),
  skill_key: Key,
  enabled: Enabled,
  audience: AudienceKey,
  idle_days: whole(1, 365),
  period: absentAs(Schema.Literals(["day", "week", "month"]), "week"),
  amount: absentAs(whole(1, levelMax), 1),
  floor_level: absentAs(whole(0, levelMax), 0),
  refresh_on: orNull(Trigger),
  pause_during_vacation: absentAs(Schema.Boolean, true)
}).annotate({ identifier: "SkillDecayRuleInput" })
export type SkillDecayRuleInput = typeof SkillDecayRuleInput.Type

export const SkillDecayRule = Schema.Struct({ rule_id: Id, ...SkillDecayRuleInput.fields }).annotate({
  identifier: "SkillDecayRule"
})
export type SkillDecayRule = typeof SkillDecayRule.Type
