/** The engine's refusals as the errors of this family; the endpoint knows their status. */
import type { EngineError } from "../../../engine/core/EngineError.ts"
import type { TeamError } from "../../../engine/community/TeamTerms.ts"
import { NotFound, ServiceUnavailable } from "../../../wire/Failure.ts"
import {
  BalanceLimit,
  BuddyArchived,
  CeremonyNotPending,
  EquipCategoryConflict,
  EquipLimitExceeded,
  EvolutionMaxStage,
  EvolutionNotReady,
  InsufficientCoins,
  InsufficientTokens,
  ItemAlreadyOwned,
  ItemGiftOnly,
  ItemNotOwned,
  OutfitLimit,
  OutOfStock,
  ProgressionNotSpendable,
  RequirementsNotMet,
  SubStepAutomatic,
  SubStepLocked
} from "../../../wire/refusals/Buddies.ts"
import { AlreadyMember, AudienceMismatch, TeamFull, TeamLimit, TermsOutdated } from "../../../wire/refusals/Teams.ts"
import { BoosterLimit } from "../../../wire/refusals/Campaigns.ts"
import { PriceChanged } from "../../../wire/refusals/Sales.ts"
import {
  BadgeNotReady,
  NoFreezesLeft,
  StreakNotRestorable,
  StreakNotRunning,
  VacationRefused
} from "../../../wire/refusals/Streaks.ts"
import { campaignRefusalOf } from "./Rules/Campaigns.ts"

const teamRefusalOf = (error: TeamError) => {
  switch (error.code) {
    case "unknown_member":
      return new NotFound({ resource: "team member" })
    case "team_full":
      return new TeamFull({ members: error.members, max: error.max })
    case "team_limit":
      return new TeamLimit({ max: error.max })
    case "already_member":
      return new AlreadyMember({ role: error.role })
    case "audience_mismatch":
      return new AudienceMismatch({ audience: error.audience })
    case "terms_outdated":
      return new TermsOutdated()
  }
}
/** What is not there, by the code that says so. */
const missing = {
  unknown_token: "token type",
  unknown_badge: "badge",
  unknown_skill: "skill",
  unknown_rule: "rule",
  unknown_streak: "streak",
  no_vacation: "vacation",
  unknown_sub_step: "sub-step",
  unknown_item: "item",
  unknown_outfit: "outfit",
  unknown_booster: "booster",
  unknown_free_lunch: "free lunch"
} as const

type ItemCode =
  | "item_already_owned"
  | "item_gift_only"
  | "requirements_not_met"
  | "price_changed"
  | "out_of_stock"
  | "item_not_owned"
  | "equip_limit_exceeded"
  | "equip_category_conflict"
  | "outfit_limit"

const itemRefusalOf = (error: Extract<EngineError, { readonly code: ItemCode }>) => {
  switch (error.code) {
    case "item_already_owned":
      return new ItemAlreadyOwned({ item_id: error.item_id })
    case "item_gift_only":
      return new ItemGiftOnly({ item_id: error.item_id })
    case "requirements_not_met":
      return new RequirementsNotMet({ item_id: error.item_id, requirements: error.requirements })
    case "price_changed":
      return new PriceChanged({ price_coins: error.price_coins })
    case "out_of_stock":
      return new OutOfStock({ item_id: error.item_id })
    case "item_not_owned":
      return new ItemNotOwned({ item_ids: error.item_ids })
    case "equip_limit_exceeded":
      return new EquipLimitExceeded({ item_ids: error.item_ids, max: error.max })
    case "equip_category_conflict":
      return new EquipCategoryConflict({ category: error.category, item_ids: error.item_ids })
    case "outfit_limit":
      return new OutfitLimit({ max: error.max })
  }
}

export const refusalOf = (error: EngineError) => {
  switch (error.code) {
    case "insufficient_coins":
      return new InsufficientCoins({ balance: error.balance, required: error.required })
    case "insufficient_tokens":
      return new InsufficientTokens({ token_key: error.token_key, balance: error.balance, required: error.required })
    case "progression_not_spendable":
      return new ProgressionNotSpendable({ token_key: error.token_key })
    case "unknown_token":
    case "unknown_badge":
    case "unknown_skill":
    case "unknown_rule":
    case "unknown_streak":
    case "no_vacation":
    case "unknown_sub_step":
    case "unknown_item":
    case "unknown_booster":
    case "unknown_free_lunch":
    case "unknown_outfit":
      return new NotFound({ resource: missing[error.code] })
    case "badge_not_ready":
      return new BadgeNotReady({ badge_key: error.badge_key })
    case "streak_not_restorable":
      return new StreakNotRestorable({ streak_key: error.streak_key, reason: error.reason, until: error.until })
    case "streak_not_running":
      return new StreakNotRunning({ streak_key: error.streak_key })
    case "no_freezes_left":
      return new NoFreezesLeft({ streak_key: error.streak_key })
    case "vacation_refused":
      return new VacationRefused({ reason: error.reason, allowance: error.allowance })
    case "balance_limit":
      return new BalanceLimit({ unit: error.unit, max: error.max })
    case "buddy_archived":
      return new BuddyArchived()
    // Whoever grants reads it as an answer.
    case "already_granted":
    case "facts_outdated":
      return new ServiceUnavailable({ reason: "the buddy keeps changing", retry_after_seconds: 1 })
    case "evolution_not_ready":
      return new EvolutionNotReady({ requirements: error.requirements })
    case "evolution_max_stage":
      return new EvolutionMaxStage({ stage: error.stage })
    case "booster_limit":
      return new BoosterLimit({ max: error.max })
    case "item_already_owned":
    case "item_gift_only":
    case "requirements_not_met":
    case "price_changed":
    case "out_of_stock":
    case "item_not_owned":
    case "equip_limit_exceeded":
    case "equip_category_conflict":
    case "outfit_limit":
      return itemRefusalOf(error)
    case "ceremony_not_pending":
      return new CeremonyNotPending({ ceremony: error.ceremony, evolution_stage: error.evolution_stage })
    case "sub_step_locked":
      return new SubStepLocked({ sub_step_key: error.sub_step_key })
    case "sub_step_automatic":
      return new SubStepAutomatic({ sub_step_key: error.sub_step_key })
    case "unknown_member":
    case "team_full":
    case "team_limit":
    case "already_member":
    case "audience_mismatch":
    case "terms_outdated":
      return teamRefusalOf(error)
    default:
      return campaignRefusalOf(error)
  }
}

export type Refusal = ReturnType<typeof refusalOf>
