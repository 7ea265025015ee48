/** Buddies: canonical state, and the manual overrides for corrections, campaigns and support. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Access, RequiredPermission } from "../../../wire/Access.ts"
import { notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Amount, displayName, Id, Key, listedMetadata, PathId, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import {
  balanceLimit,
  changeRefusals,
  insufficientCoins,
  insufficientTokens,
  progressionNotSpendable,
  Requirement
} from "../../../wire/refusals/Buddies.ts"
import { BuddyStatus, SkillView, Buddy } from "../../../wire/answers/Buddy.ts"
import { says } from "../../../wire/Words.ts"

export const ListedBuddy = Schema.Struct({ ...Buddy.fields, ...listedMetadata }).annotate({
  identifier: "ListedBuddy"
})

export const UserSummary = Schema.Struct({
  user_id: Schema.String,
  buddies: Schema.Int,
  active_buddies: Schema.Int,
  coins: Schema.Int,
  badges: Schema.Int
}).annotate({ identifier: "UserSummary" })

const reason = Schema.optionalKey(text({ max: 200 }))
export const CoinChange = Schema.Struct({
  amount: Amount,
  reason,
  reference_id: Schema.optionalKey(text({ max: 200 }))
})
export const CoinsChanged = Schema.Struct({
  buddy_id: Id,
  amount: Schema.Int,
  balance: Schema.Int,
  ledger_id: Id
}).annotate({ identifier: "CoinsChanged" })

export const TokenChange = Schema.Struct({
  token_key: Key,
  operation: Schema.Literals(["earn", "spend"]),
  amount: Amount,
  reason
})
export const TokensChanged = Schema.Struct({ ...CoinsChanged.fields, token_key: Schema.String }).annotate({
  identifier: "TokensChanged"
})

const TokenBalance = Schema.Struct({
  token_key: Schema.String,
  balance: Schema.Int,
  lifetime_earned: Schema.Int,
  lifetime_spent: Schema.Int
})
export const Tokens = Schema.Struct({
  primary: Schema.Array(TokenBalance),
  progression: Schema.Array(TokenBalance)
}).annotate({ identifier: "Tokens" })

export const BadgeAward = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  times: Schema.Int,
  coin_reward: Schema.Int,
  reason: Schema.NullOr(Schema.String),
  awarded_at: Timestamp
}).annotate({ identifier: "BadgeAward" })
export const AwardBadge = Schema.Struct({ badge_key: Key, reason })
const awarded = {
  buddy_id: Id,
  badge_key: Schema.String,
  label: Schema.String,
  coin_reward: Schema.Int,
  awarded_at: Timestamp
}
export const BadgeAwarded = Schema.Struct({ ...awarded, already_awarded: Schema.Literal(false) })
export const BadgeOwned = Schema.Struct({ ...awarded, already_awarded: Schema.Literal(true) })

export const UpdateSkills = Schema.Struct({
  updates: Schema.Array(
    Schema.Struct({
      skill_key: Key,
      operation: Schema.Literals(["increase", "decrease", "set"]),
      value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))
    })
  ).check(Schema.isMinLength(1), Schema.isMaxLength(50))
})
export const SkillsUpdated = Schema.Struct({
  buddy_id: Id,
  updates: Schema.Record(Schema.String, Schema.Struct({ level: Schema.Int, previous: Schema.Int, change: Schema.Int }))
}).annotate({ identifier: "SkillsUpdated" })

const standing = {
  current_stage: Schema.Int,
  next_stage: Schema.NullOr(Schema.Int),
  ready: Schema.Boolean,
  auto_evolve: Schema.Boolean,
  progress: Schema.Finite,
  requirements: Schema.Array(Requirement)
}
export const Evolution = Schema.Struct({ buddy_id: Id, ...standing }).annotate({ identifier: "Evolution" })

export const StreakStanding = Schema.Struct({
  streak_key: Schema.String,
  current_streak: Schema.Int.annotate({ description: "0 once the streak has lapsed" }),
  longest_streak: Schema.Int,
  period_key: Schema.NullOr(Schema.String).annotate({ description: "the last day, week or month that counted" }),
  freezes_left: Schema.Int,
  expires_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "StreakStanding" })

/** Where a buddy stands in everything its config has: a count of events, not their list. */
export const Progression = Schema.Struct({
  buddy_id: Id,
  evolution: Schema.Struct(standing),
  prestige_level: Schema.Int,
  coins: Schema.Struct({ balance: Schema.Int, lifetime_earned: Schema.Int, lifetime_spent: Schema.Int }),
  tokens: Tokens,
  skills: Schema.Record(Schema.String, SkillView),
  streaks: Schema.Array(StreakStanding),
  badges: Schema.Struct({ owned: Schema.Int, total: Schema.Int }),
  gates: Schema.Struct({ unlocked: Schema.Int }),
  items: Schema.Struct({ owned: Schema.Int, equipped: Schema.Int }),
  events: Schema.Int.annotate({ description: "events counted so far" })
}).annotate({ identifier: "Progression" })

