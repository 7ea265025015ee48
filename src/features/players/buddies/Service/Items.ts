/** Items on their way to a buddy, and what it owns. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../../../buddy/Buddies.ts"
import type { Signal } from "../../../../buddy/signals/Signals.ts"
import type { ItemTerms } from "../../../../engine/core/Command.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import type { OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import { isForSale, termsOf } from "../../../economy/marketplaces/Rules.ts"
import { type ItemOnSale, ItemStore } from "../../../economy/marketplaces/Store/Items.ts"
import { BuddyArchived } from "../../../../wire/refusals/Buddies.ts"
import type { OwnedItem, Unlock } from "../Api/Items.ts"
import { holdings } from "../Store/Items.ts"
import { ItemUnavailable } from "../../../../wire/refusals/Sales.ts"

type Of<Tag extends Signal["_tag"]> = Extract<Signal, { readonly _tag: Tag }>

/** Whose shop it is, and the moment the buyer lives at, epoch ms. */
export interface Buyer {
  readonly audience: string
  readonly now: number
}

interface Service {
  /** the terms an item is sold on to this buyer; of several with the key one that is for sale, when there is one */
  forSale(customer_id: string, id: string, buyer: Buyer): Effect.Effect<ItemTerms, NotFound | ItemUnavailable>
  /** what an item is called, also one that is archived */
  nameOf(customer_id: string, item_id: string): Effect.Effect<string, NotFound>
  /** the terms of an item that is given: only archived ones are out of reach */
  terms(customer_id: string, id: string): Effect.Effect<ItemTerms, NotFound>
  buyer(customer_id: string, buddy_id: string): Effect.Effect<Buyer, NotFound | BuddyArchived>
  /** a buddy that may be given things */
  receiver(
    customer_id: string,
    buddy_id: string
  ): Effect.Effect<{ readonly owns: (item_id: string) => number }, NotFound | BuddyArchived>
  owned(
    customer_id: string,
    buddy_id: string,
    query: OffsetQuery
  ): Effect.Effect<OffsetPage<typeof OwnedItem.Type>, NotFound>
  unlocks(
    customer_id: string,
    buddy_id: string,
    query: OffsetQuery
  ): Effect.Effect<OffsetPage<typeof Unlock.Type>, NotFound>
  /** items a reward named; those that are gone or owned already are left out */
  grantItems(signal: Of<"GrantItems">): Effect.Effect<void>
  /** a gift arrives, or its price goes back to the giver and its piece to the stock */
  deliverGift(signal: Of<"DeliverGift">): Effect.Effect<void>
}

export class BuddyItems extends Context.Service<BuddyItems, Service>()("hatchery/features/buddies/BuddyItems") {
  static readonly layer = Layer.effect(
    BuddyItems,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(ItemStore.layer))
}

const reasonOf = ({ item, audience, is_active }: ItemOnSale, buddyAudience: string, now: number) => {
  if (!is_active) return "marketplace_closed" as const
  if (audience !== null && audience !== buddyAudience) return "other_audience" as const
  if (isForSale(item, now)) return undefined
  if (item.status !== "active") return "inactive" as const
  return item.content.available_from !== null && Date.parse(item.content.available_from) > now
    ? ("not_yet" as const)
    : ("no_longer" as const)
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const items = yield* ItemStore
  const tenants = yield* Tenants
  const { held, owned, payment, unlocks } = holdings(sql)
  const terms = Effect.fn("BuddyItems.terms")(function* (customer_id: string, id: string) {
    const there = (yield* items.named(customer_id, id, yield* Clock.currentTimeMillis)).find(
      ({ item }) => item.status !== "archived"
    )
    return there === undefined ? yield* new NotFound({ resource: "item" }) : termsOf(there.item)
  })
  return BuddyItems.of({
    terms,
    nameOf: Effect.fn("BuddyItems.nameOf")(function* (customer_id, item_id) {
      const [{ item }] = yield* items.named(customer_id, item_id, yield* Clock.currentTimeMillis)
      return item.name
    }),
    forSale: Effect.fn("BuddyItems.forSale")(function* (customer_id, id, { audience, now }) {
      const named = yield* items.named(customer_id, id, now)
      const found = named.find((one) => reasonOf(one, audience, now) === undefined) ?? named[0]
      const reason = reasonOf(found, audience, now)
      if (reason !== undefined) return yield* new ItemUnavailable({ item_id: found.item.item_id, reason })
      return termsOf(found.item, found.sales)
    }),
    buyer: Effect.fn("BuddyItems.buyer")(function* (customer_id, buddy_id) {
      const { audience, status, user_id } = yield* held(customer_id, buddy_id)
      // Said before anything about the item: no other one would help.
      if (status !== "active") return yield* new BuddyArchived()
      const facts = yield* Effect.orDie(tenants.get(customer_id))
      return { audience, now: momentOf(facts, user_id, yield* Clock.currentTimeMillis) }
    }),
    receiver: Effect.fn("BuddyItems.receiver")(function* (customer_id, buddy_id) {
      const { state, status } = yield* held(customer_id, buddy_id)
      if (status !== "active") return yield* new BuddyArchived()
      return { owns: (item_id: string) => state.items[item_id]?.count ?? 0 }
    }),
    owned,
    unlocks,
    ...delivering(payment, yield* Buddies, terms)
  })
})

