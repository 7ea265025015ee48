/** Users who came back: away for as long as it takes, and each absence told once. */
import type { Invariant } from "./Invariant.ts"

/** Every absence that was told, with the event that ended it. */
const told = `
  SELECT e.customer_id, e.buddy_id, e.event_id, e.occurred_at,
    (step -> 3 ->> 'last_active_at')::timestamptz AS last_active_at, (step -> 3 ->> 'days_away')::int AS days_away,
    (step -> 3 ->> 'lapsed_after_days')::int AS lapsed_after_days
  FROM events AS e CROSS JOIN LATERAL json_array_elements(e.trace) AS step
  WHERE e.trace::text LIKE '%"reengagement"%' AND step ->> 0 = 'reengagement' AND step ->> 2 = 'fired'`

export const reengagement: ReadonlyArray<Invariant> = [
  {
    id: "reengaged_after_the_lapse",
    title: "Who came back was away for the days that are told, which are as many as it takes.",
    queries: {
      population: `SELECT count(*) FROM (${told}) AS told`,
      violations: `
        SELECT customer_id, buddy_id, event_id, days_away, lapsed_after_days FROM (${told}) AS told
        WHERE (days_away >= lapsed_after_days
          AND floor(extract(epoch FROM occurred_at - last_active_at) / 86400) = days_away) IS NOT TRUE`
    }
  },
  {
    id: "absence_is_told_once",
    title: "No absence of a buddy was told twice: each began with the end of the one before or later.",
    queries: {
      population: `SELECT count(*) FROM (${told}) AS told`,
      violations: `
        SELECT customer_id, buddy_id, event_id, last_active_at, ended_before FROM (
          SELECT *, lag(occurred_at) OVER (PARTITION BY customer_id, buddy_id ORDER BY occurred_at, event_id)
            AS ended_before
          FROM (${told}) AS told) AS absences
        WHERE last_active_at < ended_before`
    }
  }
]
