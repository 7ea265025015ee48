/** What is known of the days of users, as far as new days need it. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { monthBits } from "../Rules/Life.ts"
import { dayOfText } from "../Rules/Periods.ts"
import { daysOfYear } from "../Rules/Years.ts"

const YearRow = Schema.Struct({ place: Schema.Int, year: Schema.String, days: Schema.String })
const ThereRow = Schema.Struct({ year: Schema.String })

/** Users whose years one statement looks up. */
const users_at_once = 5_000

/** Whoever is looked up, in the order of the answers. */
type Whom = ReadonlyArray<{ readonly audience: string; readonly user_id: string }>

/** Years in which anybody of an audience was there, from one to the next by the index. */
export const yearsThere = (sql: SqlClient.SqlClient, customer_id: string, audience: string) =>
  Effect.map(
    rows(ThereRow)(sql`
      WITH RECURSIVE step (year) AS (
        (SELECT year FROM analytics_user_years
         WHERE customer_id = ${customer_id}::uuid AND audience = ${audience} ORDER BY year LIMIT 1)
        UNION ALL
        SELECT (SELECT y.year FROM analytics_user_years AS y
          WHERE y.customer_id = ${customer_id}::uuid AND y.audience = ${audience} AND y.year > step.year
          ORDER BY y.year LIMIT 1)
        FROM step WHERE step.year IS NOT NULL)
      SELECT year::text FROM step WHERE year IS NOT NULL`),
    (found) => found.map(({ year }) => year)
  )

/** By place: all days of these users of an audience, ascending. */
export const daysOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  audience: string,
  user_ids: ReadonlyArray<string>
) {
  const days = user_ids.map((): Array<number> => [])
  if (user_ids.length === 0) return days
  const found = yield* rows(YearRow)(sql`
    SELECT g.place::int, y.year::text, y.days::text
    FROM unnest(${user_ids}::text[]) WITH ORDINALITY AS g (user_id, place)
    JOIN analytics_user_years AS y
      ON y.customer_id = ${customer_id}::uuid AND y.audience = ${audience} AND y.days IS NOT NULL
        AND y.year = ANY(${yield* yearsThere(sql, customer_id, audience)}::date[])
        AND y.user_no = hashtextextended(g.user_id, 0)
    ORDER BY y.year`)
  for (const { days: bits, place, year } of found) days[place - 1]!.push(...daysOfYear(dayOfText(year), bits))
  return days
})

/** All days of each of them, as a life has them; they stand in a row a year. */
export const monthsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, customer_id: string, whom: Whom) {
  const months: Array<ReadonlyMap<number, number>> = []
  const places = Map.groupBy(whom.keys(), (place) => whom[place]!.audience)
  for (const [audience, own] of places)
    for (let at = 0; at < own.length; at += users_at_once) {
      const some = own.slice(at, at + users_at_once)
      const ids = some.map((place) => whom[place]!.user_id)
      const days = yield* daysOf(sql, customer_id, audience, ids)
      some.forEach((place, nth) => (months[place] = monthBits(days[nth]!)))
    }
  return months
})
