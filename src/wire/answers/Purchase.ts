/** An item that was bought, or given. Contract part 4 (buddies). */
import { Schema } from "effect"
import { Id } from "../Ids.ts"
import { limits } from "../Limits.ts"

/** Of a body that asks for a purchase: whoever has shown a price is not charged more. */
export const MaxPrice = Schema.optionalKey(
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.amount_max }))
).annotate({ description: "409 `price_changed` when the item costs more by now" })

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
