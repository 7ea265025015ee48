/** An item that was bought, or given. Contract part 4 (buddies). */
import { Schema } from "effect"
import { Id } from "../Ids.ts"

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
