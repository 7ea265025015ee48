/** Items come to a buddy: bought with coins, or given. What an item costs and asks for is live configuration. */
import type { Group } from "../../wire/content/Shared.ts"
import type { BuyItemCommand, GrantItemCommand, ItemTerms, RefundGiftCommand, SaleTerms } from "../core/Command.ts"
import { groupMet, requirementsOf } from "../rules/conditions.ts"
import type { Facts } from "../core/Facts.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import type { EngineError } from "../core/EngineError.ts"
import { type Draft, fired, read, write } from "../core/Draft.ts"
import { inputOf } from "../core/inputs.ts"
import { countPiece, offerFor, salePeriod } from "./sales.ts"
import type { Snapshot } from "../core/Snapshot.ts"
import { own } from "../core/State.ts"
import { debitCoins, refundCoins } from "../rules/wallet.ts"

export const countOfItem = ({ state }: Pick<Facts, "state">, itemId: string): number =>
  own(state.items, itemId)?.count ?? 0

/** The terms frozen with the pinned config version; an item created after it goes by its own. */
export const requirementsFor = (snapshot: Snapshot, item: ItemTerms): Group =>
  snapshot.content.marketplace_requirements[item.item_id] ?? item.requirements

/** The stock is a budget of pieces all buddies of the tenant draw on; see Budgets for how it is never overdrawn. */
export const stockPeriod = "stock"

/**
 * Why a buddy cannot buy an item now, or null. `left` says how many pieces there are, asked only when the item has an
 * end and nothing else stands in the way.
 */
export const saleRefusal = (
  item: ItemTerms,
  isGift: boolean,
  facts: Facts,
  left: (stock_total: number) => number
): EngineError | null => {
  const { is_gift_only, item_id, per_buddy, price_coins, stock_total } = item
  const { coins, items } = facts.state
  if (!groupMet(item.visibility, facts)) return { code: "unknown_item", item_id }
  if (is_gift_only && !isGift) return { code: "item_gift_only", item_id }
  if (!isGift && per_buddy !== null && (own(items, item_id)?.count ?? 0) >= per_buddy) {
    return { code: "item_already_owned", item_id }
  }
  const requirements = requirementsFor(facts.snapshot, item)
  if (!groupMet(requirements, facts)) {
    return { code: "requirements_not_met", item_id, requirements: requirementsOf(requirements, facts) }
  }
  if (stock_total !== null && left(stock_total) < 1) return { code: "out_of_stock", item_id }
  return coins.balance < price_coins
    ? { code: "insufficient_coins", balance: coins.balance, required: price_coins }
    : null
}

/** The item at what it costs this buddy now, with the sale it costs that in, if there is one. */
const offered = (draft: Draft, item: ItemTerms): { readonly item: ItemTerms; readonly sale: SaleTerms | null } => {
  const { price_coins, sale } = offerFor(item, draft.facts, ({ flash_sale_id }, total) =>
    draft.context.budget(flash_sale_id, salePeriod, total)
  )
  return { item: { ...item, price_coins, sales: sale === null ? [] : [sale] }, sale }
}

/** Whoever names a price is told first that it is another one: it may be why the coins do not suffice. */
const purchaseRefusal = (draft: Draft, item: ItemTerms, command: BuyItemCommand): EngineError | null => {
  const { item_id, price_coins } = item
  const { gift_to_buddy_id, max_price_coins = null } = command
  const error = saleRefusal(item, gift_to_buddy_id !== null, draft.facts, (total) =>
    draft.context.budget(item_id, stockPeriod, total)
  )
  if (error !== null && error.code !== "insufficient_coins") return error
  return max_price_coins !== null && price_coins > max_price_coins
    ? { code: "price_changed", item_id, price_coins }
    : error
}

