/** Figures follow what is committed: whoever reads them in a test waits until they do. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Delta } from "../../../src/wire/analytics/Delta.ts"
import { until } from "../service/time.ts"

/** Days since 1970-01-01 (UTC). */
export const today = () => Math.floor(Date.now() / 86_400_000)

/** As if changes had been counted so. */
export const plantDelta = ({ customer_id }: { readonly customer_id: string }, body: Delta) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
      VALUES (${customer_id}::uuid, gen_random_uuid(), ${JSON.stringify(body)}::json, now())`
  )

/** Until nothing that was committed before still waits to be counted. */
export const caughtUp = (customer_id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    until(
      "figures to follow",
      Effect.map(
        sql`SELECT FROM analytics_deltas WHERE customer_id = ${customer_id}::uuid LIMIT 1`,
        (waiting) => waiting.length === 0
      )
    )
  )

/**
 * Buddies of the workspace are looked at for each report, never by the look of the service, once a minute: what that
 * found would be told for an hour. Before anything of the workspace is counted.
 */
export const neverWalked = (customer_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO analytics_tenants (customer_id, changed_at, snapshot_tried_at)
      VALUES (${customer_id}::uuid, now(), now() + interval '1 day')`
  )

const tables = [
  "analytics_counters",
  "analytics_totals",
  "analytics_users",
  "analytics_user_years",
  "analytics_cells",
  "analytics_event_types"
] as const

/** Everything that is counted of a workspace, as lines in an order of their own. */
export const tablesOf = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const found: Record<string, ReadonlyArray<string>> = {}
  for (const table of tables) {
    // Which column a feature has depends on what else came up before it.
    const rows = yield* sql<{ readonly line: string }>`
      SELECT (SELECT jsonb_object_agg(coalesce(f.feature, e.key), e.value)
        FROM jsonb_each(jsonb_strip_nulls(to_jsonb(t) - 'customer_id')) AS e
        LEFT JOIN analytics_features AS f ON f.customer_id = t.customer_id AND e.key = 'used_' || f.place)::text AS line
      FROM ${sql(table)} AS t WHERE customer_id = ${customer_id}::uuid ORDER BY 1`
    found[table] = rows.map(({ line }) => line)
  }
  return found as Record<(typeof tables)[number], ReadonlyArray<string>>
})
