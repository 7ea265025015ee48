/** Mystery boxes: whoever paid for one got what it says, and every one that was opened is counted. */
import type { Invariant } from "./Invariant.ts"

const openings = "SELECT count(*) FROM buddy_changes WHERE kind = 'open_box'"

export const mysteryBoxes: ReadonlyArray<Invariant> = [
  {
    id: "box_is_paid_and_pays",
    title: "An opened box was paid once, and gave its one reward.",
    queries: {
      population: openings,
      violations: `
        SELECT c.customer_id, c.buddy_id, c.change_id, c.reply, coalesce(l.paid, 0) AS paid,
          coalesce(l.given, 0) AS given
        FROM (SELECT *, (reply ->> 'price_paid')::bigint AS price, reply -> 'reward' AS reward FROM buddy_changes
          WHERE kind = 'open_box') AS c
        LEFT JOIN LATERAL (
          SELECT -sum(amount) FILTER (WHERE amount < 0) AS paid, sum(amount) FILTER (WHERE amount > 0) AS given
          FROM ledger AS l
          WHERE l.customer_id = c.customer_id AND l.buddy_id = c.buddy_id AND l.reason = 'mystery_box'
            AND l.ledger_id = ANY(c.ledger_ids)) AS l ON true
        WHERE (coalesce(l.paid, 0) = c.price AND coalesce(l.given, 0) = CASE
          WHEN c.reward ->> 'kind' IN ('coins', 'token') THEN (c.reward ->> 'amount')::bigint ELSE 0 END) IS NOT TRUE`
    }
  },
  {
    id: "box_openings_are_counted",
    title: "Every opening of a box is counted, and none beyond what there was.",
    queries: {
      population: "SELECT count(*) FROM mystery_boxes",
      violations: `
        SELECT b.customer_id, b.mystery_box_id, c.openings, t.counted, u.used, b.content ->> 'stock_total' AS places
        FROM mystery_boxes AS b
        LEFT JOIN (SELECT customer_id, input ->> 'mystery_box_id' AS box, count(*) AS openings FROM buddy_changes
          WHERE kind = 'open_box' GROUP BY 1, 2) AS c
          ON c.customer_id = b.customer_id AND c.box = b.mystery_box_id::text
        LEFT JOIN (SELECT customer_id, subject_id, sum(amount) AS counted FROM campaign_totals GROUP BY 1, 2) AS t
          ON t.customer_id = b.customer_id AND t.subject_id = b.mystery_box_id
        LEFT JOIN rule_budgets AS u
          ON u.customer_id = b.customer_id AND u.rule_id = b.mystery_box_id AND u.period_key = 'openings'
        WHERE coalesce(t.counted, 0) < coalesce(c.openings, 0) OR coalesce(t.counted, 0) < coalesce(u.used, 0)
          OR (b.content ->> 'stock_total' IS NOT NULL
            AND c.openings > greatest((b.content ->> 'stock_total')::bigint, coalesce(u.used, 0)))`
    }
  }
]
