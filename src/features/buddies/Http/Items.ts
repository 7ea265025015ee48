import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ItemTerms } from "../../../engine/Command.ts"
import { uuid } from "../../../platform/Ids.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { GateStore } from "../../gates/Store.ts"
import { BuddyItemsApi, GiftUnpaid } from "../Api/Items.ts"
import {
  type InsufficientCoins,
  type InsufficientTokens,
  ItemAlreadyOwned,
  type ItemGiftOnly,
  type OutOfStock,
  type ProgressionNotSpendable,
  type RequirementsNotMet
} from "../Api/Refusals.ts"
import { buddyCommands } from "../Store/Commands.ts"
import { BuddyItems } from "../Store/Items.ts"

type Sale = InsufficientCoins | ItemAlreadyOwned | ItemGiftOnly | OutOfStock | RequirementsNotMet

/** Buys for oneself or, with a receiver, for somebody else. Used by the widgets as well. */
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

  return Effect.fnUntraced(function* (buddy_id: string, id: string, gift_to_buddy_id: string | null) {
    const { customer_id } = yield* Principal
    const item = yield* items.forSale(customer_id, id, yield* items.buyer(customer_id, buddy_id))
    if (gift_to_buddy_id !== null) yield* checkReceiver(customer_id, buddy_id, gift_to_buddy_id, item)
    const command = {
      _tag: "BuyItem",
      item,
      purchase_id: yield* uuid,
      gift_to_buddy_id: gift_to_buddy_id?.toLowerCase() ?? null
    } as const
    const { _tag, ...bought } = yield* change<"Item", Sale>(buddy_id, command, "Item")
    return { ...bought, buddy_id, item_name: item.name, gift_to_buddy_id: command.gift_to_buddy_id }
  })
})

export const unpaid = ({ balance, required }: InsufficientCoins) => Effect.fail(new GiftUnpaid({ balance, required }))

export const BuddyItemsHttp = HttpApiBuilder.group(
  feature(BuddyItemsApi),
  "buddy-items",
  Effect.fn(function* (handlers) {
    const items = yield* BuddyItems
    const gates = yield* GateStore
    const change = yield* buddyCommands
    const purchase = yield* makePurchase

    return handlers.handleAll({
      purchase: Effect.fnUntraced(function* ({ params, payload: { gift_to_buddy_id = null, item_id } }) {
        const bought = purchase(params.id, item_id, gift_to_buddy_id)
        return yield* gift_to_buddy_id === null ? bought : Effect.catchTag(bought, "InsufficientCoins", unpaid)
      }),
      gift: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* purchase(params.id, payload.item_id, payload.gift_to_buddy_id).pipe(
          Effect.catchTags({ InsufficientCoins: unpaid, ItemGiftOnly: Effect.die })
        )
      }),
      unlock: Effect.fnUntraced(function* ({ params, payload: { item_id, reason = null } }) {
        const item = yield* items.terms((yield* Principal).customer_id, item_id)
        const { _tag, ...given } = yield* change<"Item", ItemAlreadyOwned>(
          params.id,
          { _tag: "GrantItem", item, purchase_id: yield* uuid, source: "unlock", reason, from_buddy_id: null },
          "Item"
        )
        return { ...given, buddy_id: params.id, item_name: item.name, gift_to_buddy_id: null }
      }),
      items: Effect.fnUntraced(function* ({ params, query }) {
        return yield* items.owned((yield* Principal).customer_id, params.id, query)
      }),
      unlockGate: Effect.fnUntraced(function* ({ params }) {
        const { cost, gate_key, token_key } = yield* gates.get((yield* Principal).customer_id, params.gate_key)
        const { already_unlocked, balance, unlocked_at } = yield* change<
          "Gate",
          InsufficientTokens | ProgressionNotSpendable
        >(params.id, { _tag: "UnlockGate", gate_key, token_key, cost }, "Gate")
        const at = new Date(unlocked_at).toISOString()
        return { unlocked: true, already_unlocked, gate_key, token_key, cost, balance, unlocked_at: at } as const
      }),
      unlocks: Effect.fnUntraced(function* ({ params, query }) {
        return yield* items.unlocks((yield* Principal).customer_id, params.id, query)
      })
    })
  })
).pipe(Layer.provide([BuddyItems.layer, GateStore.layer]))
