/** Sales in the shops of an audience at a moment, with what their items cost and who sees them: one statement. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { SaleTerms } from "../../../../engine/core/Command.ts"
import { salePeriod } from "../../../../engine/items/sales.ts"
import { mayRun } from "../../../../platform/auth/Entitled.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { Group } from "../../../../wire/content/Shared.ts"
import { Discount } from "../Api.ts"

interface SoldItem {
  readonly item_id: string
  readonly price_coins: number
  /** null: everybody */
  readonly visibility: Group | null
  readonly available_from: string | null
  readonly available_until: string | null
}

export interface RunningSale {
  readonly sale: SaleTerms
  /** pieces, at its price */
  readonly sold: number
  readonly items: ReadonlyArray<SoldItem>
}

const Row = Schema.Struct({
  flash_sale_id: Schema.String,
  name: Schema.String,
  discount: Discount,
  starts_at: Schema.Date,
  ends_at: Schema.Date,
  per_buddy_limit: Schema.NullOr(Schema.Int),
  stock_total: Schema.NullOr(Schema.BigInt),
  sold: Schema.BigInt,
  items: Schema.Array(Schema.Unknown as unknown as Schema.Codec<SoldItem>)
})

const toSale = ({ ends_at, items, sold, starts_at, stock_total, ...sale }: typeof Row.Type): RunningSale => ({
  sale: {
    ...sale,
    starts_at: starts_at.getTime(),
    ends_at: ends_at.getTime(),
    stock_total: stock_total === null ? null : Number(stock_total)
  },
  sold: Number(sold),
  items
})

/** Those that end first are first; `at` is epoch ms. */
export const runningSales =
  (sql: SqlClient.SqlClient) =>
  (customer_id: string, audience: string, at: number): Effect.Effect<ReadonlyArray<RunningSale>> => {
    const now = new Date(at)
    return Effect.map(
      rows(Row)(sql`
        SELECT s.flash_sale_id, s.name, s.discount, s.starts_at, s.ends_at, s.per_buddy_limit, s.stock_total,
          coalesce((SELECT b.used FROM rule_budgets AS b WHERE b.customer_id = s.customer_id
            AND b.rule_id = s.flash_sale_id AND b.period_key = ${salePeriod}), 0) AS sold,
          (SELECT coalesce(json_agg(json_build_object('item_id', i.item_id, 'price_coins', i.price_coins,
              'visibility', i.content -> 'visibility', 'available_from', i.content ->> 'available_from',
              'available_until', i.content ->> 'available_until') ORDER BY i.position, i.created_at, i.item_id), '[]')
            FROM marketplace_items AS i
            WHERE i.customer_id = s.customer_id AND i.marketplace_id = s.marketplace_id
              AND i.item_id = ANY(s.item_ids) AND i.status = 'active') AS items
        FROM flash_sales AS s
        JOIN customers AS c ON c.customer_id = s.customer_id
        JOIN marketplaces AS m ON m.customer_id = s.customer_id AND m.marketplace_id = s.marketplace_id
        WHERE s.customer_id = ${customer_id}::uuid AND s.deleted_at IS NULL AND s.starts_at <= ${now}
          AND s.ends_at > ${now} AND m.is_active AND (m.audience IS NULL OR m.audience = ${audience})
          AND ${sql.literal(mayRun("c", "flash_sales", "s.starts_at"))}
        ORDER BY s.ends_at, s.flash_sale_id`),
      (found) => found.map(toSale)
    )
  }
