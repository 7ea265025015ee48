/** Work of which there is one at a time. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

export class OperationInProgress extends Schema.TaggedError<OperationInProgress>()("OperationInProgress", {
  type: Schema.String
}) {}
export const operationInProgress = failure(OperationInProgress, {
  status: 409,
  code: "operation_in_progress",
  message: (e) => `An operation of the type ${e.type} is under way: wait for it to end.`,
  details: (e) => ({ type: e.type })
})