const params = { id: PathId }
export class BuddiesApi extends tenantGroup(
  HttpApiGroup.make("buddies").add(
    HttpApiEndpoint.get("list", "/buddies", {
      query: {
        ...offsetQuery,
        status: Schema.optionalKey(BuddyStatus),
        user_id: Schema.optionalKey(Schema.String),
        audience: Schema.optionalKey(Schema.String)
      },
      success: offsetPage(ListedBuddy)
    }).annotateMerge(
      says(
        "List buddies",
        "Newest first. Narrow it down by user, status and audience. Large `metadata` is left to the single read."
      )
    ),
    HttpApiEndpoint.get("read", "/buddies/:id", { params, success: Buddy, error: notFound })
      .annotate(RequiredPermission, "buddy:read")
      .annotateMerge(says("Show a buddy", "Its balances, skills, pictures and what it wears.")),
    HttpApiEndpoint.patch("rename", "/buddies/:id", {
      params,
      payload: Schema.Struct({ name: displayName({ max: 60 }) }),
      success: Buddy,
      error: changeRefusals
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(says("Rename a buddy", "One to 60 characters. An archived buddy keeps its name.")),
    HttpApiEndpoint.patch("archive", "/buddies/:id/archive", {
      params,
      success: Buddy,
      error: changeRefusals
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Archive a buddy",
          "It can be read and no longer changes; its user may have another. There is no way back."
        )
      ),
    HttpApiEndpoint.get("summary", "/buddies/users/:user_id/summary", {
      params: { user_id: Schema.String },
      success: UserSummary,
      error: notFound
    }).annotateMerge(says("Sum up a user's buddies", "How many there are, and their coins and badges together.")),
    HttpApiEndpoint.get("evolution", "/buddies/:id/evolution", {
      params,
      success: Evolution,
      error: notFound
    })
      .annotate(RequiredPermission, "buddy:read")
      .annotateMerge(
        says(
          "Show what the next stage needs",
          "Every requirement of the next stage, whether it is met, and how far the buddy is."
        )
      ),
    HttpApiEndpoint.get("progressionMetrics", "/buddies/:id/progression-metrics", {
      params,
      success: Progression,
      error: notFound
    })
      .annotate(RequiredPermission, "buddy:read")
      .annotateMerge(
        says(
          "Show everything a buddy has reached",
          "Evolution, coins, tokens, skills, streaks, and counts of badges, gates and items in one answer."
        )
      ),
    HttpApiEndpoint.get("progression", "/buddies/:id/progression", { params, success: Progression, error: notFound })
      .annotate(RequiredPermission, "buddy:read")
      .annotate(OpenApi.Deprecated, true)
      .annotateMerge(
        says(
          "Show everything a buddy has reached (old)",
          "The same as `GET /buddies/{id}/progression-metrics`: use that."
        )
      ),
    HttpApiEndpoint.patch("skills", "/buddies/:id/skills", {
      params,
      payload: UpdateSkills,
      success: SkillsUpdated,
      error: [...changeRefusals, validationFailed]
    })
      .annotate(Access, "override")
      .annotateMerge(
        says("Change skills by hand", "Up to 50 updates, all or nothing. No level leaves the range of its skill.")
      ),
    HttpApiEndpoint.post("earnCoins", "/buddies/:id/coins", {
      params,
      payload: CoinChange,
      success: CoinsChanged,
      error: [...changeRefusals, balanceLimit]
    })
      .annotate(Access, "override")
      .annotateMerge(
        says("Give coins by hand", "Books a credit with your reason. Name what it is for in `reference_id`.")
      ),
    HttpApiEndpoint.post("spendCoins", "/buddies/:id/coins/spend", {
      params,
      payload: CoinChange,
      success: CoinsChanged,
      error: [...changeRefusals, insufficientCoins]
    })
      .annotate(Access, "override")
      .annotateMerge(says("Take coins by hand", "Books a debit; the balance never falls below zero.")),
    HttpApiEndpoint.get("badges", "/buddies/:id/badges", {
      params,
      query: offsetQuery,
      success: offsetPage(BadgeAward),
      error: notFound
    })
      .annotate(RequiredPermission, "badges:read")
      .annotateMerge(says("List badges of a buddy", "Newest first, each with how often it was won.")),
    HttpApiEndpoint.post("awardBadge", "/buddies/:id/badges", {
      params,
      payload: AwardBadge,
      success: [BadgeAwarded.pipe(HttpApiSchema.status(201)), BadgeOwned],
      error: changeRefusals
    })
      .annotate(Access, "override")
      .annotateMerge(
        says(
          "Give a badge by hand",
          "201 when it is new. 200 with `already_awarded` when the buddy has it and it is not repeatable. Also " +
            "approves a badge that awaits review."
        )
      ),
    HttpApiEndpoint.get("tokens", "/buddies/:id/tokens", { params, success: Tokens, error: notFound }).annotateMerge(
      says(
        "Show token balances",
        "Spendable tokens (`primary`) and progress such as XP (`progression`), with what was earned and spent in all."
      )
    ),
    HttpApiEndpoint.post("changeTokens", "/buddies/:id/tokens", {
      params,
      payload: TokenChange,
      success: TokensChanged,
      error: [...changeRefusals, insufficientTokens, progressionNotSpendable, balanceLimit]
    })
      .annotate(Access, "override")
      .annotateMerge(
        says("Give or take tokens by hand", "`earn` or `spend`. Progress such as XP is earned and never spent.")
      )
  ),
  { access: "tenant_read", capability: "buddies", description: "User-owned companions and their progression" }
) {}
