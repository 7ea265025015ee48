/** What a buddy buys, is given, owns and unlocks. Contract part 4 (buddies), decisions 5. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../../wire/Access.ts"
import { failure, notFound, serviceUnavailable } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../../wire/Page.ts"
import {
  buddyArchived,
  insufficientCoins,
  insufficientTokens,
  itemAlreadyOwned,
  itemGiftOnly,
  outOfStock,
  progressionNotSpendable,
  requirementsNotMet
} from "./Refusals.ts"

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

/** An item_id or an item_key. */
const item_id = text({ min: 1, max: 64 })
const buddyRef = text({ min: 1, max: 64 })

export const Purchase = Schema.Struct({
  purchase_id: Id,
  buddy_id: Id,
  item_id: Id,
  item_name: Schema.String,
  price_paid: Schema.Int,
  balance: Schema.Int,
  count: Schema.Int,
  gift_to_buddy_id: Schema.NullOr(Id)
}).annotate({ identifier: "Purchase" })

export const OwnedItem = Schema.Struct({
  purchase_id: Id,
  item_id: Id,
  item_name: Schema.String,
  category: Schema.String,
  source: Schema.Literals(["purchase", "unlock", "reward", "gift"]),
  price_paid: Schema.Int,
  from_buddy_id: Schema.NullOr(Id),
  reason: Schema.NullOr(Schema.String),
  equipped: Schema.Boolean,
  acquired_at: Timestamp
}).annotate({ identifier: "OwnedItem" })

export const GateUnlock = Schema.Struct({
  unlocked: Schema.Literal(true),
  already_unlocked: Schema.Boolean,
  gate_key: Schema.String,
  token_key: Schema.String,
  cost: Schema.Int,
  balance: Schema.Int,
  unlocked_at: Timestamp
}).annotate({ identifier: "GateUnlock" })

export const Unlock = Schema.Struct({ gate_key: Schema.String, unlocked_at: Timestamp }).annotate({
  identifier: "UnlockedGate"
})

const params = { id: Schema.String }
const write = [notFound, buddyArchived, serviceUnavailable] as const
export const sale = [...write, itemUnavailable, itemAlreadyOwned, requirementsNotMet, outOfStock, giftUnpaid] as const

export class BuddyItemsApi extends tenantGroup(
  HttpApiGroup.make("buddy-items").add(
    HttpApiEndpoint.post("purchase", "/buddies/:id/purchase-item", {
      params,
      payload: Schema.Struct({ item_id, gift_to_buddy_id: Schema.optionalKey(buddyRef) }),
      success: Purchase.pipe(HttpApiSchema.status(201)),
      error: [...sale, insufficientCoins, itemGiftOnly]
    }).annotate(Access, "runtime_write"),
    HttpApiEndpoint.post("gift", "/buddies/:id/gifts", {
      params,
      payload: Schema.Struct({ item_id, gift_to_buddy_id: buddyRef }),
      success: Purchase.pipe(HttpApiSchema.status(201)),
      error: sale
    }).annotate(Access, "runtime_write"),
    HttpApiEndpoint.post("unlock", "/buddies/:id/unlock-item", {
      params,
      payload: Schema.Struct({ item_id, reason: Schema.optionalKey(text({ max: 200 })) }),
      success: Purchase.pipe(HttpApiSchema.status(201)),
      error: [...write, itemAlreadyOwned]
    }).annotate(Access, "override"),
    HttpApiEndpoint.get("items", "/buddies/:id/purchased-items", {
      params,
      query: offsetQuery,
      success: offsetPage(OwnedItem),
      error: notFound
    }),
    HttpApiEndpoint.post("unlockGate", "/buddies/:id/gates/:gate_key/unlock", {
      params: { ...params, gate_key: Schema.String },
      success: GateUnlock,
      error: [...write, insufficientTokens, progressionNotSpendable]
    }).annotate(Access, "runtime_write"),
    HttpApiEndpoint.get("unlocks", "/buddies/:id/unlocks", {
      params,
      query: offsetQuery,
      success: offsetPage(Unlock),
      error: notFound
    })
  ),
  { access: "tenant_read", capability: "marketplace", description: "What buddies buy, are given and unlock" }
) {}
