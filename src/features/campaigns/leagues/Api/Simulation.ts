/** A season played on the record, to see what rules would come to. */
import { Schema } from "effect"
import { Tiers } from "../../../../wire/campaigns/League.ts"
import { MetricAnswer } from "../../../../wire/campaigns/Metric.ts"
import { Instant, Timestamp } from "../../../../wire/Ids.ts"
import { leagueConfig } from "./Records.ts"

/** Of the events of the window, the oldest to arrive. */
export const simulated_events_max = 1_000_000
export const simulated_days_max = 31

export const SimulationInput = Schema.Struct({
  from: Instant,
  to: Instant,
  rules: Schema.optionalKey(
    Schema.Struct({
      config: Schema.optionalKey(leagueConfig.patch),
      tiers: Schema.optionalKey(Tiers)
    }).annotate({ description: "what is left out, of `config` too, is as the league has it now" })
  )
}).annotate({ identifier: "SimulateLeagueSeason" })
export type SimulationInput = typeof SimulationInput.Type

/** Rewards of the ranks, if all of them can be paid. */
const SimulatedCost = Schema.Struct({
  coins: Schema.Int,
  tokens: Schema.Record(Schema.String, Schema.Int).annotate({ description: "by token_key" })
})
export type SimulatedCost = typeof SimulatedCost.Type

export const SimulatedTier = Schema.Struct({
  tier_key: Schema.String,
  participants: Schema.Int,
  cohorts: Schema.Int,
  promoted: Schema.Int,
  demoted: Schema.Int.annotate({ description: "by rank, and for being idle" }),
  idle: Schema.Int.annotate({ description: "standing in it without a score" }),
  buddies_after: Schema.Int.annotate({ description: "that stand in it when the season is over" }),
  cost: SimulatedCost,
  scores: Schema.NullOr(
    Schema.Struct({ min: Schema.Int, p25: Schema.Int, p50: Schema.Int, p75: Schema.Int, max: Schema.Int })
  )
})
export type SimulatedTier = typeof SimulatedTier.Type

/** The result of the operation. */
export const SeasonSimulation = Schema.Struct({
  from: Timestamp,
  to: Timestamp,
  metric: MetricAnswer,
  events: Schema.Struct({ played: Schema.Int, is_complete: Schema.Boolean }),
  participants: Schema.Int,
  cohorts: Schema.Int,
  promoted: Schema.Int,
  demoted: Schema.Int,
  idle: Schema.Int,
  cost: SimulatedCost,
  tiers: Schema.Array(SimulatedTier)
}).annotate({ identifier: "LeagueSeasonSimulation" })
export type SeasonSimulation = typeof SeasonSimulation.Type
