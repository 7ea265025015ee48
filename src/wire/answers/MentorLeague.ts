/** Where a mentor stands in the leagues, as far as others may see it. */
import { Schema } from "effect"

export const MentorLeague = Schema.optionalKey(
  Schema.NullOr(Schema.Struct({ tier_key: Schema.String, name: Schema.String }))
).annotate({ description: "its tier, null: none yet; absent where `show.league` is off" })
