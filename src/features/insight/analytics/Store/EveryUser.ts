/** A look at every user of a workspace, part by part. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { textOf } from "../Rules/Periods.ts"
import { type Numbers, numbersOf } from "../Rules/Sample.ts"
import { maskOf, yearsOf } from "../Rules/Years.ts"
import type { Of, Span } from "./Sums.ts"
import { columnOf } from "./UserYears.ts"

/** Whose days are looked at, and of how many users one. */
export interface Sampled {
  readonly of: Of
  readonly span: Span
  readonly step: number
}

/** In how many parts, one after the other: each user is in one of them. */
export interface Scan extends Sampled {
  readonly parts: number
}

/** SQL: users with these numbers. Of all nothing is asked: Postgres would take any question for a rare answer. */
const among = (sql: SqlClient.SqlClient, user_no: string, numbers: Numbers, isAll: boolean) =>
  isAll
    ? sql`true`
    : sql`${sql.literal(user_no)} BETWEEN ${String(numbers.least)}::bigint AND ${String(numbers.most)}::bigint`

/** SQL: one of so many users. */
export const oneOf = (sql: SqlClient.SqlClient, user_no: string, step: number) =>
  among(sql, user_no, numbersOf(step)[0]!, step === 1)

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
 * Part by part: what `look` answers of them, one after the other. `each`: SQL with the bits and days of every user. A
 * span within a year has a row of each; of others a user's years are put together.
 */
export const inParts = <A>(
  sql: SqlClient.SqlClient,
  { of, parts, span, step }: Scan,
  asked: Asked,
  look: (each: Statement.Fragment) => Effect.Effect<ReadonlyArray<A>>
): Effect.Effect<ReadonlyArray<A>> => {
  const years = yearsOf(span.from, span.to)
  return Effect.map(
    Effect.forEach(numbersOf(step, parts), (numbers) => {
      const own = years.map((year) => {
        // Of a plan for any window a mask would be read anew for every user: asked for by itself, it is read once.
        const mask = sql`(SELECT ${maskOf(year, span.from, span.to)}::bit(366))`
        return sql`
          SELECT y.user_no, ${asked.bits(mask)} AS bits, ${asked.days(mask)} AS days FROM analytics_user_years AS y
          WHERE y.customer_id = ${of.customer_id}::uuid AND y.audience = ${of.audience ?? ""}
            AND y.year = ${textOf(year)}::date AND ${among(sql, "y.user_no", numbers, step * parts === 1)}`
      })
      return look(
        years.length === 1
          ? own[0]!
          : sql`SELECT bit_or(bits) AS bits, sum(days)::int AS days
              FROM (${sql.join(" UNION ALL ", false)(own)}) AS y GROUP BY user_no`
      )
    }),
    (found) => found.flat()
  )
}