export const buyItem = (draft: Draft, command: BuyItemCommand): ManualOutcome => {
  const { gift_to_buddy_id, purchase_id } = command
  const { item, sale } = offered(draft, command.item)
  const { item_id, name, price_coins, stock_total } = item
  const error = purchaseRefusal(draft, item, command)
  if (error !== null) return { error }
  const terms = termsMet(draft, item)
  const flash_sale_id = sale?.flash_sale_id ?? null
  if (sale !== null) countPiece(draft, sale, 1)
  const ledgerIds =
    price_coins === 0
      ? []
      : [
          debitCoins(draft, price_coins, {
            reason: gift_to_buddy_id === null ? "item_purchase" : "gift",
            rule_id: null
          })
        ]
  if (stock_total !== null) {
    draft.budgets.push({ rule_id: item_id, period_key: stockPeriod, amount: 1, max_coins: stock_total })
  }
  const { buddy_id } = draft.context.buddy
  draft.outbound.push({
    event: "item.purchased",
    body: { buddy_id, item_id, item_name: name, price_paid: price_coins, purchase_id }
  })
  if (gift_to_buddy_id === null) {
    acquire(draft, item, {
      purchase_id,
      price_paid: price_coins,
      source: "purchase",
      from_buddy_id: null,
      reason: null,
      ...(sale === null ? {} : { flash_sale_id: sale.flash_sale_id })
    })
  } else {
    draft.signals.push({ _tag: "DeliverGift", item, purchase_id, to_buddy_id: gift_to_buddy_id })
  }
  const { balance } = draft.state.coins
  const count = countOfItem(draft, item_id)
  const afterwards = { balance_after: balance, owned_after: count }
  const paid = { price_coins, list_price_coins: command.item.price_coins, flash_sale_id, gift_to_buddy_id }
  fired(draft, "marketplace_item", item_id, { ...paid, ...terms, ...afterwards }, ledgerIds)
  return { reply: { _tag: "Item", item_id, purchase_id, price_paid: price_coins, balance, count, flash_sale_id } }
}

/**
 * What stood between a buddy and the item when it was bought, for the trace. How many pieces were left is not told:
 * the view of it may be old, and only the commit decides.
 */
const termsMet = (draft: Draft, item: ItemTerms): Readonly<Record<string, unknown>> => {
  const { item_id, per_buddy, stock_total } = item
  return {
    balance_before: draft.state.coins.balance,
    owned_before: countOfItem(draft, item_id),
    per_buddy,
    stock_total,
    requirements: requirementsOf(requirementsFor(draft.snapshot, item), draft.facts)
  }
}

export const grantItem = (draft: Draft, command: GrantItemCommand): ManualOutcome => {
  const { from_buddy_id, item, purchase_id, reason, source } = command
  const { item_id, per_buddy } = item
  if (per_buddy !== null && countOfItem(draft, item_id) >= per_buddy) {
    return { error: { code: "item_already_owned", item_id } }
  }
  const owned_before = countOfItem(draft, item_id)
  acquire(draft, item, { purchase_id, price_paid: 0, source, from_buddy_id, reason })
  const { balance } = draft.state.coins
  const count = countOfItem(draft, item_id)
  const detail = { source, reason, from_buddy_id, per_buddy, owned_before, owned_after: count }
  fired(draft, "marketplace_item", item_id, detail)
  return { reply: { _tag: "Item", item_id, purchase_id, price_paid: 0, balance, count } }
}

/** What a gift took from a stock and a sale goes back to them, also from a giver who is archived and gets no coins. */
export const isReturn = (command: { readonly _tag: string; readonly paid_ledger_id?: string | null }): boolean =>
  command._tag === "RefundGift" && command.paid_ledger_id === null

export const refundGift = (draft: Draft, command: RefundGiftCommand): ManualOutcome => {
  const { item, paid_ledger_id } = command
  const { item_id, price_coins, stock_total } = item
  if (stock_total !== null) {
    // There may be more of it by now, and more sold, than when it was paid.
    draft.budgets.push({ rule_id: item_id, period_key: stockPeriod, amount: -1, max_coins: Number.MAX_SAFE_INTEGER })
  }
  const ledgerIds = paid_ledger_id === null ? [] : [refundCoins(draft, price_coins, paid_ledger_id)]
  for (const sale of item.sales ?? []) countPiece(draft, sale, -1)
  const detail = {
    refunded: paid_ledger_id === null ? 0 : price_coins,
    stock_total,
    balance_after: draft.state.coins.balance
  }
  fired(draft, "marketplace_item", item_id, detail, ledgerIds)
  return { reply: { _tag: "Done" } }
}

const acquire = (
  draft: Draft,
  { category, item_id, name }: ItemTerms,
  how: {
    readonly purchase_id: string
    readonly price_paid: number
    readonly source: "purchase" | GrantItemCommand["source"]
    readonly from_buddy_id: string | null
    readonly reason: string | null
    readonly flash_sale_id?: string
  }
): void => {
  const equipped = read(draft, "items", item_id)?.equipped ?? false
  const count = countOfItem(draft, item_id) + 1
  const { price_paid } = how
  const purchase_id = how.source === "purchase" ? how.purchase_id : null
  const acquired_at = draft.context.now
  write(draft, "items", item_id, { acquired_at, equipped, category, name, price_paid, purchase_id, count })
  draft.changed.add(inputOf.item(item_id))
  draft.history.push({ kind: "item", key: item_id, body: { item_id, item_name: name, category, ...how } })
}
