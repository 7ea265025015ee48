/** Users and cohorts as reports read them. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"
import { byDay, DayRow, int, type Of, type Reading, type Span } from "./Sums.ts"

const ActiveRow = Schema.Struct({ period: Schema.String, active: int, new: int })
const CellRow = Schema.Struct({ cohort: Schema.String, period: Schema.String, users: int })
const NewestRow = Schema.Struct({ period: Schema.String, users: int })
const Total = Schema.Struct({ total: int })

/** Days of a window, month by month, as bits. */
export const masksOf = ({ from, to }: Span) => {
  const masks = new Map<string, number>()
  for (let day = from; day <= to; day++) {
    const month = `${textOf(day).slice(0, 7)}-01`
    masks.set(month, (masks.get(month) ?? 0) | (1 << (day - dayOfText(month))))
  }
  return { months: [...masks.keys()], masks: [...masks.values()] }
}

/**
 * SQL: the bits of a month m that are days of a span. It is asked of every month of every user: to look its place up in
 * a list would cost more than all the rest of the question.
 */
export const daysIn = (sql: SqlClient.SqlClient, span: Span) => {
  const { masks, months } = masksOf(span)
  const cases = months.map((month, place) => sql`WHEN ${month}::date THEN ${masks[place]!}::int`)
  return sql`(m.days & CASE m.month ${sql.join(" ", false)(cases)} END)`
}

const byPeriod = (reports: Reports["Service"]): Pick<Reading, "active" | "lifecycle" | "cells"> => ({
  active: Effect.fn("Figures.active")((of, granularity, { from, to }) =>
    Effect.map(
      reports.read(of.customer_id, (sql) =>
        rows(ActiveRow)(sql`
          SELECT period::text, sum(users)::text AS active,
            coalesce(sum(users) FILTER (WHERE cohort = period), 0)::text AS new
          FROM analytics_cells
          WHERE customer_id = ${of.customer_id}::uuid AND audience = ${of.audience ?? ""}
            AND granularity = ${granularity} AND kind = 'active'
            AND period BETWEEN ${textOf(from)}::date AND ${textOf(to)}::date
          GROUP BY period ORDER BY period`)
      ),
      (found) => found.map(({ period, ...sums }) => ({ period: dayOfText(period), ...sums }))
    )
  ),
  lifecycle: Effect.fn("Figures.lifecycle")((of, granularity, { from, to }) =>
    reports.read(of.customer_id, (sql) =>
      Effect.map(
        rows(DayRow)(sql`
          SELECT split_part(key, ':', 2) AS metric, day::text, sum(count)::text AS count, '0' AS amount
          FROM analytics_counters
          WHERE customer_id = ${of.customer_id}::uuid AND metric = 'users_lifecycle'
            AND audience = ${of.audience ?? ""} AND key LIKE ${`${granularity}:%`}
            AND day BETWEEN ${textOf(from)}::date AND ${textOf(to)}::date
          GROUP BY 1, 2`),
        byDay
      )
    )
  ),
  cells: Effect.fn("Figures.cells")((of, granularity, { from, to }, kind) =>
    Effect.map(
      reports.read(of.customer_id, (sql) =>
        rows(CellRow)(sql`
          SELECT cohort::text, period::text, users::text FROM analytics_cells
          WHERE customer_id = ${of.customer_id}::uuid AND audience = ${of.audience ?? ""}
            AND granularity = ${granularity} AND kind = ${kind}
            AND cohort BETWEEN ${textOf(from)}::date AND ${textOf(to)}::date
          ORDER BY cohort, period`)
      ),
      (found) =>
        found.map(({ cohort, period, users }) => ({ cohort: dayOfText(cohort), period: dayOfText(period), users }))
    )
  )
})

const inAll = (
  reports: Reports["Service"]
): Pick<Reading, "users" | "newIn" | "newestSince" | "activeSince" | "activeIn"> => {
  const total = (of: Of, read: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<typeof Total.Type>>) =>
    Effect.map(reports.read(of.customer_id, read), ([found]) => found!.total)
  return {
    users: (of) =>
      total(of, (sql) =>
        rows(Total)(sql`
          SELECT coalesce(sum(users), 0)::text AS total FROM analytics_cells
          WHERE customer_id = ${of.customer_id}::uuid AND audience = ${of.audience ?? ""} AND granularity = 'month'
            AND cohort = period AND kind = 'active'`)
      ),
    // By cohort, for of those that are new there are few periods yet, and of any period there are all cohorts.
    newIn: (of, { from, to }) =>
      total(of, (sql) =>
        rows(Total)(sql`
          SELECT coalesce(sum(users), 0)::text AS total FROM analytics_cells
          WHERE customer_id = ${of.customer_id}::uuid AND audience = ${of.audience ?? ""} AND granularity = 'day'
            AND cohort BETWEEN ${textOf(from)}::date AND ${textOf(to)}::date AND period = cohort AND kind = 'active'`)
      ),
    newestSince: Effect.fn("Figures.newestSince")((of, day) =>
      Effect.map(
        reports.read(of.customer_id, (sql) =>
          rows(NewestRow)(sql`
            SELECT period::text, sum(users)::text AS users FROM analytics_cells
            WHERE customer_id = ${of.customer_id}::uuid AND audience = ${of.audience ?? ""} AND granularity = 'day'
              AND period >= ${textOf(day)}::date AND kind = 'last'
            GROUP BY period`)
        ),
        (found) => new Map(found.map(({ period, users }) => [dayOfText(period), users]))
      )
    ),
    activeSince: (of, day) =>
      total(of, (sql) =>
        rows(Total)(sql`
          SELECT coalesce(sum(users), 0)::text AS total FROM analytics_cells
          WHERE customer_id = ${of.customer_id}::uuid AND audience = ${of.audience ?? ""} AND granularity = 'day'
            AND period >= ${textOf(day)}::date AND kind = 'last'`)
      ),
    activeIn: (of, span) =>
      total(of, (sql) =>
        rows(Total)(sql`
          SELECT count(*)::text AS total FROM (
            SELECT DISTINCT m.user_no FROM analytics_user_months AS m
            WHERE m.customer_id = ${of.customer_id}::uuid AND m.audience = ${of.audience ?? ""} AND m.feature = ''
              AND m.month = ANY(${masksOf(span).months}::date[]) AND ${daysIn(sql, span)} <> 0) AS active`)
      )
  }
}

export const cohorts = (reports: Reports["Service"]) => ({ ...byPeriod(reports), ...inAll(reports) })
