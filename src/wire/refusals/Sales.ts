/** What the sale of an item may refuse, whoever asks for it. Contract part 7. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"
import { changeRefusals, itemAlreadyOwned, outOfStock, requirementsNotMet } from "./Buddies.ts"

export class ItemUnavailable extends Schema.TaggedError<ItemUnavailable>()("ItemUnavailable", {
  item_id: Schema.String,
  reason: Schema.Literals(["inactive", "not_yet", "no_longer", "marketplace_closed", "other_audience"])
}) {}
export const itemUnavailable = failure(ItemUnavailable, {
  status: 409,
  code: "item_unavailable",
  message: (e) => `This item is not for sale now: ${e.reason.replaceAll("_", " ")}.`,
  details: (e) => ({ item_id: e.item_id, reason: e.reason })
})

export class PriceChanged extends Schema.TaggedError<PriceChanged>()("PriceChanged", { price_coins: Schema.Int }) {}
export const priceChanged = failure(PriceChanged, {
  status: 409,
  code: "price_changed",
  message: (e) => `This item costs ${e.price_coins} coins now, more than max_price_coins.`,
  details: (e) => ({ price_coins: e.price_coins })
})

/** A gift paid short is a 400 (contract part 7); buying for oneself a 402. */
export class GiftUnpaid extends Schema.TaggedError<GiftUnpaid>()("GiftUnpaid", {
  balance: Schema.Int,
  required: Schema.Int
}) {}
export const giftUnpaid = failure(GiftUnpaid, {
  status: 400,
  code: "insufficient_coins",
  message: (e) => `The balance of ${e.balance} coins does not pay for a gift of ${e.required}.`,
  details: (e) => ({ balance: e.balance, required: e.required })
})

export const sale = [
  ...changeRefusals,
  itemUnavailable,
  itemAlreadyOwned,
  requirementsNotMet,
  outOfStock,
  priceChanged,
  giftUnpaid
] as const
