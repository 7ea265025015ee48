/** What a buddy answers, as it travels between runners. */
import { Schema } from "effect"
import type * as Engine from "../../engine/core/Reply.ts"
import { freeLunchReplies } from "./FreeLunches.ts"
import { kudosReply } from "./Kudos.ts"
import { outfitReplies } from "./Outfits.ts"
import { teamReply } from "./Teams.ts"
import type { BoxReward } from "../../wire/campaigns/MysteryBox.ts"
import { opaque, type Tagged } from "./wire.ts"

const LedgerFact = { amount: Schema.Int, balance: Schema.Int, ledger_id: Schema.String }

const replies: Tagged<Engine.Reply> = {
  Event: Schema.TaggedStruct("Event", {}),
  Coins: Schema.TaggedStruct("Coins", LedgerFact),
  Token: Schema.TaggedStruct("Token", { token_key: Schema.String, ...LedgerFact }),
  Badge: Schema.TaggedStruct("Badge", {
    badge_key: Schema.String,
    label: Schema.String,
    awarded_at: Schema.Number,
    coin_reward: Schema.Int,
    already_awarded: Schema.Boolean
  }),
  BadgeCheck: Schema.TaggedStruct("BadgeCheck", {
    badge_key: Schema.String,
    verdict: Schema.Literals(["awarded", "awaiting_review", "already_held", "not_met", "on_other_version", "skipped"]),
    coin_reward: Schema.Int,
    is_due: Schema.Boolean
  }),
  Skills: Schema.TaggedStruct("Skills", {
    updates: Schema.Record(
      Schema.String,
      Schema.Struct({ level: Schema.Number, previous: Schema.Number, change: Schema.Number })
    )
  }),
  Evolved: Schema.TaggedStruct("Evolved", { previous_stage: Schema.Int, new_stage: Schema.Int }),
  Gate: Schema.TaggedStruct("Gate", {
    already_unlocked: Schema.Boolean,
    balance: Schema.Int,
    unlocked_at: Schema.Number
  }),
  Item: Schema.TaggedStruct("Item", {
    item_id: Schema.String,
    purchase_id: Schema.String,
    price_paid: Schema.Int,
    balance: Schema.Int,
    count: Schema.Int,
    flash_sale_id: Schema.optionalKey(Schema.NullOr(Schema.String))
  }),
  Equipment: Schema.TaggedStruct("Equipment", {
    equipped: Schema.Array(Schema.String),
    is_changed: Schema.Boolean
  }),
  Reversed: Schema.TaggedStruct("Reversed", {
    coins: Schema.Int,
    ledger_ids: Schema.Array(Schema.String),
    badges_revoked: Schema.Array(Schema.String),
    missing: Schema.Int
  }),
  SubStep: Schema.TaggedStruct("SubStep", { already_completed: Schema.Boolean, completed_at: Schema.Number }),
  Decay: Schema.TaggedStruct("Decay", {
    previous_level: Schema.Int,
    new_level: Schema.Int,
    is_applied: Schema.Boolean
  }),
  Streak: Schema.TaggedStruct("Streak", {
    streak_key: Schema.String,
    current_streak: Schema.Int,
    longest_streak: Schema.Int,
    freezes_left: Schema.Int,
    expires_at: Schema.NullOr(Schema.Number),
    periods: Schema.Array(Schema.String)
  }),
  Vacation: Schema.TaggedStruct("Vacation", {
    starts_on: Schema.String,
    ends_on: Schema.String,
    days: Schema.Int
  }),
  Ceremony: Schema.TaggedStruct("Ceremony", { already_recorded: Schema.Boolean }),
  Warned: Schema.TaggedStruct("Warned", { is_warned: Schema.Boolean }),
  Team: teamReply,
  ...freeLunchReplies,
  ...outfitReplies,
  Kudos: kudosReply,
  Booster: Schema.TaggedStruct("Booster", {
    booster_id: Schema.String,
    starts_at: Schema.Number,
    ends_at: Schema.Number
  }),
  QuestJoined: Schema.TaggedStruct("QuestJoined", {
    joined_at: Schema.Number,
    contribution: Schema.Int,
    already_joined: Schema.Boolean
  }),
  QuestLeft: Schema.TaggedStruct("QuestLeft", { contribution: Schema.Int, already_left: Schema.Boolean }),
  Granted: Schema.TaggedStruct("Granted", { coins: Schema.Int, ledger_ids: Schema.Array(Schema.String) }),
  Entered: Schema.TaggedStruct("Entered", {
    entry_id: Schema.String,
    draw_id: Schema.String,
    tickets: Schema.Int,
    tickets_total: Schema.Int,
    price_paid: Schema.Int,
    balance: Schema.Int,
    draw_at: Schema.String,
    commit_hash: Schema.String
  }),
  Opened: Schema.TaggedStruct("Opened", {
    opening_id: Schema.String,
    box_key: Schema.String,
    reward: opaque<BoxReward>(),
    price_paid: Schema.Int,
    balance: Schema.Int
  }),
  Done: Schema.TaggedStruct("Done", {})
}
export const Reply: Schema.Codec<Engine.Reply, unknown> = Schema.Union(Object.values(replies))
