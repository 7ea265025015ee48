/** Schemas of what is said about kudos; see `engine/community/KudosTerms`. */
import { Schema } from "effect"
import type { KudosTerms } from "../../engine/community/KudosTerms.ts"
import { opaque } from "./wire.ts"

const shared = { kudo_id: Schema.String, to_buddy_id: Schema.String }

export const kudosCommand = Schema.TaggedStruct("GiveKudos", {
  ...shared,
  type: opaque<KudosTerms>(),
  message: Schema.NullOr(Schema.String)
})

export const kudosReply = Schema.TaggedStruct("Kudos", {
  ...shared,
  kudo_key: Schema.String,
  coins: Schema.Int,
  left_today: Schema.Int,
  occurred_at: Schema.Number
})
