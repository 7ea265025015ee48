/** What may be asked of a buddy, as it travels between runners. */
import { Schema } from "effect"
import type {
  Command as EngineCommand,
  GrantBoosterCommand,
  GrantRewardCommand,
  ItemTerms,
  ReverseCommand
} from "../../engine/core/Command.ts"
import type { EnterLotteryCommand } from "../../engine/campaigns/lotteryTerms.ts"
import type { OpenBoxCommand } from "../../engine/items/boxTerms.ts"
import { CeremonyKind } from "../../wire/answers/Buddy.ts"
import type { FreeLunchCard } from "../../engine/campaigns/freeLunchTerms.ts"
import { GrantSource } from "../../wire/Change.ts"
import type { PathTerms } from "../../wire/content/PathDefinition.ts"
import { freeLunchCommands } from "./FreeLunches.ts"
import { kudosCommand } from "./Kudos.ts"
import { outfitCommands } from "./Outfits.ts"
import { teamCommands } from "./Teams.ts"
import { opaque, type Tagged } from "./wire.ts"

const ofRecipe = { run_id: Schema.optionalKey(Schema.String) }
const amount = { amount: Schema.Int, reason: Schema.NullOr(Schema.String) }

const itemTerms = Schema.Struct({
  item_id: Schema.String,
  name: Schema.String,
  category: Schema.String,
  price_coins: Schema.Int,
  is_gift_only: Schema.Boolean,
  stock_total: Schema.NullOr(Schema.Int),
  per_buddy: Schema.NullOr(Schema.Int),
  visibility: opaque<ItemTerms["visibility"]>(),
  requirements: opaque<ItemTerms["requirements"]>(),
  sales: Schema.optionalKey(opaque<NonNullable<ItemTerms["sales"]>>())
})

