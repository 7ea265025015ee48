/** Sums by metric, local day, audience and key. */
import type { Watched } from "../../alerts/Store/Hours.ts"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { testPrefix } from "../../../../wire/analytics/Delta.ts"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import { type Folded, otherType } from "../Rules/Folding.ts"
import { textOf } from "../Rules/Periods.ts"

/** Those of erased users are kept apart as well: a rebuild finds them nowhere else. */
export type CounterTable = "analytics_counters" | "analytics_residue_counters"

const GoneRow = Schema.Struct({
  metric: Schema.String,
  day: Schema.String,
  audience: Schema.String,
  key: Schema.String
})

/** Rows that have come to nothing go: whether they were ever there depends on the order of what came to it. */
export const addCounts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  counts: Folded["counts"],
  table: CounterTable = "analytics_counters"
) {
  if (counts.length === 0) return
  const given = JSON.stringify(
    counts.map(([metric, day, audience, key, count, amount]) => ({
      metric,
      day: textOf(day),
      audience,
      key,
      count,
      amount
    }))
  )
  const gone = yield* rows(GoneRow)(sql`
    WITH written AS (
      INSERT INTO ${sql(table)} AS c (customer_id, metric, day, audience, key, count, amount)
      SELECT ${customer_id}::uuid, metric, day, audience, key, count, amount
      FROM jsonb_to_recordset(${given}::jsonb)
        AS g (metric text, day date, audience text, key text, count bigint, amount bigint)
      ORDER BY metric, day, audience, key
      ON CONFLICT (customer_id, metric, day, audience, key)
      DO UPDATE SET count = c.count + excluded.count, amount = c.amount + excluded.amount
      RETURNING metric, day, audience, key, count, amount)
    SELECT metric, day::text, audience, key FROM written WHERE count = 0 AND amount = 0`)
  if (gone.length === 0) return
  yield* execute(sql`
    DELETE FROM ${sql(table)} AS c
    USING jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) AS g (metric text, day date, audience text, key text)
    WHERE c.customer_id = ${customer_id}::uuid AND c.metric = g.metric AND c.day = g.day AND c.audience = g.audience
      AND c.key = g.key AND c.count = 0 AND c.amount = 0`)
})

/** Of the last days, for whoever watches hours. */
export const addHours = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  hours: Folded["hours"]
) {
  if (hours.length === 0) return
  const given = JSON.stringify(hours.map(({ hour, ...sum }) => ({ hour: new Date(hour).toISOString(), ...sum })))
  yield* execute(sql`
    INSERT INTO analytics_hours AS h (customer_id, hour, metric, key, count, amount)
    SELECT ${customer_id}::uuid, hour, metric, key, count, amount
    FROM jsonb_to_recordset(${given}::jsonb)
      AS g (hour timestamptz, metric text, key text, count bigint, amount bigint)
    ORDER BY hour, metric, key
    ON CONFLICT (customer_id, hour, metric, key)
    DO UPDATE SET count = h.count + excluded.count, amount = h.amount + excluded.amount`)
})

/** What whoever watches an hour knows of it by now. */
export const raiseHours = (sql: SqlClient.SqlClient, { customer_id, figures }: Watched) =>
  figures.length === 0
    ? Effect.succeed(0)
    : execute(sql`
        INSERT INTO analytics_hours AS h (customer_id, hour, metric, key, count, amount)
        SELECT ${customer_id}::uuid, hour, metric, key, count, amount
        FROM jsonb_to_recordset(${JSON.stringify(figures)}::jsonb)
          AS g (hour timestamptz, metric text, key text, count bigint, amount bigint)
        ORDER BY hour, metric, key
        ON CONFLICT (customer_id, hour, metric, key) DO UPDATE
        SET count = greatest(h.count, excluded.count), amount = greatest(h.amount, excluded.amount) RETURNING 1`)

/** That something of the workspace was counted: its buddies are looked at again in a while. */
export const markCounted = (sql: SqlClient.SqlClient, customer_id: string, at: Date) =>
  execute(sql`
    INSERT INTO analytics_tenants AS t (customer_id, changed_at) VALUES (${customer_id}::uuid, ${at})
    ON CONFLICT (customer_id) DO UPDATE SET changed_at = greatest(t.changed_at, excluded.changed_at)`)

/** From when to when a type was sent. */
export const addTypes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  counts: Folded["counts"]
) {
  const spans = new Map<string, { first: number; last: number }>()
  for (const [metric, day, , key] of counts) {
    if ((metric !== "events" && metric !== `${testPrefix}events`) || key === otherType) continue
    const span = spans.get(key)
    spans.set(key, { first: Math.min(span?.first ?? day, day), last: Math.max(span?.last ?? day, day) })
  }
  if (spans.size === 0) return
  const given = [...spans].map(([event_type, { first, last }]) => ({
    event_type,
    first_day: textOf(first),
    last_day: textOf(last)
  }))
  yield* execute(sql`
    INSERT INTO analytics_event_types AS t (customer_id, event_type, first_day, last_day)
    SELECT ${customer_id}::uuid, event_type, first_day, last_day
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g (event_type text, first_day date, last_day date)
    ORDER BY event_type
    ON CONFLICT (customer_id, event_type) DO UPDATE SET
      first_day = least(t.first_day, excluded.first_day), last_day = greatest(t.last_day, excluded.last_day)
    WHERE excluded.first_day < t.first_day OR excluded.last_day > t.last_day`)
})
