/** Workspaces with events and no figures: whoever took them knew of none, as a release from before there were any. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { nowDate, rows } from "../../../../platform/postgres/Sql.ts"

const IdRow = Schema.Struct({ customer_id: Schema.String })

/** While events come that nobody counts, a node of that release still runs: its next ones would be missing. */
const settled_ms = 15 * 60_000
/** One that was tried is left alone for so long. */
const again_ms = 24 * 3_600_000

export const uncounted = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, count: number) {
  const now = (yield* nowDate).getTime()
  const found = yield* rows(IdRow)(sql`
    SELECT c.customer_id FROM customers AS c
    WHERE NOT EXISTS (SELECT FROM analytics_counters AS f WHERE f.customer_id = c.customer_id)
      AND NOT EXISTS (SELECT FROM analytics_deltas AS d WHERE d.customer_id = c.customer_id)
      AND (SELECT e.received_at FROM events AS e WHERE e.customer_id = c.customer_id
        ORDER BY e.sequence DESC LIMIT 1) <= ${new Date(now - settled_ms)}
      AND NOT EXISTS (SELECT FROM erasures AS e WHERE e.customer_id = c.customer_id AND e.status <> 'completed')
      AND NOT EXISTS (SELECT FROM operations AS o
        WHERE o.customer_id = c.customer_id AND o.type = 'analytics_rebuild'
          AND o.created_at > ${new Date(now - again_ms)})
    ORDER BY c.customer_id LIMIT ${count}`)
  return found.map(({ customer_id }) => customer_id)
})
