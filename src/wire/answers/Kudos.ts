/** Kudos that were given, and what giving them takes. */
import { Schema } from "effect"
import { orNull } from "../content/Shared.ts"
import { Id, text, Timestamp } from "../Ids.ts"
import { changeRefusals } from "../refusals/Buddies.ts"
import { kudoLimitReached, kudoNotAllowed } from "../refusals/Kudos.ts"
import { testClockUser } from "../refusals/Mentors.ts"
import { says } from "../Words.ts"

const Message = text({ max: 280 })

/** All but whom it is for. */
export const kudosBody = {
  kudo_key: text({ min: 1, max: 64 }),
  message: orNull(Message).annotate({ description: "plain text, where the type allows one" })
}

const kudo = { kudo_id: Id, kudo_key: Schema.String }
const about = {
  message: Schema.NullOr(Schema.String),
  coins: Schema.Int.annotate({ description: "what the receiver gets, within seconds" })
}
const answered = {
  left_today: Schema.Int.annotate({ description: "of this type, on the giver's local day" }),
  occurred_at: Timestamp
}

export const KudosAnswer = Schema.Struct({
  ...kudo,
  from_buddy_id: Id,
  to_buddy_id: Id,
  ...about,
  ...answered
}).annotate({ identifier: "KudosAnswer" })
export type KudosAnswer = typeof KudosAnswer.Type

/** Others are refs to a widget. */
export const WidgetKudosAnswer = Schema.Struct({
  ...kudo,
  from_buddy_id: Id,
  to_ref: Schema.String,
  ...about,
  ...answered
}).annotate({ identifier: "WidgetKudosAnswer" })

export const Kudos = Schema.Struct({
  ...kudo,
  from_buddy_id: Schema.NullOr(Id).annotate({ description: "null once that buddy is erased" }),
  to_buddy_id: Schema.NullOr(Id).annotate({ description: "null once that buddy is erased" }),
  ...about,
  occurred_at: Timestamp
}).annotate({ identifier: "Kudos" })
export type Kudos = typeof Kudos.Type

export const givingRefusals = [...changeRefusals, kudoNotAllowed, kudoLimitReached, testClockUser] as const

export const givingDescription =
  "To a buddy of another user within reach: of the same audience, or of a common team. Limits count by the giver's " +
  "local day. Told as kudos.given and in the feeds of the giver's teams; the receiver's reward follows by itself."
export const givingWords = says("Give kudos", givingDescription)
