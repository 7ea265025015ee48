/** A draw of a lottery, carried out again. */
import { Schema } from "effect"

export const DrawProof = Schema.Struct({
  valid: Schema.Boolean,
  checks: Schema.Struct({
    commit: Schema.Boolean.annotate({ description: "the seed is the one that was promised" }),
    entries: Schema.Boolean.annotate({ description: "the list is the one that was hashed, with all its tickets" }),
    winners: Schema.Boolean.annotate({ description: "the winners follow from seed, draw and list" }),
    rewards: Schema.Boolean.annotate({ description: "each place was paid once, or is still to be paid" })
  })
}).annotate({ identifier: "LotteryDrawProof" })
export type DrawProof = typeof DrawProof.Type
