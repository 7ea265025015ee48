/** A row of marketplace_items, with how many pieces are sold, and what it is on the wire. */
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { SaleTerms } from "../../../../engine/core/Command.ts"
import { stockPeriod } from "../../../../engine/items/items.ts"
import { salePeriod } from "../../../../engine/items/sales.ts"
import { mayRun } from "../../../../platform/auth/Entitled.ts"
import { iso } from "../../../../wire/Ids.ts"
import { itemCategories } from "../../../../wire/content/Marketplace.ts"
import type { Item } from "../Api.ts"
import { fullContent, type StoredContent, type StoredItem } from "../Rules.ts"

export const Row = Schema.Struct({
  item_id: Schema.String,
  marketplace_id: Schema.String,
  item_key: Schema.String,
  name: Schema.String,
  category: Schema.Literals(itemCategories),
  price_coins: Schema.BigInt,
  position: Schema.Int,
  content: Schema.Unknown as unknown as Schema.Codec<Partial<StoredContent>>,
  status: Schema.Literals(["active", "inactive", "archived"]),
  sold: Schema.BigInt,
  created_at: Schema.Date,
  updated_at: Schema.Date
})
export type Row = typeof Row.Type

/** A sale of an item, and how much of it is sold. */
export interface StoredSale extends SaleTerms {
  readonly sold: number
}
const sales = Schema.NullOr(Schema.Array(Schema.Unknown as unknown as Schema.Codec<StoredSale>))

export const OfferRow = Schema.Struct({ ...Row.fields, sales })
export type OfferRow = typeof OfferRow.Type

export const SaleRow = Schema.Struct({
  ...OfferRow.fields,
  marketplace_audience: Schema.NullOr(Schema.String),
  marketplace_active: Schema.Boolean
})

export const storedOf = (found: Row): StoredItem => ({
  item_id: found.item_id,
  item_key: found.item_key,
  name: found.name,
  category: found.category,
  price_coins: Number(found.price_coins),
  status: found.status,
  content: fullContent(found.content),
  sold_before: found.content.sold_before ?? 0
})

export const toWire = (found: Row): Item => {
  const { content, sold_before, ...stored } = storedOf(found)
  const { total } = content.stock
  return {
    ...stored,
    ...content,
    marketplace_id: found.marketplace_id,
    position: found.position,
    stock_left: total === null ? null : Math.max(0, Math.min(total, total + sold_before - Number(found.sold))),
    created_at: iso(found.created_at),
    updated_at: iso(found.updated_at)
  }
}

/** Pieces of the item `i` that are gone from a stock of it, whichever total it had. */
const sold = `coalesce((SELECT b.used FROM rule_budgets AS b WHERE b.customer_id = i.customer_id
    AND b.rule_id = i.item_id AND b.period_key = '${stockPeriod}'), 0)`

/** What an item is to remember of what was sold, when it gets a total or keeps one: see StoredContent. */
export const soldBefore = `CASE WHEN i.content #>> '{stock,total}' IS NULL
  THEN jsonb_build_object('sold_before', ${sold})
  ELSE jsonb_build_object('sold_before', coalesce(i.content -> 'sold_before', '0')) END`

export const columns = `i.item_id, i.marketplace_id, i.item_key, i.name, i.category, i.price_coins, i.position,
  i.content, i.status, i.created_at, i.updated_at, ${sold} AS sold`

/** The sales of the item `i` that are not over at a moment (epoch ms) and may run, one read with the item. */
export const salesAt = (sql: SqlClient.SqlClient, at: number) => sql`(
  SELECT jsonb_agg(jsonb_build_object('flash_sale_id', s.flash_sale_id, 'name', s.name, 'discount', s.discount,
    'starts_at', (extract(epoch FROM s.starts_at) * 1000)::bigint,
    'ends_at', (extract(epoch FROM s.ends_at) * 1000)::bigint,
    'per_buddy_limit', s.per_buddy_limit, 'stock_total', s.stock_total,
    'sold', coalesce((SELECT b.used FROM rule_budgets AS b WHERE b.customer_id = s.customer_id
      AND b.rule_id = s.flash_sale_id AND b.period_key = ${salePeriod}), 0)))
  FROM flash_sales AS s JOIN customers AS c ON c.customer_id = s.customer_id
  WHERE s.customer_id = i.customer_id AND s.deleted_at IS NULL AND s.ends_at > ${new Date(at)}
    AND i.item_id = ANY(s.item_ids) AND ${sql.literal(mayRun("c", "flash_sales", "s.starts_at"))})`
