/** What a draft would have done with the events on record. Contract part 4 (config versions, operations). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Instant } from "../../../wire/Ids.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { operationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { says } from "../../../wire/Words.ts"

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
      error: [notFound, operationLimit, validationFailed]
    }).annotateMerge(says("Try a version on recorded events", description))
  ),
  { access: "config", capability: "backtests", description: "Rules tried on what really happened" }
) {}
