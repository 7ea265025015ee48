/** What a buddy buys, is given, owns and unlocks. Contract part 4 (buddies), decisions 5. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../../wire/Access.ts"
import { notFound } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { Id, PathId, text, Timestamp } from "../../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../../wire/Page.ts"
import {
  changeRefusals,
  insufficientCoins,
  insufficientTokens,
  itemAlreadyOwned,
  itemGiftOnly,
  progressionNotSpendable
} from "../../../../wire/refusals/Buddies.ts"
import { sale } from "../../../../wire/refusals/Sales.ts"
import { MaxPrice, Purchase } from "../../../../wire/answers/Purchase.ts"
import { says } from "../../../../wire/Words.ts"

/** An item_id or an item_key. */
const item_id = text({ min: 1, max: 64 })
const buddyRef = text({ min: 1, max: 64 })

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

const params = { id: PathId }

export class BuddyItemsApi extends tenantGroup(
  HttpApiGroup.make("buddy-items").add(
    HttpApiEndpoint.post("purchase", "/buddies/:id/purchase-item", {
      params,
      payload: Schema.Struct({
        item_id,
        gift_to_buddy_id: Schema.optionalKey(buddyRef),
        max_price_coins: MaxPrice
      }),
      success: Purchase.pipe(HttpApiSchema.status(201)),
      error: [...sale, insufficientCoins, itemGiftOnly]
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Buy an item for a buddy",
          "Takes the price from the buddy's coins; with `gift_to_buddy_id` the item goes to another buddy."
        )
      ),
    HttpApiEndpoint.post("gift", "/buddies/:id/gifts", {
      params,
      payload: Schema.Struct({ item_id, gift_to_buddy_id: buddyRef, max_price_coins: MaxPrice }),
      success: Purchase.pipe(HttpApiSchema.status(201)),
      error: sale
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Give an item to another buddy",
          "The giver pays, the receiver owns. Also for items that are only ever given."
        )
      ),
    HttpApiEndpoint.post("unlock", "/buddies/:id/unlock-item", {
      params,
      payload: Schema.Struct({ item_id, reason: Schema.optionalKey(text({ max: 200 })) }),
      success: Purchase.pipe(HttpApiSchema.status(201)),
      error: [...changeRefusals, itemAlreadyOwned]
    })
      .annotate(Access, "override")
      .annotateMerge(
        says(
          "Give an item without payment",
          "For support and campaigns: no coins move and requirements are not asked for."
        )
      ),
    HttpApiEndpoint.get("items", "/buddies/:id/purchased-items", {
      params,
      query: offsetQuery,
      success: offsetPage(OwnedItem),
      error: notFound
    }).annotateMerge(says("List items of a buddy", "What it bought, won and was given, newest first.")),
    HttpApiEndpoint.post("unlockGate", "/buddies/:id/gates/:gate_key/unlock", {
      params: { ...params, gate_key: Schema.String },
      success: GateUnlock,
      error: [...changeRefusals, insufficientTokens, progressionNotSpendable]
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Unlock a gate",
          "Spends the gate's tokens. Unlocking it again changes nothing and answers `already_unlocked`."
        )
      ),
    HttpApiEndpoint.get("unlocks", "/buddies/:id/unlocks", {
      params,
      query: offsetQuery,
      success: offsetPage(Unlock),
      error: notFound
    }).annotateMerge(says("List unlocked gates", "Newest first."))
  ),
  { access: "tenant_read", capability: "marketplace", description: "What buddies buy, are given and unlock" }
) {}
