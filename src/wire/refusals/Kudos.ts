/** What a buddy that wants to give kudos is refused with. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"
import { Timestamp } from "../Ids.ts"

const Reason = Schema.Literals(["audience", "team", "type_archived"])
const reasons = {
  audience: "It is not for this giver or not for this receiver: their audience is another one.",
  team: "The two are in no team together.",
  type_archived: "This kind of kudos is archived."
} as const

export class KudoNotAllowed extends Schema.TaggedError<KudoNotAllowed>()("KudoNotAllowed", { reason: Reason }) {}
export const kudoNotAllowed = failure(KudoNotAllowed, {
  status: 409,
  code: "kudo_not_allowed",
  message: (e) => reasons[e.reason],
  details: (e) => ({ reason: e.reason })
})

const Limit = Schema.Literals(["daily", "pair", "total"])
const limits = {
  daily: "of this kind",
  pair: "of this kind to the same buddy",
  total: "of all kinds together"
} as const

export class KudoLimitReached extends Schema.TaggedError<KudoLimitReached>()("KudoLimitReached", {
  limit: Limit,
  used: Schema.Int,
  max: Schema.Int,
  resets_at: Timestamp
}) {}
export const kudoLimitReached = failure(KudoLimitReached, {
  status: 409,
  code: "kudo_limit_reached",
  message: (e) => `A buddy gives at most ${e.max} kudos a day ${limits[e.limit]}.`,
  details: (e) => ({ limit: e.limit, used: e.used, max: e.max, resets_at: e.resets_at })
})
