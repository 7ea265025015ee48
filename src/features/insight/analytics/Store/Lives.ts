/** What is known of the days of users, as far as new days need it. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { UserDays } from "../Rules/Folding.ts"
import { isLate, Life, monthBits, type Span } from "../Rules/Life.ts"
import { dayOfText } from "../Rules/Periods.ts"
import { daysOfYear } from "../Rules/Years.ts"

const SpanRow = Schema.Struct({ place: Schema.Int, first_day: Schema.String, last_day: Schema.String })
const YearRow = Schema.Struct({ place: Schema.Int, year: Schema.String, days: Schema.String })
const ThereRow = Schema.Struct({ year: Schema.String })

/** Users whose years one statement looks up. */
const users_at_once = 5_000

/** Whoever is looked up, in the order of the answers. */
type Whom = ReadonlyArray<Pick<UserDays, "audience" | "user_id">>

const spansOf = (sql: SqlClient.SqlClient, customer_id: string, whom: Whom) =>
  Effect.map(
    rows(SpanRow)(sql`
      SELECT g.place::int, u.first_day::text, u.last_day::text
      FROM unnest(
        ${whom.map(({ audience }) => audience)}::text[], ${whom.map(({ user_id }) => user_id)}::text[]
      ) WITH ORDINALITY AS g (audience, user_id, place)
      JOIN analytics_users AS u
        ON u.customer_id = ${customer_id}::uuid AND u.audience = g.audience AND u.user_id = g.user_id`),
    (found) =>
      new Map(
        found.map(({ first_day, last_day, place }): [number, Span] => [
          place - 1,
          { first: dayOfText(first_day), last: dayOfText(last_day) }
        ])
      )
  )

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

/** Of each of them, what is needed to add these days: of a late one all there are, and they stand in a row a year. */
export const livesOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  users: ReadonlyArray<UserDays>
) {
  const spans = yield* spansOf(sql, customer_id, users)
  const late = new Map<string, Array<number>>()
  users.forEach(({ audience, days }, place) => {
    if (!isLate(spans.get(place) ?? null, days)) return
    const known = late.get(audience) ?? []
    late.set(audience, known)
    known.push(place)
  })
  const months = new Map<number, ReadonlyMap<number, number>>()
  for (const [audience, places] of late)
    for (let at = 0; at < places.length; at += users_at_once) {
      const some = places.slice(at, at + users_at_once)
      const ids = some.map((place) => users[place]!.user_id)
      const days = yield* daysOf(sql, customer_id, audience, ids)
      some.forEach((place, nth) => months.set(place, monthBits(days[nth]!)))
    }
  return users.map((_, place) => new Life(spans.get(place) ?? null, months.get(place)))
})
