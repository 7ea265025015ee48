/** Asynchronous jobs and their results. Contract parts 2, 3 and 4 (Operations). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { failure, invalidTransition, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

export const OperationType = Schema.Literals([
  "hatch",
  "evolve",
  "equip_item",
  "rerender",
  "regenerate",
  "migrate",
  "backtest",
  "backfill",
  "import",
  "decay",
  "apply_profile",
  "team_dissolve",
  "season_close",
  "season_simulation",
  "lottery_draw",
  "quest_resolve",
  "founding_backfill",
  "onboarding",
  "erase",
  "user_export",
  "forecast",
  "analytics_rebuild"
])
export type OperationType = typeof OperationType.Type

/** What they settle counts as settled when they are opened: nobody can cancel them. */
export const irrevocable: ReadonlyArray<OperationType> = [
  "season_close",
  "team_dissolve",
  "lottery_draw",
  "quest_resolve",
  "analytics_rebuild"
]

export const OperationStatus = Schema.Literals(["pending", "processing", "completed", "failed", "cancelled"])
export type OperationStatus = typeof OperationStatus.Type

const Facts = Schema.Record(Schema.String, Schema.Json)

export const OperationError = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  details: Schema.optionalKey(Facts).annotate({ description: "where there is more to say" })
})
export type OperationError = typeof OperationError.Type

export const Operation = Schema.Struct({
  operation_id: Id,
  type: OperationType,
  status: OperationStatus,
  resource_type: Schema.String.annotate({ description: "what it works on: egg, buddy, config_version, ..." }),
  resource_id: Schema.String,
  attempts: Schema.Int.annotate({ description: "how often the work was tried" }),
  progress: Schema.NullOr(Facts).annotate({ description: "counts of a long job while it runs; null for short ones" }),
  result: Schema.NullOr(Facts).annotate({ description: "set when status is completed" }),
  error: Schema.NullOr(OperationError).annotate({ description: "set when status is failed" }),
  created_at: Timestamp,
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Operation" })
export type Operation = typeof Operation.Type

export class OperationFinished extends Schema.TaggedError<OperationFinished>()("OperationFinished", {
  status: OperationStatus
}) {}
export const operationFinished = failure(OperationFinished, {
  status: 409,
  code: "operation_finished",
  message: (e) => `This operation is ${e.status} already, and cannot be cancelled.`,
  details: (e) => ({ status: e.status })
})

export class OperationsApi extends tenantGroup(
  HttpApiGroup.make("operations").add(
    HttpApiEndpoint.get("list", "/operations", {
      query: { ...offsetQuery, type: Schema.optionalKey(OperationType), status: Schema.optionalKey(OperationStatus) },
      success: offsetPage(Operation)
    }).annotateMerge(says("List operations", "Newest first. Narrow it down by type or status.")),
    HttpApiEndpoint.get("read", "/operations/:id", {
      params: { id: Schema.String },
      success: Operation,
      error: notFound
    }).annotateMerge(
      says(
        "Show an operation",
        "Ask until `status` is `completed`, `failed` or `cancelled`; these are final. Every second or two is enough."
      )
    ),
    HttpApiEndpoint.post("cancel", "/operations/:id/cancel", {
      params: { id: Schema.String },
      success: Operation,
      error: [notFound, operationFinished, invalidTransition]
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Cancel an operation",
          "Cancels an operation that is pending or processing. A change that was committed is never undone: if the " +
            "work finished first, the answer is 409 operation_finished. Cancelling a hatch puts its egg back to ready."
        )
      )
  ),
  {
    access: "tenant_read",
    capability: "none",
    description: "Asynchronous jobs: completed, failed and cancelled are final"
  }
) {}
