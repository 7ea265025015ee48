/**
 * Events of each day (UTC) of tenants on the enterprise plan. The month's count is there in any case: a day is what it
 * grew by since the day before was closed, so that the days of a month add up to it whenever they are closed. The first
 * day of all only says where counting begins. What is sent on another plan is that plan's: counting stops with the
 * change, and goes on where the count stands at the return.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { AppConfig } from "../../../../Config.ts"
import { execute, nowDate, rows } from "../../../../platform/postgres/Sql.ts"

const UntoldRow = Schema.Struct({
  customer_id: Schema.String,
  day: Schema.String,
  events: Schema.NumberFromString,
  provider_customer_id: Schema.String
})

const day_ms = 86_400_000
const again_after_ms = 3_600_000
/** Who was not counted for longer than this begins anew; a shorter gap is an outage of ours. */
const gap_days_max = 7
/** The provider takes no older ones. */
const told_within_days = 30

export class Meters extends Context.Service<
  Meters,
  {
    /** yesterday of everybody, once it is over */
    readonly closeDays: Effect.Effect<void>
    /** in the transaction that gives the tenant the plan: what was sent until now is none of it */
    begin(customer_id: string): Effect.Effect<void>
    /** in the transaction that takes the plan: what was sent until now is all of it */
    end(customer_id: string): Effect.Effect<void>
    /** oldest first; they count as tried now, and come again in an hour */
    untold(most: number): Effect.Effect<ReadonlyArray<typeof UntoldRow.Type>>
    told(customer_id: string, day: string): Effect.Effect<void>
  }
>()("hatchery/features/billing/Meters") {
  static readonly layer = Layer.effect(
    Meters,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Meters.of({
        ...closing(sql),
        ...changing(sql, (yield* AppConfig).stripeMeterEvent !== undefined),
        ...telling(sql)
      })
    })
  )
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const today = Effect.map(nowDate, (now) => dayOf(now.getTime()))
const yesterday = Effect.map(nowDate, (now) => dayOf(now.getTime() - day_ms))

/** Closes a day of the accounts a that are meant, where it is not closed. */
const close = (sql: SqlClient.SqlClient, day: string, whose: Statement.Fragment) => {
  const used = (month: Statement.Fragment) => sql`
    SELECT coalesce(sum(used), 0) AS used FROM event_usage AS u
    WHERE u.customer_id = a.customer_id AND u.month = ${month}`
  return execute(sql`
    INSERT INTO billing_meters AS m (customer_id, day, events, month_used)
    SELECT a.customer_id, ${day}::date,
      CASE
        WHEN before.day IS NULL THEN 0
        WHEN before.day >= date_trunc('month', ${day}::date) THEN now.used - before.month_used
        ELSE now.used + earlier.used - before.month_used
      END, now.used
    FROM billing_accounts AS a
    JOIN customers AS c USING (customer_id)
    LEFT JOIN LATERAL (
      SELECT day, month_used FROM billing_meters AS m
      WHERE m.customer_id = a.customer_id AND m.day < ${day}::date AND m.day >= ${day}::date - ${gap_days_max}::int
      ORDER BY day DESC LIMIT 1) AS before ON true
    CROSS JOIN LATERAL (${used(sql`${day.slice(0, 7)}`)}) AS now
    CROSS JOIN LATERAL (${used(sql`to_char(before.day, 'YYYY-MM')`)}) AS earlier
    WHERE ${whose} AND NOT EXISTS (
      SELECT FROM billing_meters AS m WHERE m.customer_id = a.customer_id AND m.day = ${day}::date)
    ON CONFLICT DO NOTHING`)
}

const closing = (sql: SqlClient.SqlClient): Pick<Meters["Service"], "closeDays"> => ({
  closeDays: Effect.flatMap(yesterday, (day) => Effect.asVoid(close(sql, day, sql`c.plan = 'enterprise'`)))
})

/** `isMetered`: somebody is told; else there is nothing to keep. */
const changing = (sql: SqlClient.SqlClient, isMetered: boolean): Pick<Meters["Service"], "begin" | "end"> => {
  /** The day whose end counting goes on from: today where the plan was left today, too. */
  const begin = Effect.fnUntraced(function* (customer_id: string) {
    const [before, now] = [yield* yesterday, yield* today]
    yield* execute(sql`
      INSERT INTO billing_meters (customer_id, day, events, month_used)
      SELECT a.customer_id, last.day, 0, (
        SELECT coalesce(sum(used), 0) FROM event_usage AS u
        WHERE u.customer_id = a.customer_id AND u.month IN (to_char(last.day, 'YYYY-MM'), ${now.slice(0, 7)}))
      FROM billing_accounts AS a CROSS JOIN LATERAL (
        SELECT coalesce(max(day), ${before}::date) AS day FROM billing_meters AS m
        WHERE m.customer_id = a.customer_id AND m.day >= ${before}::date) AS last
      WHERE a.customer_id = ${customer_id}::uuid
      ON CONFLICT (customer_id, day) DO UPDATE SET month_used = excluded.month_used`)
  })
  const end = Effect.fnUntraced(function* (customer_id: string) {
    const [before, now] = [yield* yesterday, yield* today]
    const own = sql`a.customer_id = ${customer_id}::uuid`
    yield* close(sql, before, own)
    // Left, come back and left again on one day: it is told when it is over, so there may be more of it.
    const again = yield* execute(sql`
      UPDATE billing_meters AS m SET events = m.events + u.used - m.month_used, month_used = u.used
      FROM (SELECT coalesce(sum(used), 0) AS used FROM event_usage
        WHERE customer_id = ${customer_id}::uuid AND month = ${now.slice(0, 7)}) AS u
      WHERE m.customer_id = ${customer_id}::uuid AND m.day = ${now}::date RETURNING 1`)
    if (again === 0) yield* close(sql, now, own)
  })
  return isMetered ? { begin, end } : { begin: () => Effect.void, end: () => Effect.void }
}

const telling = (sql: SqlClient.SqlClient): Pick<Meters["Service"], "untold" | "told"> => ({
  untold: Effect.fnUntraced(function* (most) {
    const now = yield* nowDate
    const tried_before = new Date(now.getTime() - again_after_ms)
    const oldest = new Date(now.getTime() - told_within_days * day_ms)
    return yield* rows(UntoldRow)(sql`
      UPDATE billing_meters AS m SET tried_at = ${now} FROM billing_accounts AS a
      WHERE a.customer_id = m.customer_id AND (m.customer_id, m.day) IN (
        SELECT customer_id, day FROM billing_meters
        WHERE told_at IS NULL AND events > 0 AND day > ${oldest}::date AND day < ${dayOf(now.getTime())}::date
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
