/**
 * What the list of audiences tells of each, read for all of them at once: a workspace with fifty of them asks no more
 * often than one that has a single one.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"
import { daysWithin } from "./FiguresOfUsers.ts"
import { type AudienceSums, byKey, int, KeyRow, type OfEach, type Reading } from "./Sums.ts"

const Audience = { audience: Schema.String }
const SumRow = Schema.Struct({ ...Audience, ...KeyRow.fields })
const UsersRow = Schema.Struct({ ...Audience, users: int })
const CellRow = Schema.Struct({ ...Audience, cohort: Schema.String, period: Schema.String, users: int })

/** By audience; of those without rows nothing. */
const grouped = <A extends { readonly audience: string }>(found: ReadonlyArray<A>) => {
  const all = Map.groupBy(found, ({ audience }) => audience)
  return (audience: string): ReadonlyArray<A> => all.get(audience) ?? []
}

const statementsOf = (sql: SqlClient.SqlClient, { audiences, cohorts, customer_id, ever, today, window }: OfEach) => {
  const ofEach = sql`customer_id = ${customer_id}::uuid AND audience = ANY(${audiences}::text[])`
  const [from, to] = [textOf(window.from), textOf(window.to)]
  const activeIn = () => {
    const found = daysWithin(sql, sql`audience, user_no`, ofEach, window)
    return sql`SELECT audience, count(DISTINCT user_no)::text AS users FROM (${found}) AS active GROUP BY audience`
  }
  return {
    sums: rows(SumRow)(sql`
      SELECT audience, metric, '' AS key, sum(count)::text AS count, sum(amount)::text AS amount FROM analytics_counters
      WHERE ${ofEach} AND metric IN ('events', 'coins_in', 'coins_out')
        AND day BETWEEN ${from}::date AND ${to}::date
      GROUP BY audience, metric`),
    ever: rows(SumRow)(sql`
      SELECT audience, metric, key, sum(count)::text AS count, sum(amount)::text AS amount FROM analytics_totals
      WHERE ${ofEach} AND metric = ANY(${ever}::text[])
      GROUP BY audience, metric, key`),
    users: rows(UsersRow)(sql`
      SELECT audience, sum(users)::text AS users FROM analytics_cells
      WHERE ${ofEach} AND granularity = 'month' AND cohort = period AND kind = 'active'
      GROUP BY audience`),
    newIn: rows(UsersRow)(sql`
      SELECT audience, sum(users)::text AS users FROM analytics_cells
      WHERE ${ofEach} AND granularity = 'day' AND kind = 'active'
        AND cohort BETWEEN ${from}::date AND ${to}::date AND period = cohort
      GROUP BY audience`),
    active: rows(UsersRow)(
      window.to < today
        ? activeIn()
        : sql`
      SELECT audience, sum(users)::text AS users FROM analytics_cells
      WHERE ${ofEach} AND granularity = 'day' AND kind = 'last' AND period >= ${from}::date
      GROUP BY audience`
    ),
    cells: rows(CellRow)(sql`
      SELECT audience, cohort::text, period::text, users::text FROM analytics_cells
      WHERE ${ofEach} AND granularity = 'week' AND kind = 'active'
        AND cohort BETWEEN ${textOf(cohorts[0]!)}::date AND ${textOf(cohorts.at(-1)!)}::date
      ORDER BY cohort, period`)
  }
}

export const audiences = (reports: Reports["Service"]): Pick<Reading, "ofEach"> => ({
  ofEach: Effect.fn("Figures.ofEach")((of) =>
    reports.read(of.customer_id, (sql) =>
      Effect.map(Effect.all(statementsOf(sql, of)), (found): ReadonlyMap<string, AudienceSums> => {
        const [sums, ever, cells] = [grouped(found.sums), grouped(found.ever), grouped(found.cells)]
        const [users, newIn, active] = [grouped(found.users), grouped(found.newIn), grouped(found.active)]
        const sum = (own: ReadonlyArray<typeof UsersRow.Type>) => own[0]?.users ?? 0
        const told = of.audiences.map((audience): [string, AudienceSums] => [
          audience,
          {
            sums: byKey(sums(audience)),
            ever: byKey(ever(audience)),
            users: sum(users(audience)),
            newIn: sum(newIn(audience)),
            active: sum(active(audience)),
            cells: cells(audience).map(({ cohort, period, users }) => ({
              cohort: dayOfText(cohort),
              period: dayOfText(period),
              users
            }))
          }
        ])
        return new Map(told)
      })
    )
  )
})
