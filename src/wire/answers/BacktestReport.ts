/** What two sets of rules would have made of the same events. Contract part 3 (operations). */
import { Schema } from "effect"
import { Id } from "../Ids.ts"

export const Amounts = Schema.Record(Schema.String, Schema.Int)

export const RuleSide = Schema.Struct({
  fired: Schema.Int,
  amounts: Amounts.annotate({ description: "by unit: `coin` or `token:<token_key>`" }),
  capped: Amounts.annotate({
    description: "by reason: limit_reached, cooldown, budget_exhausted, unique_already_paid"
  })
})

export const UnitSide = Schema.Struct({
  total: Schema.Int,
  p50: Schema.Int.annotate({ description: "per buddy that sent events" }),
  p95: Schema.Int
})

export const Difference = Schema.Struct({ buddy_id: Id, old: Schema.Int, new: Schema.Int })

export const Count = Schema.Struct({ old: Schema.Int, new: Schema.Int })

/** The result of the operation. */
export const BacktestReport = Schema.Struct({
  config_version_id: Id,
  compared_with: Id,
  events: Schema.Struct({
    replayed: Schema.Int,
    buddies: Schema.Int,
    is_complete: Schema.Boolean.annotate({ description: "false: more events were on record than max_events" })
  }),
  units: Schema.Array(
    Schema.Struct({
      unit: Schema.String,
      old: UnitSide,
      new: UnitSide,
      recorded: Schema.Int.annotate({ description: "what these events paid when they came in" }),
      winners: Schema.Int.annotate({ description: "buddies that would have more" }),
      losers: Schema.Int,
      unchanged: Schema.Int,
      largest_gains: Schema.Array(Difference),
      largest_losses: Schema.Array(Difference)
    })
  ),
  rules: Schema.Array(Schema.Struct({ type: Schema.String, key: Schema.String, old: RuleSide, new: RuleSide })),
  badges: Schema.Array(Schema.Struct({ badge_key: Schema.String, ...Count.fields })),
  stages: Schema.Array(Schema.Struct({ stage: Schema.Int, ...Count.fields })).annotate({
    description: "buddies by the stage they end at"
  }),
  not_replayed: Schema.Array(
    Schema.Struct({ what: Schema.String, count: Schema.Int, consequence: Schema.String })
  ).annotate({ description: "what the record holds and neither side was given" })
}).annotate({ identifier: "BacktestReport" })
export type BacktestReport = typeof BacktestReport.Type
