/** What the intake of an event or an egg may refuse. Contract part 7. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

export class MissingAudience extends Schema.TaggedError<MissingAudience>()("MissingAudience", {
  audiences: Schema.Array(Schema.String)
}) {}
export const missingAudience = failure(MissingAudience, {
  status: 400,
  code: "missing_audience",
  message: () => "Several audiences are configured: say which one this belongs to.",
  details: (e) => ({ audiences: e.audiences })
})

export class UnknownAudience extends Schema.TaggedError<UnknownAudience>()("UnknownAudience", {
  audience: Schema.String
}) {}
export const unknownAudience = failure(UnknownAudience, {
  status: 400,
  code: "unknown_audience",
  message: (e) => `No audience has the key ${e.audience}.`,
  details: (e) => ({ audience: e.audience })
})

export class EventQuotaExceeded extends Schema.TaggedError<EventQuotaExceeded>()("EventQuotaExceeded", {
  quota: Schema.Int,
  used: Schema.Int,
  resets_at: Schema.String
}) {}
export const eventQuotaExceeded = failure(EventQuotaExceeded, {
  status: 402,
  code: "event_quota_exceeded",
  message: (e) => `The plan's ${e.quota} events of this month are used up.`,
  details: (e) => ({ quota: e.quota, used: e.used, resets_at: e.resets_at })
})
