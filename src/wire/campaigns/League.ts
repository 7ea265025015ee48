/** Leagues: what a season is won by and what its tiers do, frozen with the season that begins under them. */
import { Schema } from "effect"
import { absentAs, Key, Label, listOf, Reward, real, whole, ZoneName } from "../content/Shared.ts"
import { type Metric, MetricField } from "./Metric.ts"

/** A season that counts, as every node keeps it; epoch ms. */
export interface SeasonTerms {
  readonly season_id: string
  readonly starts_at: number
  readonly ends_at: number
  readonly metric: Metric
  /** nothing counts for it now: told for what buddies remember of it */
  readonly is_resting?: boolean
}

export const isCounting = ({ is_resting }: SeasonTerms): boolean => is_resting !== true

/** The period key of a season's scores: it has one. */
export const seasonPeriod = "season"

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const

export const LeagueConfigInput = Schema.Struct({
  enabled: absentAs(Schema.Boolean, false),
  metric: MetricField,
  season_days: absentAs(whole(1, 92), 7),
  starts_on: absentAs(Schema.NullOr(Schema.Literals(weekdays)), "monday").annotate({
    description: "of automatic seasons; null: none is automatic"
  }),
  timezone: absentAs(ZoneName, "UTC"),
  finalize_delay_hours: absentAs(whole(0, 72), 12).annotate({
    description: "how long late events of a season that is over still count"
  }),
  cohort_size: absentAs(whole(2, 100), 30),
  demote_idle: absentAs(Schema.Boolean, true)
}).annotate({ identifier: "LeagueConfigInput" })
export type LeagueConfigInput = typeof LeagueConfigInput.Type

/** count: so many; share: of those ranked in the cohort, rounded down. */
export const Zone = Schema.Struct({
  mode: Schema.Literals(["count", "share"]),
  value: real(0, 100)
}).check(
  Schema.makeFilter<{ readonly mode: string; readonly value: number }>(({ mode, value }) => {
    if (mode === "share") return value <= 0.5 ? undefined : { path: ["value"], issue: "a share is at most 0.5" }
    return Number.isInteger(value) ? undefined : { path: ["value"], issue: "a count is a whole number" }
  })
)
export type Zone = typeof Zone.Type

const noZone = { mode: "count", value: 0 } as const

const payable = Reward.check(
  Schema.makeFilter<{ readonly streak_freezes: number }>(({ streak_freezes }) =>
    streak_freezes === 0 ? undefined : { path: ["streak_freezes"], issue: "a season gives no streak freezes" }
  )
)

const rankRange = Schema.Struct({ rank_min: whole(1, 100), rank_max: whole(1, 100), reward: payable }).check(
  Schema.makeFilter<{ readonly rank_min: number; readonly rank_max: number }>(({ rank_max, rank_min }) =>
    rank_min <= rank_max ? undefined : { path: ["rank_max"], issue: "rank_max is below rank_min" }
  )
)

/** Disjoint when sorted by where they begin. */
const disjoint = Schema.makeFilter<ReadonlyArray<{ readonly rank_min: number; readonly rank_max: number }>>(
  (ranges) => {
    const sorted = ranges.toSorted((left, right) => left.rank_min - right.rank_min)
    return sorted.every(({ rank_min }, at) => at === 0 || rank_min > sorted[at - 1]!.rank_max)
      ? undefined
      : "a rank is paid by one range"
  }
)

export const Tier = Schema.Struct({
  tier_key: Key,
  name: Label,
  order: whole(1, 100).annotate({ description: "1 is the lowest" }),
  promote: absentAs(Zone, noZone),
  demote: absentAs(Zone, noZone),
  rewards: absentAs(listOf(rankRange, 100).check(disjoint), [])
}).annotate({ identifier: "LeagueTier" })
export type Tier = typeof Tier.Type

/** Where no tiers were ever set. */
export const openTier: Tier = {
  tier_key: "open",
  name: "Open",
  order: 1,
  promote: noZone,
  demote: noZone,
  rewards: []
}

const distinct = Schema.makeFilter<ReadonlyArray<{ readonly tier_key: string; readonly order: number }>>((tiers) => {
  if (new Set(tiers.map(({ tier_key }) => tier_key)).size < tiers.length) return "every tier_key may stand once"
  return new Set(tiers.map(({ order }) => order)).size < tiers.length ? "every order may stand once" : undefined
})

export const Tiers = Schema.Array(Tier).check(Schema.isBetweenLength(1, 20), distinct)

/** What is frozen when a season begins. */
export const SeasonRules = Schema.Struct({ config: LeagueConfigInput, tiers: Tiers }).annotate({
  identifier: "LeagueSeasonRules"
})
export type SeasonRules = typeof SeasonRules.Type
