/**
 * What a planner has to say, however it came to it: small, and without anything a configuration could be spoiled
 * by.
 */
import { Schema } from "effect"
import { presetKeys } from "./Lexicon.ts"
import { frequencies, tones } from "../Api/Questions.ts"

export const roles = ["core", "social", "rare"] as const
export type Role = (typeof roles)[number]

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const said = (maximum: number) => Schema.String.check(Schema.isBetweenLength(1, maximum))
const listOf = <S extends Schema.Constraint>(item: S, maximum: number) =>
  Schema.Array(item).check(Schema.isMaxLength(maximum))

export const events_max = 12

export const IdeaEvent = Schema.Struct({
  event_type: said(80),
  name: said(120),
  role: Schema.Literals(roles),
  /** how often an active user does it in a week */
  per_user_week: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000 })),
  properties: listOf(Schema.Struct({ name: said(64), type: Schema.Literals(["string", "number", "boolean"]) }), 8),
  why: said(300)
})
export type IdeaEvent = typeof IdeaEvent.Type

export const PlanIdea = Schema.Struct({
  preset_key: Schema.Literals(presetKeys),
  tone: Schema.Literals(tones),
  event_types: listOf(IdeaEvent, events_max).check(Schema.isMinLength(1)),
  rewards: listOf(
    Schema.Struct({
      event_type: said(80),
      coins: whole(0, 1_000),
      max_per_day: whole(1, 1_000),
      is_drawn: Schema.Boolean
    }),
    events_max
  ),
  badges: listOf(
    Schema.Struct({
      label: said(100),
      description: said(300),
      tier: Schema.Literals(["bronze", "silver", "gold", "platinum"]),
      event_type: said(80),
      count: whole(1, 100_000)
    }),
    12
  ),
  streak: Schema.NullOr(
    Schema.Struct({ name: said(100), frequency: Schema.Literals(frequencies), event_types: listOf(said(80), 5) })
  ),
  evolution: Schema.Struct({ stage_names: listOf(said(60), 5).check(Schema.isMinLength(2)) }),
  reasons: listOf(Schema.Struct({ path: said(200), why: said(500) }), 40)
})
export type PlanIdea = typeof PlanIdea.Type