type Terms = (customer_id: string, id: string) => Effect.Effect<ItemTerms, NotFound>

/** Signals come at least once: the signal's or the purchase's id is the command's, so a second time changes nothing. */
const delivering = (
  payment: ReturnType<typeof holdings>["payment"],
  buddies: Buddies["Service"],
  terms: Terms
): Pick<Service, "grantItems" | "deliverGift"> => {
  const give = (customer_id: string, buddy_id: string, command_id: string, command: Parameters<typeof send>[3]) =>
    Effect.as(send(customer_id, buddy_id, command_id, command), true).pipe(
      Effect.catchTags({
        // Owned already or archived: nothing to give, and asking again would not change it.
        CommandRejected: () => Effect.succeed(false),
        BuddyNotFound: () => Effect.succeed(false)
      }),
      Effect.orDie
    )
  const send = (
    customer_id: string,
    buddy_id: string,
    command_id: string,
    command: Parameters<Buddies["Service"]["send"]>[2]["command"]
  ) => {
    const isReward = command._tag === "GrantItem" && command.source === "reward"
    const origin = { type: "job", id: isReward ? "reward" : "gift" } as const
    return buddies.send(customer_id, buddy_id, { command_id, command, event: null, webhooks: true, origin })
  }

  return {
    grantItems: Effect.fn("BuddyItems.grantItems")(function* ({ buddy_id, customer_id, item_ids, signal_id }) {
      for (const [index, item_id] of item_ids.entries()) {
        const found = yield* Effect.option(terms(customer_id, item_id))
        if (Option.isNone(found)) continue
        yield* give(customer_id, buddy_id, `${signal_id}:${index}`, {
          _tag: "GrantItem",
          item: found.value,
          purchase_id: yield* uuid,
          source: "reward",
          reason: null,
          from_buddy_id: null
        })
      }
    }),
    deliverGift: Effect.fn("BuddyItems.deliverGift")(function* (signal) {
      const { buddy_id, customer_id, item, purchase_id, to_buddy_id } = signal
      const isGiven = yield* give(customer_id, to_buddy_id, `gift:${purchase_id}`, {
        _tag: "GrantItem",
        item,
        purchase_id,
        source: "gift",
        reason: null,
        from_buddy_id: buddy_id
      })
      const costNothing = item.price_coins === 0 && item.stock_total === null && (item.sales ?? []).length === 0
      if (isGiven || costNothing) return
      const refund = (name: string, paid_ledger_id: string | null) =>
        give(customer_id, buddy_id, `${name}:${purchase_id}`, { _tag: "RefundGift", item, purchase_id, paid_ledger_id })
      const paid = yield* payment(customer_id, buddy_id, purchase_id)
      const isRefunded = yield* refund("gift-refund", Option.isSome(paid) ? paid.value.ledger_id : null)
      // Archived by now: it gets no coins any more, and the piece is for others.
      if (!isRefunded) yield* refund("gift-return", null)
    })
  }
}
