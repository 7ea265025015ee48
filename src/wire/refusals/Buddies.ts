/** What a buddy may refuse, with the statuses and codes of the contract (part 7; decisions 5). */
import { Schema } from "effect"
import { failure, notFound, serviceUnavailable } from "../Failure.ts"

export const Requirement = Schema.Struct({
  type: Schema.String,
  key: Schema.NullOr(Schema.String),
  operator: Schema.String,
  value: Schema.Json,
  current: Schema.Json,
  met: Schema.Boolean
})
const short = { balance: Schema.Int, required: Schema.Int }
export class InsufficientCoins extends Schema.TaggedError<InsufficientCoins>()("InsufficientCoins", short) {}
export const insufficientCoins = failure(InsufficientCoins, {
  status: 402,
  code: "insufficient_coins",
  message: (e) => `The balance of ${e.balance} coins does not cover ${e.required}.`,
  details: (e) => ({ balance: e.balance, required: e.required })
})
export class InsufficientTokens extends Schema.TaggedError<InsufficientTokens>()("InsufficientTokens", {
  ...short,
  token_key: Schema.String
}) {}
export const insufficientTokens = failure(InsufficientTokens, {
  status: 402,
  code: "insufficient_tokens",
  message: (e) => `The balance of ${e.balance} ${e.token_key} does not cover ${e.required}.`,
  details: (e) => ({ token_key: e.token_key, balance: e.balance, required: e.required })
})
export class ProgressionNotSpendable extends Schema.TaggedError<ProgressionNotSpendable>()("ProgressionNotSpendable", {
  token_key: Schema.String
}) {}
export const progressionNotSpendable = failure(ProgressionNotSpendable, {
  status: 400,
  code: "progression_not_spendable",
  message: (e) => `${e.token_key} is a progression token: it is earned, never spent.`,
  details: (e) => ({ token_key: e.token_key })
})
export class BalanceLimit extends Schema.TaggedError<BalanceLimit>()("BalanceLimit", {
  unit: Schema.String,
  max: Schema.Finite
}) {}
export const balanceLimit = failure(BalanceLimit, {
  status: 409,
  code: "balance_limit",
  message: (e) => `This would raise the balance above its limit of ${e.max}.`,
  details: (e) => ({ unit: e.unit, max: e.max })
})
export class BuddyArchived extends Schema.TaggedError<BuddyArchived>()("BuddyArchived", {}) {}
export const buddyArchived = failure(BuddyArchived, {
  status: 409,
  code: "buddy_archived",
  message: () => "This buddy is archived: it can be read, not changed."
})

/** What every change of a buddy may meet. */
export const changeRefusals = [notFound, buddyArchived, serviceUnavailable] as const

const listed = (item_ids: ReadonlyArray<string>) => item_ids.join(", ")

