/** What a forecast was asked for, with everything it depends on that may change. */
import { Schema } from "effect"

/** Days since 1970-01-01. */
export const Plan = Schema.Struct({
  config_version_id: Schema.String,
  horizon_days: Schema.Int,
  runs: Schema.Int,
  seed: Schema.String,
  event_limit: Schema.String,
  today: Schema.Int,
  audience: Schema.NullOr(Schema.String),
  /** the first and the last day of the record users are drawn from; absent in plans of a release before: today */
  from: Schema.Int,
  to: Schema.optionalKey(Schema.Int),
  /** null: users live recorded days */
  assumed: Schema.NullOr(
    Schema.Struct({
      users: Schema.Int,
      per_week: Schema.Record(Schema.String, Schema.Finite),
      audience: Schema.String
    })
  ),
  new_per_day: Schema.Finite,
  weekly_retention: Schema.NullOr(Schema.Finite),
  item_ids: Schema.NullOr(Schema.Array(Schema.String))
})
export type Plan = typeof Plan.Type
