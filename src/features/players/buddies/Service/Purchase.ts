/** Buying an item, for oneself or for somebody else: the one way, for tenants and for widgets. */
import { Effect } from "effect"
import type { ItemTerms } from "../../../../engine/core/Command.ts"
import type { Reply } from "../../../../engine/core/Reply.ts"
import { Glances } from "../../../../platform/analytics/Glances.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import { GiftUnpaid, type PriceChanged } from "../../../../wire/refusals/Sales.ts"
import {
  type InsufficientCoins,
  ItemAlreadyOwned,
  type ItemGiftOnly,
  type OutOfStock,
  type RequirementsNotMet
} from "../../../../wire/refusals/Buddies.ts"
import { repliesBefore } from "./Before.ts"
import { buddyCommands } from "./Commands.ts"
import { BuddyItems } from "./Items.ts"

type Sale = InsufficientCoins | ItemAlreadyOwned | ItemGiftOnly | OutOfStock | PriceChanged | RequirementsNotMet

/** What is asked for: an item by id or key, for whom, and for how much at most. */
export interface Order {
  readonly item_id: string
  readonly gift_to_buddy_id?: string
  readonly max_price_coins?: number
}

interface Bought {
  readonly buddy_id: string
  readonly gift_to_buddy_id: string | null
  readonly item_name: string
}

/** What a shop says no with, as figures call it; everything else was no try to buy. */
const refused: Readonly<Record<string, string>> = {
  InsufficientCoins: "insufficient_coins",
  ItemAlreadyOwned: "item_already_owned",
  ItemGiftOnly: "item_gift_only",
  OutOfStock: "out_of_stock",
  PriceChanged: "price_changed",
  RequirementsNotMet: "requirements_not_met"
}

/**
 * What came to the buddy under the key of the request, whose answer was lost: it stays its own, whatever is for sale by
 * now. To be yielded while a layer is built.
 */
export const itemsBefore = Effect.gen(function* () {
  const replied = yield* repliesBefore
  const items = yield* BuddyItems
  return Effect.fnUntraced(function* (customer_id: string) {
    const reply = yield* replied(customer_id, "Item")
    if (reply === undefined) return undefined
    return { reply, item_name: yield* items.nameOf(customer_id, reply.item_id) }
  })
})

/** To be yielded while a layer is built. */
export const makePurchase = Effect.gen(function* () {
  const change = yield* buddyCommands
  const items = yield* BuddyItems
  const glances = yield* Glances
  const boughtBefore = yield* itemsBefore

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

  const answerOf = (
    { buddy_id, gift_to_buddy_id, item_name }: Bought,
    reply: Extract<Reply, { readonly _tag: "Item" }>
  ) => {
    const { _tag, flash_sale_id: _, ...bought } = reply
    return { ...bought, buddy_id, item_name, gift_to_buddy_id: gift_to_buddy_id?.toLowerCase() ?? null }
  }

  return Effect.fnUntraced(function* (caller: Caller, buddy_id: string, order: Order) {
    const { gift_to_buddy_id = null, item_id: id, max_price_coins = null } = order
    const { customer_id } = caller
    const before = yield* boughtBefore(customer_id)
    if (before !== undefined) {
      return answerOf({ buddy_id, gift_to_buddy_id, item_name: before.item_name }, before.reply)
    }
    const item = yield* items.forSale(customer_id, id, yield* items.buyer(customer_id, buddy_id))
    if (gift_to_buddy_id !== null) yield* checkReceiver(customer_id, buddy_id, gift_to_buddy_id, item)
    const command = {
      _tag: "BuyItem",
      item,
      purchase_id: yield* uuid,
      gift_to_buddy_id: gift_to_buddy_id?.toLowerCase() ?? null,
      max_price_coins
    } as const
    const bought = yield* Effect.tapError(
      change<"Item", Sale>(caller, buddy_id, command, "Item"),
      ({ _tag: refusal }) => {
        const code = refused[refusal]
        return code === undefined ? Effect.void : glances.refused(customer_id, buddy_id, code)
      }
    )
    return answerOf({ buddy_id, gift_to_buddy_id, item_name: item.name }, bought)
  })
})

export const unpaid = ({ balance, required }: InsufficientCoins) => Effect.fail(new GiftUnpaid({ balance, required }))
