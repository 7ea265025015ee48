/** What a draft would have done with the events on record. Contract part 4 (config versions, operations). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant } from "../../../wire/Ids.ts"
import { Accepted } from "../../players/operations/Api.ts"

export const events_default = 100_000
const events_max = 1_000_000

export const BacktestInput = Schema.Struct({
  compare_with: Schema.optionalKey(
    Schema.String.annotate({ description: "a config_version_id or number; default: the active version" })
  ),
  from: Schema.optionalKey(Instant.annotate({ description: "only events that arrived at this time or later" })),
  to: Schema.optionalKey(Instant.annotate({ description: "only events that arrived before this time" })),
  buddy_ids: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(1_000))),
  max_events: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: events_max })).annotate({
      description: `the oldest ones are taken; default ${events_default}`
    })
  )
}).annotate({ identifier: "BacktestInput" })
export type BacktestInput = typeof BacktestInput.Type

const Amounts = Schema.Record(Schema.String, Schema.Int)
const RuleSide = Schema.Struct({
  fired: Schema.Int,
  amounts: Amounts.annotate({ description: "by unit: `coin` or `token:<token_key>`" }),
  capped: Amounts.annotate({
    description: "by reason: limit_reached, cooldown, budget_exhausted, unique_already_paid"
  })
})
const UnitSide = Schema.Struct({
  total: Schema.Int,
  p50: Schema.Int.annotate({ description: "per buddy that sent events" }),
  p95: Schema.Int
})
const Difference = Schema.Struct({ buddy_id: Id, old: Schema.Int, new: Schema.Int })
const Count = Schema.Struct({ old: Schema.Int, new: Schema.Int })

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

const description =
  "Replays recorded events, in the order of their arrival and at the time they came in, under this version and under " +
  "the one it is compared with. Every buddy starts as newly hatched on both sides, whatever it did before `from`, " +
  "and walks the path that is active now, so the two differ by the rules alone. Nothing is written and nobody is " +
  "told. Runs as an operation of the type backtest: `progress` counts events, a cancel ends it between two batches, " +
  "`result` is a BacktestReport. `not_replayed` says what was left out."

export class BacktestsApi extends tenantGroup(
  HttpApiGroup.make("backtests").add(
    HttpApiEndpoint.post("start", "/config-versions/:id/backtest", {
      params: { id: Schema.String },
      payload: [BacktestInput, Schema.Null],
      success: Accepted.pipe(HttpApiSchema.status(202)),
      error: [notFound, validationFailed]
    }).annotateMerge(OpenApi.annotations({ description }))
  ),
  { access: "config", capability: "backtests", description: "Rules tried on what really happened" }
) {}
