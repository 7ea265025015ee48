/** Flash sales: what was sold for less, within the terms of the sale. */
import type { Invariant } from "./Invariant.ts"

/** Purchases that name a sale, as the record of changes has them. */
const soldInSale = `
  SELECT c.customer_id, c.buddy_id, c.reply ->> 'flash_sale_id' AS flash_sale_id,
    c.reply ->> 'purchase_id' AS purchase_id, (c.reply ->> 'price_paid')::bigint AS price_paid, c.ledger_ids,
    c.occurred_at
  FROM buddy_changes AS c WHERE c.kind = 'buy_item' AND c.reply ->> 'flash_sale_id' IS NOT NULL`

/** Pieces bought by who is erased since. */
const erasedPieces = `
  SELECT e.customer_id, bought.key, bought.value::bigint
  FROM erased_buddies AS e CROSS JOIN LATERAL jsonb_each_text(e.pieces) AS bought`

export const sales: ReadonlyArray<Invariant> = [
  {
    id: "sale_price_is_booked",
    title: "What was paid for a piece in a sale is what the ledger took for it.",
    queries: {
      population: `SELECT count(*) FROM (${soldInSale}) AS sold`,
      violations: `
        SELECT sold.customer_id, sold.buddy_id, sold.purchase_id, sold.price_paid, booked.amount
        FROM (${soldInSale}) AS sold CROSS JOIN LATERAL (
          SELECT coalesce(sum(l.amount), 0) AS amount FROM ledger AS l
          WHERE l.customer_id = sold.customer_id AND l.buddy_id = sold.buddy_id
            AND l.ledger_id = ANY(sold.ledger_ids)) AS booked
        WHERE sold.price_paid <> -booked.amount`
    }
  },
  {
    id: "sale_within_window",
    title: "Nothing was sold at the price of a sale before it began or after it was over.",
    queries: {
      population: `SELECT count(*) FROM (${soldInSale}) AS sold`,
      violations: `
        SELECT sold.customer_id, sold.buddy_id, sold.purchase_id, sold.flash_sale_id, sold.occurred_at
        FROM (${soldInSale}) AS sold
        LEFT JOIN flash_sales AS s
          ON s.customer_id = sold.customer_id AND s.flash_sale_id::text = sold.flash_sale_id
        WHERE (sold.occurred_at >= s.starts_at AND sold.occurred_at < s.ends_at) IS NOT TRUE`
    }
  },
  {
    id: "sale_within_stock",
    title: "No sale sold more pieces than it has, to all or to one buddy, and each of them was bought by somebody.",
    queries: {
      population: "SELECT count(*) FROM rule_budgets WHERE period_key = 'sale'",
      violations: `
        SELECT counted.customer_id, NULL::uuid AS buddy_id, counted.rule_id AS flash_sale_id, counted.used,
          coalesce(s.stock_total, bought.pieces, 0) AS allowed
        FROM rule_budgets AS counted
        LEFT JOIN flash_sales AS s ON s.customer_id = counted.customer_id AND s.flash_sale_id = counted.rule_id
        LEFT JOIN (
          SELECT customer_id, flash_sale_id, sum(pieces) AS pieces FROM (
            SELECT customer_id, flash_sale_id, 1 AS pieces FROM (${soldInSale}) AS sold
            UNION ALL ${erasedPieces}) AS all_of GROUP BY 1, 2) AS bought
          ON bought.customer_id = counted.customer_id AND bought.flash_sale_id = counted.rule_id::text
        WHERE counted.period_key = 'sale'
          AND (s.flash_sale_id IS NULL OR counted.used > coalesce(s.stock_total, counted.used)
            OR counted.used > coalesce(bought.pieces, 0))
        UNION ALL
        SELECT b.customer_id, b.buddy_id, s.flash_sale_id, (held.value ->> 'count')::bigint, s.per_buddy_limit
        FROM buddies AS b CROSS JOIN LATERAL json_each(b.state -> 'sales') AS held
        LEFT JOIN flash_sales AS s ON s.customer_id = b.customer_id AND s.flash_sale_id::text = held.key
        WHERE ((held.value ->> 'count')::bigint <= s.per_buddy_limit) IS NOT TRUE`
    }
  }
]
