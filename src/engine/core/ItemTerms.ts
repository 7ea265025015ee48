import type { Group } from "../../wire/content/Shared.ts"

/** A sale of an item that was not over when the caller read it; live configuration too. Times are epoch ms. */
export interface SaleTerms {
  readonly flash_sale_id: string
  readonly name: string
  /** percent: so much off, rounded down; fixed_price: never above the price of the item */
  readonly discount: { readonly mode: "percent" | "fixed_price"; readonly value: number }
  readonly starts_at: number
  /** excluded */
  readonly ends_at: number
  /** pieces at the price of the sale, over all its items; null: any number */
  readonly per_buddy_limit: number | null
  /** shared by all buddies of the tenant; null: no end */
  readonly stock_total: number | null
}

/** A marketplace item as it was for sale when the caller read it. Items are live configuration. */
export interface ItemTerms {
  readonly item_id: string
  readonly name: string
  readonly category: string
  readonly price_coins: number
  readonly is_gift_only: boolean
  /** shared by all buddies of the tenant; null: no end */
  readonly stock_total: number | null
  /** null: any number */
  readonly per_buddy: number | null
  /** whoever does not meet it does not know the item */
  readonly visibility: Group
  readonly requirements: Group
  /** absent: none */
  readonly sales?: ReadonlyArray<SaleTerms>
}
