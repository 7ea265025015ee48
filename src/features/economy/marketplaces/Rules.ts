/** Which items are for sale, and on which terms a buddy buys them. */
import type { ItemTerms, SaleTerms } from "../../../engine/core/Command.ts"
import type { MarketplaceItemInput } from "../../../wire/content/Marketplace.ts"

/** The part of an item that is kept as one document. */
export type ItemContent = Pick<
  MarketplaceItemInput,
  | "description"
  | "image_url"
  | "stage_images"
  | "is_gift_only"
  | "stock"
  | "available_from"
  | "available_until"
  | "visibility"
  | "requirements"
>

/** A total counts from the moment it is set: what of the item was bought under one before it is left out. */
export interface StoredContent extends ItemContent {
  /** pieces; absent: none */
  readonly sold_before?: number
}

export interface StoredItem {
  readonly item_id: string
  readonly item_key: string
  readonly name: string
  readonly category: MarketplaceItemInput["category"]
  readonly price_coins: number
  readonly status: MarketplaceItemInput["status"]
  readonly content: ItemContent
  /** pieces bought before its total was set, which counts stand in `rule_budgets` with the others */
  readonly sold_before: number
}

const everyone = { match: "all", conditions: [] } as const

/** Presets and imports may leave fields out; what is missing means what it means in a body. */
export const fullContent = (content: Partial<ItemContent>): ItemContent => ({
  description: content.description ?? "",
  image_url: content.image_url ?? null,
  stage_images: content.stage_images ?? {},
  is_gift_only: content.is_gift_only ?? false,
  stock: content.stock ?? { total: null, per_buddy: 1 },
  available_from: content.available_from ?? null,
  available_until: content.available_until ?? null,
  visibility: content.visibility ?? everyone,
  requirements: content.requirements ?? everyone
})

export const contentOf = (input: MarketplaceItemInput): ItemContent => fullContent(input)

/** A key made of the name, for items created without one. `taken` grows a number until it is free. */
export const itemKeyOf = (name: string, taken: ReadonlySet<string>): string => {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 56)
  const base = slug === "" ? "item" : slug
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`
    if (!taken.has(key)) return key
  }
}

/** Within its dates; `at` is epoch ms. */
export const isWithin = (
  { available_from, available_until }: Pick<ItemContent, "available_from" | "available_until">,
  at: number
): boolean =>
  (available_from === null || Date.parse(available_from) <= at) &&
  (available_until === null || at < Date.parse(available_until))

/** Active, and within its dates; `at` is epoch ms. */
export const isForSale = ({ content, status }: StoredItem, at: number): boolean =>
  status === "active" && isWithin(content, at)

/** `sales`: those not over; what is given away has none. */
export const termsOf = (
  { category, content, item_id, name, price_coins, sold_before }: StoredItem,
  sales: ReadonlyArray<SaleTerms> = []
): ItemTerms => ({
  item_id,
  name,
  category,
  price_coins,
  is_gift_only: content.is_gift_only,
  stock_total: content.stock.total === null ? null : content.stock.total + sold_before,
  per_buddy: content.stock.per_buddy,
  visibility: content.visibility,
  requirements: content.requirements,
  ...(sales.length === 0 ? {} : { sales })
})
