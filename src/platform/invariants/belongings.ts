/** What a buddy has and how far it has come, against the story of how that came about. */
import type { Invariant } from "./Invariant.ts"

/** Changes of what a buddy wears, with what it wore afterwards: the newest of each buddy, of one millisecond all. */
const dressed = `
  SELECT customer_id, buddy_id, change_id, worn, acquired_by FROM (
    SELECT c.customer_id, c.buddy_id, c.change_id,
      ARRAY(SELECT json_array_elements_text(c.reply -> 'equipped')) AS worn,
      extract(epoch FROM c.occurred_at) * 1000 AS acquired_by,
      rank() OVER (PARTITION BY c.customer_id, c.buddy_id ORDER BY c.occurred_at DESC) AS newest
    FROM buddy_changes AS c WHERE c.kind IN ('equip_items', 'wear_outfit', 'clear_equipment')) AS told
  WHERE newest = 1`

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
    id: "worn_is_put_on",
    title: "A buddy wears what its last change of clothes or its last outfit says, and still has.",
    queries: {
      population: "SELECT count(*) FROM buddy_changes WHERE kind IN ('equip_items', 'wear_outfit', 'clear_equipment')",
      // Days of who has lived on a test clock say nothing about the order of its changes.
      violations: `
        WITH fitting AS (
          SELECT d.customer_id, d.buddy_id, d.change_id, d.worn, NOT EXISTS (
            SELECT FROM json_each(b.state -> 'items') AS item WHERE CASE
              WHEN (item.value ->> 'equipped')::boolean THEN item.key <> ALL(d.worn)
              ELSE item.key = ANY(d.worn) AND (item.value ->> 'acquired_at')::numeric <= d.acquired_by END) AS fits
          FROM (${dressed}) AS d JOIN buddies AS b USING (customer_id, buddy_id)
          WHERE NOT EXISTS (SELECT FROM test_clock_users AS u
            WHERE u.customer_id = b.customer_id AND u.user_id = b.user_id))
        SELECT customer_id, buddy_id, min(change_id::text) AS change_id FROM fitting
        GROUP BY customer_id, buddy_id HAVING NOT bool_or(fits)`
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
