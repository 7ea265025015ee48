/** Buying an item, for oneself or for somebody else: the one way, for tenants and for widgets. */
import { Effect } from "effect"
import type { ItemTerms } from "../../../../engine/core/Command.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import { GiftUnpaid } from "../../../../wire/refusals/Sales.ts"
import {
  type InsufficientCoins,
  ItemAlreadyOwned,
  type ItemGiftOnly,
  type OutOfStock,
  type RequirementsNotMet
} from "../../../../wire/refusals/Buddies.ts"
import { buddyCommands } from "./Commands.ts"
import { BuddyItems } from "./Items.ts"

type Sale = InsufficientCoins | ItemAlreadyOwned | ItemGiftOnly | OutOfStock | RequirementsNotMet

/** To be yielded while a layer is built. */
export const makePurchase = Effect.gen(function* () {
  const change = yield* buddyCommands
  const items = yield* BuddyItems

  /** Looked at before anything is paid; what changes in between is settled by the delivery, with the coins back. */
  const checkReceiver = Effect.fnUntraced(function* (
    customer_id: string,
    buddy_id: string,
    to: string,
    item: ItemTerms
  ) {
    if (to.toLowerCase() === buddy_id.toLowerCase()) return yield* new NotFound({ resource: "receiver" })
    const { owns } = yield* items.receiver(customer_id, to)
    const { item_id, per_buddy } = item
    if (per_buddy !== null && owns(item_id) >= per_buddy) return yield* new ItemAlreadyOwned({ item_id })
  })

  return Effect.fnUntraced(function* (caller: Caller, buddy_id: string, id: string, gift_to_buddy_id: string | null) {
    const { customer_id } = caller
    const item = yield* items.forSale(customer_id, id, yield* items.buyer(customer_id, buddy_id))
    if (gift_to_buddy_id !== null) yield* checkReceiver(customer_id, buddy_id, gift_to_buddy_id, item)
    const command = {
      _tag: "BuyItem",
      item,
      purchase_id: yield* uuid,
      gift_to_buddy_id: gift_to_buddy_id?.toLowerCase() ?? null
    } as const
    const { _tag, ...bought } = yield* change<"Item", Sale>(caller, buddy_id, command, "Item")
    return { ...bought, buddy_id, item_name: item.name, gift_to_buddy_id: command.gift_to_buddy_id }
  })
})

export const unpaid = ({ balance, required }: InsufficientCoins) => Effect.fail(new GiftUnpaid({ balance, required }))
