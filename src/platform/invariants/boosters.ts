/** Boosters: what they made of what rules pay. */
import type { Invariant } from "./Invariant.ts"

/** Every step of an event that was boosted. */
const steps = `
  SELECT e.customer_id, e.buddy_id, e.event_id, e.occurred_at, step -> 3 AS detail
  FROM events AS e CROSS JOIN LATERAL json_array_elements(e.trace) AS step
  WHERE e.trace::text LIKE '%booster_ids%' AND step -> 3 ->> 'booster_ids' IS NOT NULL`

/** Windows of boosters: of audiences, and of single buddies as the change that granted them tells. */
const windows = `
  SELECT customer_id, booster_grant_id::text AS booster_id, starts_at, ends_at FROM booster_grants
  UNION ALL
  SELECT customer_id, reply ->> 'booster_id', (reply ->> 'starts_at')::timestamptz, (reply ->> 'ends_at')::timestamptz
  FROM buddy_changes WHERE kind = 'grant_booster'`

export const boosters: ReadonlyArray<Invariant> = [
  {
    id: "boost_is_base_times_factor",
    title: "What was boosted is its base times its factor, at most ten, rounded.",
    queries: {
      population: `SELECT count(*) FROM (${steps}) AS boosted`,
      violations: `
        SELECT customer_id, buddy_id, event_id, detail FROM (${steps}) AS boosted
        CROSS JOIN LATERAL (SELECT (detail ->> 'base')::numeric AS base, (detail ->> 'factor')::numeric AS factor,
          coalesce(detail ->> 'amount', detail ->> 'points')::numeric AS paid) AS told
        WHERE (factor BETWEEN 1 AND 10 AND (abs(base * factor - paid) < 1 OR paid = 1000000000)) IS NOT TRUE`
    }
  },
  {
    id: "boost_within_window",
    title: "Nothing was boosted that did not happen within the window of the booster.",
    queries: {
      population: `SELECT count(*) FROM (${steps}) AS boosted`,
      violations: `
        SELECT boosted.customer_id, boosted.buddy_id, boosted.event_id, booster.id AS booster_id
        FROM (${steps}) AS boosted
        CROSS JOIN LATERAL json_array_elements_text(boosted.detail -> 'booster_ids') AS booster (id)
        WHERE NOT EXISTS (
          SELECT FROM (${windows}) AS w
          WHERE w.customer_id = boosted.customer_id AND w.booster_id = booster.id
            AND boosted.occurred_at >= w.starts_at AND boosted.occurred_at < w.ends_at)`
    }
  },
  {
    id: "booster_is_granted_once",
    title: "No booster was granted twice.",
    queries: {
      population: "SELECT count(*) FROM buddy_changes WHERE kind = 'grant_booster'",
      violations: `
        SELECT customer_id, reply ->> 'booster_id' AS booster_id, count(*) AS times FROM buddy_changes
        WHERE kind = 'grant_booster' GROUP BY 1, 2 HAVING count(*) > 1`
    }
  }
]
