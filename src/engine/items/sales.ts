/** Flash sales: what an item costs one buddy at one moment. No timer opens or closes a sale. */
import type { ItemTerms, SaleTerms } from "../core/Command.ts"
import { type Draft, read, write } from "../core/Draft.ts"
import type { Facts } from "../core/Facts.ts"
import { own } from "../core/State.ts"

/** Pieces of a sale are a budget all buddies of the tenant draw on, as the stock of an item is. */
export const salePeriod = "sale"

export const discounted = (price_coins: number, { mode, value }: SaleTerms["discount"]): number =>
  mode === "percent" ? Math.floor((price_coins * (100 - value)) / 100) : Math.min(price_coins, value)

/** What a buddy pays now; `sale` null: the list price. */
export interface Offer {
  readonly price_coins: number
  readonly sale: SaleTerms | null
}

export const takenOf = ({ state }: Pick<Facts, "state">, { flash_sale_id }: SaleTerms): number =>
  own(state.sales ?? {}, flash_sale_id)?.count ?? 0

/** Lowest price first, then the sale that began first. */
const order = (left: Offer & { readonly sale: SaleTerms }, right: Offer & { readonly sale: SaleTerms }): number =>
  left.price_coins - right.price_coins ||
  left.sale.starts_at - right.sale.starts_at ||
  (left.sale.flash_sale_id < right.sale.flash_sale_id ? -1 : 1)

/** `left`: how many pieces of a sale there are, asked only of those with an end. */
export const offerFor = (
  item: ItemTerms,
  facts: Pick<Facts, "now" | "state">,
  left: (sale: SaleTerms, stock_total: number) => number
): Offer => {
  const { price_coins, sales = [] } = item
  const offers = sales.flatMap((sale) => {
    const { ends_at, per_buddy_limit, starts_at, stock_total } = sale
    const price = discounted(price_coins, sale.discount)
    const isOpen = price < price_coins && starts_at <= facts.now && facts.now < ends_at
    if (!isOpen || (per_buddy_limit !== null && takenOf(facts, sale) >= per_buddy_limit)) return []
    return stock_total !== null && left(sale, stock_total) < 1 ? [] : [{ price_coins: price, sale }]
  })
  return offers.toSorted(order)[0] ?? { price_coins, sale: null }
}

/** One piece more, or, with -1, one given back. */
export const countPiece = (draft: Draft, sale: SaleTerms, amount: 1 | -1): void => {
  const { ends_at, flash_sale_id, per_buddy_limit, stock_total } = sale
  const max_coins = stock_total ?? Number.MAX_SAFE_INTEGER
  draft.budgets.push({ rule_id: flash_sale_id, period_key: salePeriod, amount, max_coins })
  const held = read(draft, "sales", flash_sale_id)
  if (per_buddy_limit === null || (amount < 0 && held === undefined)) return
  write(draft, "sales", flash_sale_id, { count: Math.max(0, (held?.count ?? 0) + amount), ends_at })
}

/** What is remembered of sales that are over goes with the first command after them. */
export const forgetSales = (draft: Draft): void => {
  const { isOnTestClock, now } = draft.context
  const { sales } = draft.state
  // Back from a test clock, a buddy may find the sale still on.
  if (sales === undefined || isOnTestClock || Object.values(sales).every(({ ends_at }) => ends_at > now)) return
  const open = Object.entries(sales).filter(([, { ends_at }]) => ends_at > now)
  delete draft.state.sales
  if (open.length > 0) draft.state.sales = Object.fromEntries(open)
}
