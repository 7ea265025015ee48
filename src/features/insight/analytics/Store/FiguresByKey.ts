/** Sums by metric and key, or by metric and day. */
import { Clock, Effect, Schema } from "effect"
import type { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { clockedPrefix } from "../../../../wire/analytics/Delta.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"
import { byDay, byKey, DayRow, int, KeyRow, type Of, ofAudience, type Reading } from "./Sums.ts"

/** Deltas that wait longer than this make figures old. */
const stale_after_ms = 30_000
/** Ids grow with time: of however many that wait the oldest is among these. */
const oldest_among = 1_000

const AudienceRow = Schema.Struct({ audience: Schema.String })
const TokenDayRow = Schema.Struct({ metric: Schema.String, token: Schema.String, day: Schema.String, amount: int })
const NewestRow = Schema.Struct({ metric: Schema.String, key: Schema.String, day: Schema.String })
const oldestRow = Schema.Struct({
  timezone: Schema.NullOr(Schema.String),
  audiences: Schema.Array(Schema.Struct({ key: Schema.String, name: Schema.optionalKey(Schema.String) })),
  oldest: Schema.NullOr(Schema.Date)
})
export const counting = (
  reports: Reports["Service"]
): Pick<Reading, "frame" | "audiences" | "totals" | "ever" | "standing"> => {
  const keyed = (of: Of, metrics: ReadonlyArray<string>, from: string, to: string) =>
    reports.read(of.customer_id, (sql) =>
      Effect.map(
        rows(KeyRow)(sql`
          SELECT metric, key, sum(count)::text AS count, sum(amount)::text AS amount FROM analytics_counters
          WHERE customer_id = ${of.customer_id}::uuid AND metric = ANY(${metrics}::text[])
            AND day BETWEEN ${from}::date AND ${to}::date AND ${ofAudience(sql, of)}
          GROUP BY metric, key ORDER BY metric, key`),
        byKey
      )
    )
  return {
    frame: Effect.fn("Figures.frame")(function* (customer_id) {
      const now = yield* Clock.currentTimeMillis
      const [found] = yield* reports.read(customer_id, (sql) =>
        rows(oldestRow)(sql`
          SELECT settings ->> 'timezone' AS timezone, audiences, (
            SELECT min(d.created_at) FROM (
              SELECT created_at FROM analytics_deltas AS d WHERE d.customer_id = c.customer_id
              ORDER BY delta_id LIMIT ${oldest_among}) AS d) AS oldest
          FROM customers AS c WHERE customer_id = ${customer_id}::uuid`)
      )
      const { audiences, oldest, timezone } = found!
      const as_of = Math.min(now, oldest?.getTime() ?? now)
      return { timezone: timezone ?? "UTC", audiences, as_of, stale: now - as_of > stale_after_ms }
    }),
    // From key to key of the index: there are few of them and many rows.
    audiences: Effect.fn("Figures.audiences")((customer_id) =>
      Effect.map(
        reports.read(customer_id, (sql) =>
          rows(AudienceRow)(sql`
            WITH RECURSIVE step (audience) AS (
              SELECT min(audience) FROM analytics_users WHERE customer_id = ${customer_id}::uuid AND audience > ''
              UNION ALL
              SELECT (SELECT min(u.audience) FROM analytics_users AS u
                WHERE u.customer_id = ${customer_id}::uuid AND u.audience > step.audience)
              FROM step WHERE step.audience IS NOT NULL)
            SELECT audience FROM step WHERE audience IS NOT NULL`)
        ),
        (found) => found.map(({ audience }) => audience)
      )
    ),
    totals: (of, metrics, span) => keyed(of, metrics, textOf(span.from), textOf(span.to)),
    ever: (of, metrics) =>
      reports.read(of.customer_id, (sql) =>
        Effect.map(
          rows(KeyRow)(sql`
            SELECT metric, key, sum(count)::text AS count, sum(amount)::text AS amount FROM analytics_totals
            WHERE customer_id = ${of.customer_id}::uuid AND metric = ANY(${metrics}::text[]) AND ${ofAudience(sql, of)}
            GROUP BY metric, key ORDER BY metric, key`),
          byKey
        )
      ),
    standing: (of, metrics) => keyed(of, metrics, "1970-01-01", "1970-01-01")
  }
}

export const countingByDay = (
  reports: Reports["Service"]
): Pick<Reading, "daily" | "dailyOfKey" | "newestDays" | "tokenDays"> => ({
  dailyOfKey: Effect.fn("Figures.dailyOfKey")((of, metric, key, span) =>
    Effect.map(
      reports.read(of.customer_id, (sql) =>
        rows(DayRow)(sql`
          SELECT metric, day::text, sum(count)::text AS count, sum(amount)::text AS amount FROM analytics_counters
          WHERE customer_id = ${of.customer_id}::uuid AND metric = ${metric}
            AND key = ANY(${[key, clockedPrefix + key]}::text[])
            AND day BETWEEN ${textOf(span.from)}::date AND ${textOf(span.to)}::date AND ${ofAudience(sql, of)}
          GROUP BY metric, day`)
      ),
      (found) => byDay(found).get(metric) ?? new Map()
    )
  ),
  newestDays: Effect.fn("Figures.newestDays")((of, metrics) =>
    Effect.map(
      reports.read(of.customer_id, (sql) =>
        rows(NewestRow)(sql`
          SELECT metric, key, max(day)::text AS day FROM analytics_counters
          WHERE customer_id = ${of.customer_id}::uuid AND metric = ANY(${metrics}::text[])
            AND day > '1970-01-01' AND ${ofAudience(sql, of)}
          GROUP BY metric, key`)
      ),
      (found) => {
        const all = new Map<string, Map<string, number>>()
        for (const { day, key, metric } of found) {
          all.set(metric, (all.get(metric) ?? new Map<string, number>()).set(key, dayOfText(day)))
        }
        return all
      }
    )
  ),
  daily: Effect.fn("Figures.daily")((of, metrics, span) =>
    reports.read(of.customer_id, (sql) =>
      Effect.map(
        rows(DayRow)(sql`
          SELECT metric, day::text, sum(count)::text AS count, sum(amount)::text AS amount FROM analytics_counters
          WHERE customer_id = ${of.customer_id}::uuid AND metric = ANY(${metrics}::text[])
            AND day BETWEEN ${textOf(span.from)}::date AND ${textOf(span.to)}::date AND ${ofAudience(sql, of)}
          GROUP BY metric, day ORDER BY metric, day`),
        byDay
      )
    )
  ),
  tokenDays: Effect.fn("Figures.tokenDays")((of, span) =>
    Effect.map(
      reports.read(of.customer_id, (sql) =>
        rows(TokenDayRow)(sql`
          SELECT metric, split_part(key, ':', 1) AS token, day::text, sum(amount)::text AS amount
          FROM analytics_counters
          WHERE customer_id = ${of.customer_id}::uuid AND metric IN ('tokens_in', 'tokens_out')
            AND day BETWEEN ${textOf(span.from)}::date AND ${textOf(span.to)}::date AND ${ofAudience(sql, of)}
          GROUP BY 1, 2, 3`)
      ),
      (found) => {
        const all = new Map<string, Map<string, Map<number, number>>>()
        for (const { amount, day, metric, token } of found) {
          const tokens = all.get(metric) ?? new Map<string, Map<number, number>>()
          const days = tokens.get(token) ?? new Map<number, number>()
          all.set(metric, tokens.set(token, days.set(dayOfText(day), amount)))
        }
        return all
      }
    )
  )
})
