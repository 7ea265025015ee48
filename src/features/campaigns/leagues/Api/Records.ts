/** What leagues take and answer. */
import { Schema } from "effect"
import { patchable } from "../../../../resource/Api.ts"
import { LeagueConfigInput, SeasonRules, Tier, Tiers, weekdays } from "../../../../wire/campaigns/League.ts"
import { MetricAnswer } from "../../../../wire/campaigns/Metric.ts"
import { Key, Reward } from "../../../../wire/content/Shared.ts"
import { failure } from "../../../../wire/Failure.ts"
import { blank, displayName, Id, Instant, isVisible, text, Timestamp } from "../../../../wire/Ids.ts"

export const leagueConfig = patchable(LeagueConfigInput)

export const SeasonResult = Schema.Struct({
  participants: Schema.Int,
  promoted: Schema.Int,
  demoted: Schema.Int,
  coins: Schema.Int.annotate({ description: "paid as rewards" }),
  void: Schema.Int.annotate({ description: "rewards nobody could be given: archived or erased since" })
}).annotate({ identifier: "LeagueSeasonResult" })
export type SeasonResult = typeof SeasonResult.Type

export const seasonStatuses = ["scheduled", "active", "finalizing", "closing", "closed"] as const

export const Season = Schema.Struct({
  season_id: Id,
  name: Schema.String,
  status: Schema.Literals(seasonStatuses),
  automatic: Schema.Boolean,
  starts_at: Timestamp,
  ends_at: Timestamp,
  finalizes_at: Timestamp.annotate({ description: "until then late events count; then it is closed" }),
  closed_at: Schema.NullOr(Timestamp),
  participants: Schema.Int.annotate({ description: "buddies with a score" }),
  rules: SeasonRules.annotate({ description: "as they are now, until it begins; from then on as they were" }),
  result: Schema.NullOr(SeasonResult)
}).annotate({ identifier: "LeagueSeason" })
export type Season = typeof Season.Type

export const LeagueConfig = Schema.Struct({
  enabled: Schema.Boolean,
  metric: MetricAnswer,
  season_days: Schema.Int,
  starts_on: Schema.NullOr(Schema.Literals(weekdays)),
  timezone: Schema.String,
  finalize_delay_hours: Schema.Int,
  cohort_size: Schema.Int,
  demote_idle: Schema.Boolean,
  tiers: Schema.Array(Tier),
  current_season: Schema.NullOr(Season).annotate({ description: "the one that runs" }),
  next_season: Schema.NullOr(Season).annotate({ description: "the next one that is written down" })
}).annotate({ identifier: "LeagueConfig" })
export type LeagueConfig = typeof LeagueConfig.Type

/** Of what is sent: a season that runs may have begun under names of before. */
const named = Schema.makeFilter<typeof Tiers.Type>((tiers) => {
  const place = tiers.findIndex(({ name }) => !isVisible(name))
  return place < 0 ? undefined : { path: [place, "name"], issue: blank }
})

export const ReplaceTiers = Schema.Struct({
  tiers: Tiers.check(named),
  moves: Schema.optionalKey(
    Schema.Record(Key, Key)
      .check(Schema.isMaxProperties(20))
      .annotate({ description: "for each removed tier, the kept one its standings go to" })
  )
}).annotate({ identifier: "ReplaceLeagueTiers" })
export type ReplaceTiers = typeof ReplaceTiers.Type

export const SeasonInput = Schema.Struct({
  name: Schema.optionalKey(displayName({ max: 200 })),
  starts_at: Instant,
  ends_at: Instant
}).annotate({ identifier: "LeagueSeasonInput" })
export type SeasonInput = typeof SeasonInput.Type

export const ForceClose = Schema.Struct({ reason: Schema.optionalKey(text({ min: 1, max: 200 })) }).annotate({
  identifier: "ForceCloseSeason"
})

export const SeasonPreview = Schema.Struct({
  season: Season,
  overlaps: Schema.Array(Id).annotate({ description: "seasons in the same time; an automatic one would give way" }),
  tiers: Schema.Array(
    Schema.Struct({
      tier_key: Schema.String,
      buddies: Schema.Int,
      cohorts: Schema.Int,
      promoted: Schema.Int,
      demoted: Schema.Int,
      max_reward_coins: Schema.Int
    })
  ),
  active_buddies: Schema.Int.annotate({ description: "that changed in the last 30 days" }),
  max_reward_coins: Schema.Int
}).annotate({ identifier: "LeagueSeasonPreview" })
export type SeasonPreview = typeof SeasonPreview.Type

export const Standing = Schema.Struct({
  buddy_id: Schema.NullOr(Id).annotate({ description: "null: erased" }),
  name: Schema.NullOr(Schema.String),
  tier_key: Schema.String,
  cohort: Schema.NullOr(Schema.Int).annotate({ description: "null: not placed" }),
  rank: Schema.NullOr(Schema.Int).annotate({ description: "0: idle, and one tier lower for it; null: no score" }),
  score: Schema.Int,
  zone: Schema.Literals(["promote", "stay", "demote"]),
  to_tier: Schema.String,
  reward: Schema.NullOr(Reward),
  reward_status: Schema.NullOr(Schema.Literals(["pending", "granted", "void"]))
}).annotate({ identifier: "LeagueStanding" })
export type Standing = typeof Standing.Type

export class SeasonOverlap extends Schema.TaggedError<SeasonOverlap>()("SeasonOverlap", {
  season_id: Schema.String
}) {}
export const seasonOverlap = failure(SeasonOverlap, {
  status: 409,
  code: "season_overlap",
  message: () => "Another season runs in this time.",
  details: (e) => ({ season_id: e.season_id })
})

export class TierInUse extends Schema.TaggedError<TierInUse>()("TierInUse", {
  tier_key: Schema.String,
  buddies: Schema.Int
}) {}
export const tierInUse = failure(TierInUse, {
  status: 409,
  code: "tier_in_use",
  message: (e) => `The tier ${e.tier_key} still has ${e.buddies} buddies.`,
  details: (e) => ({ tier_key: e.tier_key, buddies: e.buddies })
})

/** Seasons a workspace has written down that have not begun. */
export const seasons_planned_max = 100
