/** What a buddy has and how far it has come, against the story of how that came about. */
import type { Invariant } from "./Invariant.ts"

export const belongings: ReadonlyArray<Invariant> = [
  {
    id: "items_were_acquired",
    title: "Whatever a buddy owns or wears came to it, once for each piece.",
    queries: {
      population: "SELECT count(*) FROM buddy_history WHERE kind = 'item'",
      // A prestige may have taken items that came before.
      violations: `
        SELECT customer_id, buddy_id, item_id, held.count, held.equipped, got.count AS acquired FROM (
          SELECT b.customer_id, b.buddy_id, item.key AS item_id, (item.value ->> 'count')::int AS count,
            (item.value ->> 'equipped')::boolean AS equipped
          FROM buddies AS b, json_each(b.state -> 'items') AS item) AS held
        LEFT JOIN (
          SELECT customer_id, buddy_id, key AS item_id, count(*) AS count FROM buddy_history
          WHERE kind = 'item' GROUP BY customer_id, buddy_id, key) AS got USING (customer_id, buddy_id, item_id)
        WHERE (held.count BETWEEN 1 AND got.count) IS NOT TRUE`
    }
  },
  {
    id: "purchase_is_booked",
    title: "Whatever was bought is in the ledger for what it cost.",
    queries: {
      population: "SELECT count(*) FROM buddy_history WHERE kind = 'item' AND body ->> 'source' = 'purchase'",
      // Older rows of the ledger do not name the purchase: for them the moment has to do.
      violations: `
        SELECT customer_id, buddy_id, h.body ->> 'purchase_id' AS purchase_id, h.body ->> 'price_paid' AS price_paid
        FROM buddy_history AS h
        WHERE h.kind = 'item' AND h.body ->> 'source' = 'purchase' AND (h.body ->> 'price_paid')::bigint > 0
          AND NOT EXISTS (
            SELECT FROM ledger AS l
            WHERE l.customer_id = h.customer_id AND l.buddy_id = h.buddy_id AND l.unit = 'coin'
              AND l.amount = -(h.body ->> 'price_paid')::bigint AND l.created_at = h.created_at
              AND coalesce(l.reference_id, h.body ->> 'purchase_id') = h.body ->> 'purchase_id')`
    }
  },
  {
    id: "stock_was_sold",
    title: "Every piece that is gone from the stock of an item was bought by somebody.",
    queries: {
      population: "SELECT count(*) FROM rule_budgets WHERE period_key = 'stock'",
      // A gift is in the story of who received it, or only among the changes of who gave it: it may be under way.
      violations: `
        SELECT counted.customer_id, counted.rule_id AS item_id, counted.used, coalesce(bought.pieces, 0) AS bought
        FROM rule_budgets AS counted LEFT JOIN (
          SELECT customer_id, item_id, sum(pieces) AS pieces FROM (
            SELECT customer_id, item_id, count(DISTINCT purchase_id) AS pieces FROM (
            SELECT customer_id, key AS item_id, body ->> 'purchase_id' AS purchase_id FROM buddy_history
            WHERE kind = 'item' AND body ->> 'source' IN ('purchase', 'gift')
            UNION ALL
            SELECT customer_id, input ->> 'item_id', input ->> 'purchase_id' FROM buddy_changes
            WHERE kind = 'buy_item') AS told GROUP BY customer_id, item_id
            UNION ALL
            SELECT e.customer_id, erased.key, erased.value::bigint
            FROM erased_buddies AS e CROSS JOIN LATERAL jsonb_each_text(e.pieces) AS erased) AS all_of
          GROUP BY customer_id, item_id) AS bought
          ON bought.customer_id = counted.customer_id AND bought.item_id = counted.rule_id::text
        WHERE counted.period_key = 'stock' AND counted.used > coalesce(bought.pieces, 0)`
    }
  },
  {
    id: "path_is_history",
    title:
      "A buddy has completed each sub-step of a path once, at the moment its story says, and paths by one of them.",
    queries: {
      population: "SELECT count(*) FROM buddy_history WHERE kind = 'path'",
      violations: `
        SELECT customer_id, buddy_id, path_key, place, done.completed_at, told.times, told.completed_at AS told_at
        FROM (
          SELECT b.customer_id, b.buddy_id, path.key AS path_key, step.key AS place,
            (step.value #>> '{}')::bigint AS completed_at
          FROM buddies AS b, json_each(b.state -> 'paths') AS path, json_each(path.value -> 'done') AS step) AS done
        FULL JOIN (
          SELECT customer_id, buddy_id, key AS path_key,
            concat(body ->> 'step_key', '/', body ->> 'sub_step_key') AS place, count(*) AS times,
            max(round(extract(epoch FROM created_at) * 1000))::bigint AS completed_at
          FROM buddy_history WHERE kind = 'path' GROUP BY 1, 2, 3, 4) AS told
          USING (customer_id, buddy_id, path_key, place)
        WHERE told.times IS DISTINCT FROM 1 OR done.completed_at IS DISTINCT FROM told.completed_at
        UNION ALL
        SELECT b.customer_id, b.buddy_id, path.key, NULL, (path.value ->> 'completed_at')::bigint, NULL, NULL
        FROM buddies AS b, json_each(b.state -> 'paths') AS path
        WHERE path.value ->> 'completed_at' IS NOT NULL AND NOT EXISTS (
          SELECT FROM json_each(path.value -> 'done') AS step
          WHERE step.value #>> '{}' = path.value ->> 'completed_at')`
    }
  }
]
