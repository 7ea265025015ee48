/** The leaderboard widget: who is ahead in the running period. Nobody is named by an id: none can be collected. */
import { Schema } from "effect"
import { boardPeriods, boardScopes } from "../../../../wire/campaigns/Leaderboard.ts"
import { MetricAnswer } from "../../../../wire/campaigns/Metric.ts"
import { Timestamp } from "../../../../wire/Ids.ts"

const rank = Schema.Int.annotate({ description: "1 is the first" })
const rank_change = Schema.NullOr(Schema.Int).annotate({
  description: "places gained since the period before; null: none then"
})

export const WidgetLeaderboard = Schema.Struct({
  leaderboard: Schema.NullOr(
    Schema.Struct({
      period: Schema.Literals([...boardPeriods, "season"]),
      scope: Schema.Literals([...boardScopes, "cohort"]),
      metric: MetricAnswer,
      starts_at: Schema.NullOr(Timestamp),
      ends_at: Schema.NullOr(Timestamp),
      as_of: Timestamp.annotate({ description: "the moment the rows were read, at most 10 s ago" })
    })
  ).annotate({ description: "null: there is no board and no season" }),
  total: Schema.Int.annotate({ description: "how many are ranked" }),
  me: Schema.NullOr(
    Schema.Struct({
      rank: Schema.NullOr(rank).annotate({ description: "null: behind 10,000 others, or no place in a cohort yet" }),
      value: Schema.Int,
      rank_change
    })
  ).annotate({ description: "the token's own buddy, or the best of its teams; null: not ranked, or it hides" }),
  entries: Schema.Array(
    Schema.Struct({
      rank,
      name: Schema.NullOr(Schema.String).annotate({ description: "null: hidden" }),
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
      promote_rank: Schema.NullOr(Schema.Int).annotate({ description: "the last rank that rises" }),
      demote_rank: Schema.NullOr(Schema.Int).annotate({ description: "the first rank that falls" })
    })
  ),
  scopes: Schema.Array(Schema.String)
}).annotate({ identifier: "WidgetLeaderboard" })
export type WidgetLeaderboard = typeof WidgetLeaderboard.Type

export const leaderboardQuery = {
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
  view: Schema.optionalKey(Schema.Literals(["league", "board"]))
}
