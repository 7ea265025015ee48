/** Causes: what was counted is what buddies brought, and each threshold was told once, in order. */
import type { Invariant } from "./Invariant.ts"

const population = "SELECT count(*) FROM causes"
const crossings = "SELECT count(*) FROM cause_crossings"

/** What all buddies have brought a subject, and what stands in its slots. */
const sums = `
  SELECT customer_id, subject_id, (SELECT coalesce(sum(s.score), 0) FROM campaign_scores AS s
      WHERE s.customer_id = c.customer_id AND s.subject_id = c.subject_id) AS scores,
    coalesce(sum(amount) FILTER (WHERE bucket = 'all'), 0) AS total,
    coalesce(sum(amount) FILTER (WHERE bucket <> 'all'), 0) AS days
  FROM (SELECT customer_id, cause_id AS subject_id FROM causes) AS c
  LEFT JOIN campaign_totals USING (customer_id, subject_id) GROUP BY customer_id, subject_id`

export const causes: ReadonlyArray<Invariant> = [
  {
    id: "cause_total_is_its_shares",
    title: "The total of a cause is the sum of what its buddies brought, and the sum of its days.",
    queries: {
      population,
      violations: `SELECT * FROM (${sums}) AS summed WHERE total <> scores OR total <> days`
    }
  },
  {
    id: "cause_counts_while_active",
    title: "A cause counts exactly while it is active.",
    queries: {
      population,
      violations: `
        SELECT c.customer_id, c.cause_id, c.status, s.is_open FROM causes AS c
        LEFT JOIN campaign_subjects AS s ON s.customer_id = c.customer_id AND s.subject_id = c.cause_id
        WHERE (c.status = 'active') <> coalesce(s.is_open, false)`
    }
  },
  {
    id: "cause_crossings_are_consecutive",
    title: "Thresholds a cause has told are the multiples of its epochs, one after the other, and numbered through.",
    queries: {
      population: crossings,
      violations: `
        SELECT customer_id, cause_id, epoch, told FROM (
          SELECT e.customer_id, e.cause_id, e.epoch, count(c.k) AS told,
            bool_and(c.total_units = c.k * e.threshold_unit) IS FALSE OR count(c.k) <> e.told_k - e.first_k
              OR coalesce(min(c.k) <> e.first_k + 1, false)
              OR coalesce(max(c.k) <> e.told_k, false) AS is_wrong
          FROM cause_epochs AS e
          LEFT JOIN cause_crossings AS c USING (customer_id, cause_id, epoch)
          GROUP BY e.customer_id, e.cause_id, e.epoch) AS epochs
        WHERE is_wrong
        UNION ALL
        SELECT customer_id, cause_id, NULL, crossings FROM (
          SELECT c.customer_id, c.cause_id, c.crossings, count(o.crossing) AS told, coalesce(max(o.crossing), 0) AS last
          FROM causes AS c LEFT JOIN cause_crossings AS o USING (customer_id, cause_id)
          GROUP BY c.customer_id, c.cause_id) AS numbered
        WHERE crossings <> told OR crossings <> last`
    }
  },
  {
    id: "cause_chain_recomputes",
    title: "Each threshold of a cause carries the hash of itself and of the one before it.",
    queries: {
      population: crossings,
      violations: `
        SELECT customer_id, cause_id, crossing FROM (
          SELECT customer_id, cause_id, crossing, prev_hash, hash,
            coalesce(lag(hash) OVER (PARTITION BY customer_id, cause_id ORDER BY crossing), repeat('0', 64)) AS before,
            encode(sha256(convert_to(concat_ws('|', prev_hash, cause_id, crossing, total_units,
              to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8')), 'hex') AS recomputed
          FROM cause_crossings) AS links
        WHERE prev_hash <> before OR hash <> recomputed
        UNION ALL
        SELECT c.customer_id, c.cause_id, c.crossings FROM causes AS c
        LEFT JOIN cause_crossings AS o
          ON o.customer_id = c.customer_id AND o.cause_id = c.cause_id AND o.crossing = c.crossings
        WHERE c.last_hash <> coalesce(o.hash, repeat('0', 64))`
    }
  },
  {
    id: "cause_crossing_is_delivered_once",
    title: "A threshold of a cause is sent once, to the endpoint of that cause, which is sent nothing else but tests.",
    queries: {
      population: crossings,
      violations: `
        SELECT o.customer_id, o.cause_id, o.crossing, d.delivery_id FROM cause_crossings AS o
        JOIN webhook_deliveries AS d ON d.customer_id = o.customer_id AND d.delivery_id = o.delivery_id
        JOIN webhook_configs AS w ON w.customer_id = d.customer_id AND w.webhook_config_id = d.webhook_config_id
        WHERE w.owner IS DISTINCT FROM 'cause:' || o.cause_id
        UNION ALL
        SELECT customer_id, NULL, count(*), delivery_id FROM cause_crossings
        WHERE delivery_id IS NOT NULL GROUP BY customer_id, delivery_id HAVING count(*) > 1
        UNION ALL
        SELECT d.customer_id, c.cause_id, o.crossing, d.delivery_id FROM webhook_deliveries_all AS d
        JOIN webhook_configs AS w ON w.customer_id = d.customer_id AND w.webhook_config_id = d.webhook_config_id
        JOIN causes AS c ON c.customer_id = w.customer_id AND w.owner = 'cause:' || c.cause_id
        LEFT JOIN cause_crossings AS o ON o.customer_id = d.customer_id AND o.delivery_id = d.delivery_id
        WHERE (d.body::json ->> 'is_test')::boolean <> (o.delivery_id IS NULL)
          OR (d.body::json ->> 'total_units')::bigint <> o.total_units`
    }
  },
  {
    id: "cause_thresholds_are_told",
    title: "Every multiple of a cause's threshold below its total is told, or others of that cause are at the moment.",
    quiescent: true,
    queries: {
      population,
      violations: `
        SELECT c.customer_id, c.cause_id, e.epoch, e.told_k FROM causes AS c
        JOIN cause_epochs AS e USING (customer_id, cause_id)
        WHERE e.told_k < coalesce(e.last_k, floor((SELECT coalesce(sum(t.amount), 0) FROM campaign_totals AS t
          WHERE t.customer_id = c.customer_id AND t.subject_id = c.cause_id AND t.bucket = 'all')
          / (e.threshold_unit * 1000000)))
          AND (SELECT max(s.reached_at) FROM campaign_scores AS s
            WHERE s.customer_id = c.customer_id AND s.subject_id = c.cause_id) < (SELECT overdue_at FROM moment)
          AND NOT EXISTS (SELECT FROM cause_crossings AS o, moment
            WHERE o.customer_id = c.customer_id AND o.cause_id = c.cause_id AND o.occurred_at >= moment.overdue_at)`
    }
  }
]
