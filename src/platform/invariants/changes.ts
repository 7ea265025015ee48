/** Rows of the ledger that no event brought, and the records of changes that explain them. */
import { table as migrations } from "../postgres/Migrations.ts"
import type { Invariant } from "./Invariant.ts"

const recorded = `
  SELECT customer_id, buddy_id, ledger_id, change_id
  FROM buddy_changes CROSS JOIN LATERAL unnest(ledger_ids) AS ledger_id`

/** The migration, with the time in which nodes of the release before may still have written. */
const recording_since = `
  SELECT max(created_at) + interval '1 hour' FROM ${migrations} WHERE name = 'changes'`

/** Dates of theirs say nothing about when their rows were written. */
const timeTravellers = `
  SELECT b.customer_id, b.buddy_id FROM buddies AS b JOIN test_clock_users AS u USING (customer_id, user_id)`

export const changes: ReadonlyArray<Invariant> = [
  {
    id: "change_is_recorded",
    title: "Every ledger row that no event brought has the change it was booked for, since changes are recorded.",
    queries: {
      population: "SELECT count(*) FROM ledger WHERE reference_type <> 'event'",
      violations: `
        WITH booked AS MATERIALIZED (
          SELECT l.customer_id, l.buddy_id, l.unit, l.seq, l.ledger_id, l.reason, l.created_at,
            r.change_id IS NOT NULL AS is_recorded
          FROM ledger AS l LEFT JOIN (${recorded}) AS r USING (customer_id, buddy_id, ledger_id)
          WHERE l.reference_type <> 'event')
        SELECT customer_id, buddy_id, unit, seq, ledger_id, reason, created_at FROM booked
        LEFT JOIN (
          SELECT customer_id, buddy_id, unit, min(seq) AS since FROM booked WHERE is_recorded
          GROUP BY customer_id, buddy_id, unit) AS first USING (customer_id, buddy_id, unit)
        LEFT JOIN (${timeTravellers}) AS traveller USING (customer_id, buddy_id)
        WHERE NOT is_recorded AND (seq > since
          OR (created_at > (${recording_since}) AND traveller IS NULL))`
    }
  },
  {
    id: "change_trace_is_ledger",
    title: "The ledger rows a change booked are those its trace names, each of them once.",
    queries: {
      population: "SELECT count(*) FROM buddy_changes",
      violations: `
        SELECT customer_id, buddy_id, ledger_id, named.changes AS recorded, traced.changes AS traced,
          l.reference_type
        FROM (
          SELECT customer_id, buddy_id, ledger_id, array_agg(change_id) AS changes FROM (${recorded}) AS r
          GROUP BY customer_id, buddy_id, ledger_id) AS named
        FULL JOIN (
          SELECT customer_id, buddy_id, id::uuid AS ledger_id, array_agg(change_id) AS changes
          FROM buddy_changes, json_array_elements(trace) AS step, json_array_elements_text(step -> 4) AS id
          GROUP BY customer_id, buddy_id, id) AS traced USING (customer_id, buddy_id, ledger_id)
        LEFT JOIN ledger AS l USING (customer_id, buddy_id, ledger_id)
        WHERE named.changes IS DISTINCT FROM traced.changes OR cardinality(named.changes) <> 1
          OR l.reference_type IS NULL OR l.reference_type = 'event'`
    }
  }
]
