/** Which workspaces are to be looked at, and what the figures tell their people whether or not they want alerts. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { localDay, zoneOf } from "../../../../engine/calendar/zones.ts"
import type { TenantFacts } from "../../../../platform/auth/Tenants.ts"
import { tellBeside } from "../../../../platform/notifications/Tell.ts"
import { execute, nowDate, rows } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import type { Figures } from "../Rules.ts"
import { hour_ms } from "./Hours.ts"

const day_ms = 24 * hour_ms
/** of the events of a month */
const quotaShares = { warning: 0.8, exhausted: 1 } as const
/** A workspace nothing was counted for is looked at this often, for what shows by nothing happening. */
const quiet_ms = hour_ms
const quiet_days = 8

const TenantRow = Schema.Struct({ customer_id: Schema.String })
const ExhaustedRow = Schema.Struct({ endpoint: Schema.String, day: Schema.String, count: Schema.Number })

export const looksIn = (sql: SqlClient.SqlClient) => ({
  due: Effect.fnUntraced(function* (count: number) {
    const now = (yield* nowDate).getTime()
    const quiet = new Date(now - quiet_ms)
    return yield* rows(TenantRow)(
      takingTurns(
        sql,
        sql`SELECT l.customer_id FROM alert_looks AS l
          WHERE l.looked_at IS NULL OR l.counted_at > l.looked_at OR (l.looked_at <= ${quiet}
            AND (l.counted_at > ${new Date(now - quiet_days * day_ms)} OR EXISTS (
              SELECT FROM economy_alerts AS a WHERE a.customer_id = l.customer_id
                AND a.status IN ('open', 'acknowledged'))))`,
        { count }
      )
    )
  }),
  done: (customer_id: string, now: Date) =>
    execute(sql`UPDATE alert_looks SET looked_at = ${now} WHERE customer_id = ${customer_id}::uuid RETURNING 1`),
  tellExhausted: tellingExhausted(sql),
  tellQuota: tellingQuota(sql)
})

/**
 * Of a month whose events run out, and of one that has none left: each is told once, and again of what an
 * upgrade has added.
 */
const tellingQuota = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, quota: Figures["quota"]) {
    const share = quota === null ? 0 : quota.used / quota.max
    if (quota === null || share < quotaShares.warning) return
    const isOver = share >= quotaShares.exhausted
    const month = new Date(quota.from).toISOString().slice(0, 7)
    yield* tellBeside(sql, customer_id, {
      kind: isOver ? "quota_exhausted" : "quota_warning",
      subject: `${month}:${quota.max}`,
      message: isOver ? `The events of ${month} are used up: more are refused.` : `The events of ${month} run out.`,
      details: { month, used: quota.used, max: quota.max },
      once: true
    })
  })

/**
 * Deliveries that were given up: of an endpoint the first of a day is told of. What was given up at the end of a day is
 * looked at in the next.
 */
const tellingExhausted = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, { timezone }: TenantFacts, now: Date) {
    const today = new Date(localDay(zoneOf(timezone), now.getTime()) * day_ms).toISOString().slice(0, 10)
    const found = yield* rows(ExhaustedRow)(sql`
      SELECT split_part(key, '|', 1) AS endpoint, day::text AS day, sum(count)::float8 AS count FROM analytics_counters
      WHERE customer_id = ${customer_id}::uuid AND metric = 'webhook_exhausted'
        AND day BETWEEN ${today}::date - 1 AND ${today}::date
      GROUP BY 1, 2 ORDER BY 2, 1 LIMIT 200`)
    yield* Effect.forEach(
      found,
      ({ count, day, endpoint }) =>
        tellBeside(sql, customer_id, {
          kind: "deliveries_exhausted",
          subject: `${endpoint}:${day}`,
          message: "Deliveries to a webhook endpoint were given up after their last attempt.",
          details: { webhook_config_id: endpoint, day, deliveries: count },
          once: true
        }),
      { discard: true }
    )
  })