const commands: Tagged<EngineCommand> = {
  Event: Schema.TaggedStruct("Event", {
    event_id: Schema.String,
    type: Schema.String,
    occurred_at: Schema.Number,
    properties: opaque<Readonly<Record<string, unknown>>>()
  }),
  EarnCoins: Schema.TaggedStruct("EarnCoins", { ...amount, ...ofRecipe, reference_id: Schema.NullOr(Schema.String) }),
  SpendCoins: Schema.TaggedStruct("SpendCoins", { ...amount, reference_id: Schema.NullOr(Schema.String) }),
  EarnToken: Schema.TaggedStruct("EarnToken", { ...amount, ...ofRecipe, token_key: Schema.String }),
  SpendToken: Schema.TaggedStruct("SpendToken", { ...amount, token_key: Schema.String }),
  AwardBadge: Schema.TaggedStruct("AwardBadge", {
    ...ofRecipe,
    badge_key: Schema.String,
    reason: Schema.NullOr(Schema.String)
  }),
  CheckBadge: Schema.TaggedStruct("CheckBadge", { badge_key: Schema.String }),
  UpdateSkills: Schema.TaggedStruct("UpdateSkills", {
    updates: Schema.Array(
      Schema.Struct({
        skill_key: Schema.String,
        operation: Schema.Literals(["increase", "decrease", "set"]),
        value: Schema.Number
      })
    )
  }),
  Evolve: Schema.TaggedStruct("Evolve", { from_stage: Schema.Int, image_url: Schema.NullOr(Schema.String) }),
  UnlockGate: Schema.TaggedStruct("UnlockGate", {
    gate_key: Schema.String,
    token_key: Schema.String,
    cost: Schema.Int
  }),
  BuyItem: Schema.TaggedStruct("BuyItem", {
    item: itemTerms,
    purchase_id: Schema.String,
    gift_to_buddy_id: Schema.NullOr(Schema.String),
    max_price_coins: Schema.optionalKey(Schema.NullOr(Schema.Int))
  }),
  GrantItem: Schema.TaggedStruct("GrantItem", {
    ...ofRecipe,
    item: itemTerms,
    purchase_id: Schema.String,
    source: Schema.Literals(["unlock", "reward", "gift"]),
    reason: Schema.NullOr(Schema.String),
    from_buddy_id: Schema.NullOr(Schema.String)
  }),
  RefundGift: Schema.TaggedStruct("RefundGift", {
    item: itemTerms,
    purchase_id: Schema.String,
    paid_ledger_id: Schema.NullOr(Schema.String)
  }),
  EquipItems: Schema.TaggedStruct("EquipItems", {
    equip: Schema.Array(Schema.String),
    unequip: Schema.Array(Schema.String)
  }),
  ClearEquipment: Schema.TaggedStruct("ClearEquipment", {}),
  CompleteSubStep: Schema.TaggedStruct("CompleteSubStep", {
    ...ofRecipe,
    path: opaque<PathTerms>(),
    step_key: Schema.NullOr(Schema.String),
    sub_step_key: Schema.String
  }),
  CompleteCeremony: Schema.TaggedStruct("CompleteCeremony", {
    ceremony: CeremonyKind,
    evolution_stage: Schema.Int
  }),
  Reverse: Schema.TaggedStruct("Reverse", {
    mode: Schema.Literals(["clamp", "debt", "reject"]),
    reason: Schema.NullOr(Schema.String),
    event: opaque<ReverseCommand["event"]>()
  }),
  DecaySkill: Schema.TaggedStruct("DecaySkill", { rule_id: Schema.String, period_key: Schema.String }),
  RejectBadge: Schema.TaggedStruct("RejectBadge", {
    badge_key: Schema.String,
    reason: Schema.NullOr(Schema.String)
  }),
  TakeVacation: Schema.TaggedStruct("TakeVacation", { from_day: Schema.NullOr(Schema.Int), to_day: Schema.Int }),
  EndVacation: Schema.TaggedStruct("EndVacation", {}),
  RestoreStreak: Schema.TaggedStruct("RestoreStreak", {
    streak_key: Schema.String,
    reason: Schema.NullOr(Schema.String)
  }),
  FreezeStreak: Schema.TaggedStruct("FreezeStreak", { streak_key: Schema.String }),
  WarnStreak: Schema.TaggedStruct("WarnStreak", { streak_key: Schema.String }),
  ...teamCommands,
  ...freeLunchCommands,
  ...outfitCommands,
  GiveKudos: kudosCommand,
  GrantBooster: Schema.TaggedStruct("GrantBooster", {
    booster: opaque<GrantBoosterCommand["booster"]>(),
    starts_at: Schema.NullOr(Schema.Number),
    duration_ms: Schema.Number
  }),
  RevokeBooster: Schema.TaggedStruct("RevokeBooster", { booster_id: Schema.String }),
  GrantReward: Schema.TaggedStruct("GrantReward", {
    source: GrantSource,
    campaign_id: Schema.String,
    grant_key: Schema.String,
    reward: opaque<GrantRewardCommand["reward"]>(),
    is_refund: Schema.Boolean,
    body: opaque<GrantRewardCommand["body"]>(),
    outbound: opaque<GrantRewardCommand["outbound"]>(),
    card: Schema.optionalKey(opaque<FreeLunchCard>())
  }),
  EnterLottery: Schema.TaggedStruct("EnterLottery", {
    lottery: opaque<EnterLotteryCommand["lottery"]>(),
    tickets: Schema.Int
  }),
  OpenBox: Schema.TaggedStruct("OpenBox", {
    box: opaque<OpenBoxCommand["box"]>(),
    opening_id: Schema.String
  }),
  JoinQuest: Schema.TaggedStruct("JoinQuest", { quest_id: Schema.String, participants: Schema.Int }),
  LeaveQuest: Schema.TaggedStruct("LeaveQuest", { quest_id: Schema.String, participants: Schema.Int }),
  Rename: Schema.TaggedStruct("Rename", { name: Schema.String }),
  Archive: Schema.TaggedStruct("Archive", {})
}
export const Command: Schema.Codec<EngineCommand, unknown> = Schema.Union(Object.values(commands))
