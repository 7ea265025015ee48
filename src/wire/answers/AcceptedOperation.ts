/** What every route that starts a job answers. Contract part 3. */
import { Schema } from "effect"
import { Id } from "../Ids.ts"

/** The 202 answer of every route that starts a job. */
export const Accepted = Schema.Struct({
  accepted: Schema.Literal(true),
  operation_id: Id,
  status: Schema.Literal("pending")
}).annotate({ identifier: "AcceptedOperation" })
