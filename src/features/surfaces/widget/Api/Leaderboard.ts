/** The leaderboard widget: who is ahead in the running period. Nobody is named by an id: none can be collected. */
import { Schema } from "effect"
import { Timestamp } from "../../../../wire/Ids.ts"

const rank = Schema.Int.annotate({ description: "1 is the first" })
const rank_change = Schema.NullOr(Schema.Int).annotate({
  description: "places gained since the period before; null: none then"
})

export const WidgetLeaderboard = Schema.Struct({
  leaderboard: Schema.Struct({
    period: Schema.Literals(["daily", "weekly", "monthly", "all_time"]),
    scope: Schema.Literals(["audience", "tenant", "team"]),
    metric: Schema.Struct({
      type: Schema.Literals(["coins_earned", "token_earned", "event_count", "skill_level", "streak_current"]),
      key: Schema.NullOr(Schema.String)
    }),
    starts_at: Schema.NullOr(Timestamp),
    ends_at: Schema.NullOr(Timestamp),
    as_of: Timestamp.annotate({ description: "the moment the rows were read, at most 10 s ago" })
  }),
  total: Schema.Int.annotate({ description: "how many are ranked" }),
  me: Schema.NullOr(Schema.Struct({ rank, value: Schema.Int, rank_change })).annotate({
    description: "the token's own buddy; null: it is not ranked"
  }),
  entries: Schema.Array(
    Schema.Struct({
      rank,
      name: Schema.String,
      thumb_url: Schema.NullOr(Schema.String),
      value: Schema.Int,
      rank_change,
      is_me: Schema.Boolean
    })
  ),
  league: Schema.NullOr(
    Schema.Struct({
      season_name: Schema.String,
      tier_key: Schema.String,
      tier_name: Schema.String,
      ends_at: Timestamp,
      promote_rank: Schema.NullOr(Schema.Int),
      demote_rank: Schema.NullOr(Schema.Int)
    })
  ),
  scopes: Schema.Array(Schema.String)
}).annotate({ identifier: "WidgetLeaderboard" })
export type WidgetLeaderboard = typeof WidgetLeaderboard.Type

export const leaderboardQuery = {
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })))
}
