/**
 * Events of each day (UTC) of tenants on the enterprise plan. The month's count is there in any case: a day is what it
 * grew by since the day before was closed, so that the days of a month add up to it whenever they are closed. The first
 * day of all only says where counting begins.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, nowDate, rows } from "../../../../platform/postgres/Sql.ts"

const UntoldRow = Schema.Struct({
  customer_id: Schema.String,
  day: Schema.String,
  events: Schema.NumberFromString,
  provider_customer_id: Schema.String
})

const day_ms = 86_400_000
const again_after_ms = 3_600_000
/** Who comes back to the plan after longer than this begins anew; a shorter gap is an outage of ours. */
const gap_days_max = 7
/** The provider takes no older ones. */
const told_within_days = 30

export class Meters extends Context.Service<
  Meters,
  {
    /** yesterday of everybody, once it is over */
    readonly closeDays: Effect.Effect<void>
    /** oldest first; they count as tried now, and come again in an hour */
    untold(most: number): Effect.Effect<ReadonlyArray<typeof UntoldRow.Type>>
    told(customer_id: string, day: string): Effect.Effect<void>
  }
>()("hatchery/features/billing/Meters") {
  static readonly layer = Layer.effect(
    Meters,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const used = (month: ReturnType<typeof sql.literal>) => sql`
        SELECT coalesce(sum(used), 0) AS used FROM event_usage AS u
        WHERE u.customer_id = a.customer_id AND u.month = ${month}`
      return Meters.of({
        closeDays: Effect.gen(function* () {
          const yesterday = new Date((yield* nowDate).getTime() - day_ms).toISOString().slice(0, 10)
          yield* execute(sql`
            INSERT INTO billing_meters (customer_id, day, events, month_used)
            SELECT a.customer_id, ${yesterday}::date,
              CASE
                WHEN before.day IS NULL THEN 0
                WHEN before.day >= date_trunc('month', ${yesterday}::date) THEN now.used - before.month_used
                ELSE now.used + earlier.used - before.month_used
              END, now.used
            FROM billing_accounts AS a
            JOIN customers AS c USING (customer_id)
            LEFT JOIN LATERAL (
              SELECT day, month_used FROM billing_meters AS m
              WHERE m.customer_id = a.customer_id AND m.day < ${yesterday}::date
                AND m.day >= ${yesterday}::date - ${gap_days_max}::int
              ORDER BY day DESC LIMIT 1) AS before ON true
            CROSS JOIN LATERAL (${used(sql`${yesterday.slice(0, 7)}`)}) AS now
            CROSS JOIN LATERAL (${used(sql`to_char(before.day, 'YYYY-MM')`)}) AS earlier
            WHERE c.plan = 'enterprise' AND NOT EXISTS (
              SELECT FROM billing_meters AS m WHERE m.customer_id = a.customer_id AND m.day = ${yesterday}::date)
            ON CONFLICT DO NOTHING`)
        }),
        untold: Effect.fnUntraced(function* (most) {
          const now = yield* nowDate
          const tried_before = new Date(now.getTime() - again_after_ms)
          const oldest = new Date(now.getTime() - told_within_days * day_ms)
          return yield* rows(UntoldRow)(sql`
            UPDATE billing_meters AS m SET tried_at = ${now} FROM billing_accounts AS a
            WHERE a.customer_id = m.customer_id AND (m.customer_id, m.day) IN (
              SELECT customer_id, day FROM billing_meters
              WHERE told_at IS NULL AND events > 0 AND day > ${oldest}::date
                AND coalesce(tried_at, '-infinity') < ${tried_before}
              ORDER BY day LIMIT ${most})
            RETURNING m.customer_id, m.day::text, m.events::text, a.provider_customer_id`)
        }),
        told: Effect.fnUntraced(function* (customer_id, day) {
          yield* execute(sql`
            UPDATE billing_meters SET told_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid AND day = ${day}::date`)
        })
      })
    })
  )
}
