/** A surprise drop: how likely an event brings it, and what may be in it. */
import { Schema } from "effect"
import {
  absentAs,
  AudienceKey,
  Budget,
  Enabled,
  Group,
  Label,
  Limits,
  orNull,
  Priority,
  real,
  Reward,
  Trigger,
  whole
} from "../content/Shared.ts"

export const dropLimits = {
  /** enabled at once */
  live_max: 50,
  /** those that are switched off included */
  drops_max: 200
} as const

const withoutFreezes = Schema.makeFilter<Reward>(({ streak_freezes }) =>
  streak_freezes === 0 ? undefined : { path: ["streak_freezes"], issue: "only streaks give freezes" }
)

export const DropPrize = Schema.Struct({
  weight: Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(1_000_000)),
  reward: Reward.check(withoutFreezes)
})
export type DropPrize = typeof DropPrize.Type

const Chance = real(0, 1)

/** What PATCH may change, each field absent or whole. */
export const dropFields = {
  name: Label,
  enabled: Enabled,
  priority: Priority,
  audience: AudienceKey,
  trigger: Trigger,
  conditions: absentAs(Group, {}),
  probability: Chance.annotate({ description: "of an event that could win it" }),
  pity_after: orNull(whole(1, 10_000)).annotate({
    description: "after so many misses in a row the next one wins; null: luck alone decides"
  }),
  beginner: orNull(Schema.Struct({ days: whole(1, 30), probability: Chance })).annotate({
    description: "another probability for the first days of a buddy"
  }),
  reward_pool: Schema.Array(DropPrize).check(Schema.isBetweenLength(1, 20)),
  limits: absentAs(Limits, {}).annotate({ description: "count what was won" }),
  budget: orNull(Budget)
}
const DropContent = Schema.Struct(dropFields)
export type DropContent = typeof DropContent.Type

/** As the rules are given it. One that is switched off is told too, for what buddies remember of it. */
export type DropTerms = LiveDrop | { readonly rule_id: string; readonly enabled: false }

export interface LiveDrop extends Omit<DropContent, "name" | "enabled"> {
  readonly rule_id: string
  readonly rule_key: string
  readonly enabled: true
  /** grows with every other probability or pool, so that outcomes of two are not counted together */
  readonly revision: number
}
