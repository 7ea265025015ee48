/** Users and cohorts as reports read them. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"
import { maskOf, yearsOf } from "../Rules/Years.ts"
import { byDay, DayRow, int, type Of, type Reading, type Span } from "./Sums.ts"

const ActiveRow = Schema.Struct({ period: Schema.String, active: int, new: int })
const CellRow = Schema.Struct({ cohort: Schema.String, period: Schema.String, users: int })
const NewestRow = Schema.Struct({ period: Schema.String, users: int })
const Total = Schema.Struct({ total: int })

/** SQL: rows of users with any day within, one of each year; `whose`: of which audiences. */
export const daysWithin = (
  sql: SqlClient.SqlClient,
  columns: Statement.Fragment,
  whose: Statement.Fragment,
  { from, to }: Span
) =>
  sql.join(
    " UNION ALL ",
    false
  )(
    yearsOf(from, to).map(
      (year) => sql`
        SELECT ${columns} FROM analytics_user_years
        WHERE ${whose} AND year = ${textOf(year)}::date
          AND bit_count(days & (SELECT ${maskOf(year, from, to)}::bit(366))) > 0`
    )
  )

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
      total(of, (sql) => {
        const whose = sql`customer_id = ${of.customer_id}::uuid AND audience = ${of.audience ?? ""}`
        const distinct = sql.literal(yearsOf(span.from, span.to).length === 1 ? "*" : "DISTINCT user_no")
        return rows(Total)(sql`
          SELECT count(${distinct})::text AS total FROM (${daysWithin(sql, sql`user_no`, whose, span)}) AS active`)
      })
  }
}

export const cohorts = (reports: Reports["Service"]) => ({ ...byPeriod(reports), ...inAll(reports) })
