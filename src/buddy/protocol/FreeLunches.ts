/** What may be said to a buddy about cards of gifts, and what it answers: a part of the protocol, by tag. */
import { Schema } from "effect"

const named = { grant_id: Schema.String }

export const freeLunchCommands = {
  SeeFreeLunch: Schema.TaggedStruct("SeeFreeLunch", named),
  DismissFreeLunch: Schema.TaggedStruct("DismissFreeLunch", named)
}

export const freeLunchReplies = {
  FreeLunch: Schema.TaggedStruct("FreeLunch", {
    ...named,
    coins: Schema.Int,
    status: Schema.Literals(["granted", "seen", "dismissed"]),
    expires_at: Schema.NullOr(Schema.Number)
  })
}
