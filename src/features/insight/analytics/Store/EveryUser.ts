/** A look at every user of a workspace. */
import type { SqlClient, Statement } from "effect/sql"
import { textOf } from "../Rules/Periods.ts"
import { numbersOf } from "../Rules/Sample.ts"
import { maskOf, yearsOf } from "../Rules/Years.ts"
import type { Of, Span } from "./Sums.ts"
import { columnOf } from "./UserYears.ts"

/** Whose days are looked at, and of how many users one. */
export interface Sampled {
  readonly of: Of
  readonly span: Span
  readonly step: number
}

/** SQL: one of so many users. Of all nothing is asked: Postgres would take any question for a rare answer. */
export const oneOf = (sql: SqlClient.SqlClient, user_no: string, step: number) => {
  const { least, most } = numbersOf(step)
  return step === 1
    ? sql`true`
    : sql`${sql.literal(user_no)} BETWEEN ${String(least)}::bigint AND ${String(most)}::bigint`
}

/** What is asked of the row of a user's year, as SQL; `mask`: the days of the span that are of the year. */
interface Asked {
  readonly bits: (mask: Statement.Fragment) => Statement.Fragment
  readonly days: (mask: Statement.Fragment) => Statement.Fragment
}

export const hasDays = (sql: SqlClient.SqlClient, place: number, mask: Statement.Fragment) =>
  sql`bit_count(y.${sql.literal(columnOf(place))} & ${mask}) > 0`

/** On how many days of the span a user was there; a small number, for those that may be large are slow to add up. */
export const dayCount = (sql: SqlClient.SqlClient) => (mask: Statement.Fragment) =>
  sql`coalesce(bit_count(y.days & ${mask}), 0)::int`

/**
 * SQL: the bits and days of every user. A span within a year has a row of each; of others a user's years are joined,
 * which costs hardly more than reading them: grouping them by user took ten times as long.
 */
export const everyUser = (sql: SqlClient.SqlClient, { of, span, step }: Sampled, asked: Asked): Statement.Fragment => {
  const own = yearsOf(span.from, span.to).map((year) => {
    // Of a plan for any window a mask would be read anew for every user: asked for by itself, it is read once.
    const mask = sql`(SELECT ${maskOf(year, span.from, span.to)}::bit(366))`
    return sql`
      SELECT y.user_no, ${asked.bits(mask)} AS bits, ${asked.days(mask)} AS days FROM analytics_user_years AS y
      WHERE y.customer_id = ${of.customer_id}::uuid AND y.audience = ${of.audience ?? ""}
        AND y.year = ${textOf(year)}::date AND ${oneOf(sql, "y.user_no", step)}`
  })
  if (own.length === 1) return own[0]!
  const names = own.map((_, nth) => `year_${nth}`)
  const both = (column: string, operator: string) =>
    sql.literal(names.map((name) => `coalesce(${name}.${column}, 0)`).join(operator))
  const joined = own.map((year, nth) => sql`(${year}) AS ${sql.literal(names[nth]!)}${usingUser(sql, nth)}`)
  return sql`SELECT ${both("bits", " | ")} AS bits, ${both("days", " + ")} AS days
    FROM ${sql.join(" FULL JOIN ", false)(joined)}`
}

const usingUser = (sql: SqlClient.SqlClient, nth: number) => sql.literal(nth === 0 ? "" : " USING (user_no)")