export class EvolutionNotReady extends Schema.TaggedError<EvolutionNotReady>()("EvolutionNotReady", {
  requirements: Schema.Array(Requirement)
}) {}
export const evolutionNotReady = failure(EvolutionNotReady, {
  status: 409,
  code: "evolution_not_ready",
  message: () => "This buddy is not ready to evolve; details.requirements says what is missing.",
  details: (e) => ({ requirements: e.requirements })
})
export class EvolutionMaxStage extends Schema.TaggedError<EvolutionMaxStage>()("EvolutionMaxStage", {
  stage: Schema.Int
}) {}
export const evolutionMaxStage = failure(EvolutionMaxStage, {
  status: 409,
  code: "evolution_max_stage",
  message: (e) => `Stage ${e.stage} is the last one.`,
  details: (e) => ({ stage: e.stage })
})
const one = { item_id: Schema.String }
export class ItemAlreadyOwned extends Schema.TaggedError<ItemAlreadyOwned>()("ItemAlreadyOwned", one) {}
export const itemAlreadyOwned = failure(ItemAlreadyOwned, {
  status: 409,
  code: "item_already_owned",
  message: () => "The buddy owns this item as often as it may.",
  details: (e) => ({ item_id: e.item_id })
})
export class ItemGiftOnly extends Schema.TaggedError<ItemGiftOnly>()("ItemGiftOnly", one) {}
export const itemGiftOnly = failure(ItemGiftOnly, {
  status: 409,
  code: "item_gift_only",
  message: () => "This item can only be given to somebody else: name the receiver in gift_to_buddy_id.",
  details: (e) => ({ item_id: e.item_id })
})
export class RequirementsNotMet extends Schema.TaggedError<RequirementsNotMet>()("RequirementsNotMet", {
  ...one,
  requirements: Schema.Array(Requirement)
}) {}
export const requirementsNotMet = failure(RequirementsNotMet, {
  status: 409,
  code: "requirements_not_met",
  message: () => "The buddy does not meet this item's requirements; details.requirements says which.",
  details: (e) => ({ item_id: e.item_id, requirements: e.requirements })
})
export class OutOfStock extends Schema.TaggedError<OutOfStock>()("OutOfStock", one) {}
export const outOfStock = failure(OutOfStock, {
  status: 409,
  code: "out_of_stock",
  message: () => "The last piece of this item is sold.",
  details: (e) => ({ item_id: e.item_id })
})
const many = { item_ids: Schema.Array(Schema.String) }
export class ItemNotOwned extends Schema.TaggedError<ItemNotOwned>()("ItemNotOwned", many) {}
export const itemNotOwned = failure(ItemNotOwned, {
  status: 409,
  code: "item_not_owned",
  message: (e) => `The buddy does not own ${listed(e.item_ids)}.`,
  details: (e) => ({ item_ids: e.item_ids })
})
export class EquipLimitExceeded extends Schema.TaggedError<EquipLimitExceeded>()("EquipLimitExceeded", {
  ...many,
  max: Schema.Int
}) {}
export const equipLimitExceeded = failure(EquipLimitExceeded, {
  status: 409,
  code: "equip_limit_exceeded",
  message: (e) => `At most ${e.max} items can be equipped; this would make ${e.item_ids.length}.`,
  details: (e) => ({ max: e.max, item_ids: e.item_ids })
})
export class EquipCategoryConflict extends Schema.TaggedError<EquipCategoryConflict>()("EquipCategoryConflict", {
  ...many,
  category: Schema.String
}) {}
export const equipCategoryConflict = failure(EquipCategoryConflict, {
  status: 409,
  code: "equip_category_conflict",
  message: (e) => `Only one ${e.category} item can be equipped at a time.`,
  details: (e) => ({ category: e.category, item_ids: e.item_ids })
})
export class OutfitLimit extends Schema.TaggedError<OutfitLimit>()("OutfitLimit", { max: Schema.Int }) {}
export const outfitLimit = failure(OutfitLimit, {
  status: 409,
  code: "outfit_limit",
  message: (e) => `A buddy keeps at most ${e.max} outfits: delete one, or save under a name that is taken.`,
  details: (e) => ({ max: e.max })
})
export class CeremonyNotPending extends Schema.TaggedError<CeremonyNotPending>()("CeremonyNotPending", {
  ceremony: Schema.String,
  evolution_stage: Schema.Int
}) {}
export const ceremonyNotPending = failure(CeremonyNotPending, {
  status: 409,
  code: "ceremony_not_pending",
  message: (e) => `This buddy has reached no ceremony ${e.ceremony} of stage ${e.evolution_stage}.`,
  details: (e) => ({ ceremony: e.ceremony, evolution_stage: e.evolution_stage })
})
const subStep = { sub_step_key: Schema.String }
export class SubStepLocked extends Schema.TaggedError<SubStepLocked>()("SubStepLocked", subStep) {}
export const subStepLocked = failure(SubStepLocked, {
  status: 409,
  code: "sub_step_locked",
  message: () => "This sub-step opens when the ones before it are completed.",
  details: (e) => ({ sub_step_key: e.sub_step_key })
})
export class SubStepAutomatic extends Schema.TaggedError<SubStepAutomatic>()("SubStepAutomatic", subStep) {}
export const subStepAutomatic = failure(SubStepAutomatic, {
  status: 409,
  code: "sub_step_automatic",
  message: () => "This sub-step completes by itself: it does not allow manual completion.",
  details: (e) => ({ sub_step_key: e.sub_step_key })
})
