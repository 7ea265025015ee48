import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Reply } from "../../../../engine/core/Reply.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { feature } from "../../../../wire/Group.ts"
import { Principal } from "../../../../wire/Principal.ts"
import { GateStore } from "../../../economy/gates/Store.ts"
import { BuddyItemsApi } from "../Api/Items.ts"
import type {
  InsufficientTokens,
  ItemAlreadyOwned,
  ProgressionNotSpendable
} from "../../../../wire/refusals/Buddies.ts"
import { buddyCommands } from "../Service/Commands.ts"
import { BuddyItems } from "../Service/Items.ts"
import { itemsBefore, makePurchase, unpaid } from "../Service/Purchase.ts"

type Given = Extract<Reply, { readonly _tag: "Item" }>

export const BuddyItemsHttp = HttpApiBuilder.group(
  feature(BuddyItemsApi),
  "buddy-items",
  Effect.fn(function* (handlers) {
    const items = yield* BuddyItems
    const gates = yield* GateStore
    const change = yield* buddyCommands
    const purchase = yield* makePurchase
    const unlockedBefore = yield* itemsBefore

    return handlers.handleAll({
      purchase: Effect.fnUntraced(function* ({ params, payload }) {
        const bought = purchase(yield* Principal, params.id, payload)
        return yield* payload.gift_to_buddy_id === undefined
          ? bought
          : Effect.catchTag(bought, "InsufficientCoins", unpaid)
      }),
      gift: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* purchase(yield* Principal, params.id, payload).pipe(
          Effect.catchTags({ InsufficientCoins: unpaid, ItemGiftOnly: Effect.die })
        )
      }),
      unlock: Effect.fnUntraced(function* ({ params, payload: { item_id, reason = null } }) {
        const { customer_id } = yield* Principal
        const answerOf = ({ item_name, reply }: { readonly item_name: string; readonly reply: Given }) => {
          const { _tag, ...given } = reply
          return { ...given, buddy_id: params.id, item_name, gift_to_buddy_id: null }
        }
        const before = yield* unlockedBefore(customer_id)
        if (before !== undefined) return answerOf(before)
        const item = yield* items.terms(customer_id, item_id)
        const reply = yield* change<"Item", ItemAlreadyOwned>(
          yield* Principal,
          params.id,
          { _tag: "GrantItem", item, purchase_id: yield* uuid, source: "unlock", reason, from_buddy_id: null },
          "Item"
        )
        return answerOf({ item_name: item.name, reply })
      }),
      items: Effect.fnUntraced(function* ({ params, query }) {
        return yield* items.owned((yield* Principal).customer_id, params.id, query)
      }),
      unlockGate: Effect.fnUntraced(function* ({ params }) {
        const { cost, gate_key, token_key } = yield* gates.get((yield* Principal).customer_id, params.gate_key)
        const { already_unlocked, balance, unlocked_at } = yield* change<
          "Gate",
          InsufficientTokens | ProgressionNotSpendable
        >(yield* Principal, params.id, { _tag: "UnlockGate", gate_key, token_key, cost }, "Gate")
        const at = new Date(unlocked_at).toISOString()
        return { unlocked: true, already_unlocked, gate_key, token_key, cost, balance, unlocked_at: at } as const
      }),
      unlocks: Effect.fnUntraced(function* ({ params, query }) {
        return yield* items.unlocks((yield* Principal).customer_id, params.id, query)
      })
    })
  })
).pipe(Layer.provide([BuddyItems.layer, GateStore.layer]))
