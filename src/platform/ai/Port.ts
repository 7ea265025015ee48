/** What is asked of whoever writes texts, and why there may be none. */
import { Schema } from "effect"

export const aiReasons = ["unavailable", "timed_out", "refused", "answer_invalid"] as const
export type AiReason = (typeof aiReasons)[number]

/** `detail` is for the log: it holds nothing that was asked or answered. */
export class AiFailed extends Schema.TaggedError<AiFailed>()("AiFailed", {
  reason: Schema.Literals(aiReasons),
  detail: Schema.String
}) {}

interface Turn {
  readonly role: "system" | "user" | "assistant"
  readonly content: string
}

/** Asks for one object; the tenant has a share of the places only. */
export interface Question<A> {
  readonly customer_id: string
  readonly turns: ReadonlyArray<Turn>
  /** of the object, for the provider */
  readonly name: string
  readonly schema: Schema.ConstraintCodec<A, unknown, never, never>
}
