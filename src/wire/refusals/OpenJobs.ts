/** Long jobs a workspace may have open at once: each is worked on for minutes by runners that all share. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"
import { limits } from "../Limits.ts"

export class OperationLimit extends Schema.TaggedError<OperationLimit>()("OperationLimit", { type: Schema.String }) {}
export const operationLimit = failure(OperationLimit, {
  status: 409,
  code: "operation_limit_reached",
  message: (e) => `At most ${limits.open_operations_max} operations of the type ${e.type} may be open at once.`,
  details: (e) => ({ type: e.type, max: limits.open_operations_max })
})
