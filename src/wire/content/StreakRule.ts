import { Schema } from "effect"
import {
  absentAs,
  AudienceKey,
  Enabled,
  EventTypeName,
  Filters,
  Id,
  Key,
  Label,
  orNull,
  Reward,
  whole,
  ZoneName
} from "./Shared.ts"

const lengthMax = 10_000

/** `length` pays once each time the streak reaches it, `every` at each multiple. */
export const Milestone = Schema.Union([
  Schema.Struct({ length: whole(1, lengthMax), reward: absentAs(Reward, {}) }),
  Schema.Struct({ every: whole(1, lengthMax), reward: absentAs(Reward, {}) })
])
export type Milestone = typeof Milestone.Type

const Freezes = Schema.Struct({
  initial: absentAs(whole(0, 100), 0),
  max: absentAs(whole(0, 100), 0),
  earn_every_days: orNull(whole(1, 365)),
  auto_consume: absentAs(Schema.Boolean, true)
}).check(
  Schema.makeFilter<{ readonly initial: number; readonly max: number }>(({ initial, max }) =>
    initial > max ? { path: ["initial"], issue: "initial is above max" } : undefined
  )
)

/**
 * A run of days, ISO weeks or months in which the buddy qualified. `timezone.mode` says whose calendar counts; `user`
 * falls back to `fallback`, then the tenant's zone, then UTC. For `grace_minutes` after a period's end events still
 * count for it.
 */
export const StreakRuleInput = Schema.Struct({
  streak_key: Key,
  name: orNull(Label),
  enabled: Enabled,
  audience: AudienceKey,
  frequency: absentAs(Schema.Literals(["daily", "weekly", "monthly"]), "daily"),
  qualifying: Schema.Struct({
    match: absentAs(Schema.Literals(["all", "any"]), "any"),
    events: Schema.Array(
      Schema.Struct({
        event_type: EventTypeName,
        min_count: absentAs(whole(1, 1_000), 1),
        filters: Filters
      })
    ).check(Schema.isBetweenLength(1, 5))
  }),
  timezone: absentAs(
    Schema.Struct({
      mode: absentAs(Schema.Literals(["user", "tenant", "utc"]), "user"),
      fallback: orNull(ZoneName)
    }),
    {}
  ),
  grace_minutes: absentAs(whole(0, 720), 0),
  at_risk_minutes: absentAs(whole(0, 10_080), 240),
  freezes: absentAs(Freezes, {}),
  vacation: orNull(Schema.Struct({ max_days: whole(1, 365), max_per_year: whole(1, 365) })),
  restore_window_days: absentAs(whole(0, 30), 0),
  milestones: absentAs(Schema.Array(Milestone).check(Schema.isMaxLength(50)), [])
}).annotate({ identifier: "StreakRuleInput" })
export type StreakRuleInput = typeof StreakRuleInput.Type

export const StreakRule = Schema.Struct({ rule_id: Id, ...StreakRuleInput.fields }).annotate({
  identifier: "StreakRule"
})
export type StreakRule = typeof StreakRule.Type
