/** The engine's refusals as the errors of this family; the endpoint knows their status. */
import type { EngineError } from "../../../engine/core/Decision.ts"
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
  OutOfStock,
  ProgressionNotSpendable,
  RequirementsNotMet,
  SubStepAutomatic,
  SubStepLocked
} from "../../../wire/refusals/Buddies.ts"
import {
  BadgeNotReady,
  NoFreezesLeft,
  StreakNotRestorable,
  StreakNotRunning,
  VacationRefused
} from "../../../wire/refusals/Streaks.ts"

export const refusalOf = (error: EngineError) => {
  switch (error.code) {
    case "insufficient_coins":
      return new InsufficientCoins({ balance: error.balance, required: error.required })
    case "insufficient_tokens":
      return new InsufficientTokens({ token_key: error.token_key, balance: error.balance, required: error.required })
    case "progression_not_spendable":
      return new ProgressionNotSpendable({ token_key: error.token_key })
    case "unknown_token":
      return new NotFound({ resource: "token type" })
    case "unknown_badge":
      return new NotFound({ resource: "badge" })
    case "unknown_skill":
      return new NotFound({ resource: "skill" })
    case "unknown_rule":
      return new NotFound({ resource: "rule" })
    case "unknown_streak":
      return new NotFound({ resource: "streak" })
    case "no_vacation":
      return new NotFound({ resource: "vacation" })
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
    case "unknown_sub_step":
      return new NotFound({ resource: "sub-step" })
    case "unknown_item":
      return new NotFound({ resource: "item" })
    case "balance_limit":
      return new BalanceLimit({ unit: error.unit, max: error.max })
    case "buddy_archived":
      return new BuddyArchived()
    case "facts_outdated":
      return new ServiceUnavailable({ reason: "the buddy keeps changing", retry_after_seconds: 1 })
    case "evolution_not_ready":
      return new EvolutionNotReady({ requirements: error.requirements })
    case "evolution_max_stage":
      return new EvolutionMaxStage({ stage: error.stage })
    case "item_already_owned":
      return new ItemAlreadyOwned({ item_id: error.item_id })
    case "item_gift_only":
      return new ItemGiftOnly({ item_id: error.item_id })
    case "requirements_not_met":
      return new RequirementsNotMet({ item_id: error.item_id, requirements: error.requirements })
    case "out_of_stock":
      return new OutOfStock({ item_id: error.item_id })
    case "item_not_owned":
      return new ItemNotOwned({ item_ids: error.item_ids })
    case "equip_limit_exceeded":
      return new EquipLimitExceeded({ item_ids: error.item_ids, max: error.max })
    case "equip_category_conflict":
      return new EquipCategoryConflict({ category: error.category, item_ids: error.item_ids })
    case "ceremony_not_pending":
      return new CeremonyNotPending({ ceremony: error.ceremony, evolution_stage: error.evolution_stage })
    case "sub_step_locked":
      return new SubStepLocked({ sub_step_key: error.sub_step_key })
    case "sub_step_automatic":
      return new SubStepAutomatic({ sub_step_key: error.sub_step_key })
  }
}

export type Refusal = ReturnType<typeof refusalOf>
