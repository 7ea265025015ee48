/** What is known of the days of users, as far as new days need it. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { UserDays } from "../Rules/Folding.ts"
import { Life, monthsNeeded, type Span } from "../Rules/Life.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"

const SpanRow = Schema.Struct({ place: Schema.Int, first_day: Schema.String, last_day: Schema.String })
const MonthRow = Schema.Struct({ place: Schema.Int, month: Schema.String, days: Schema.Int })
const ThereRow = Schema.Struct({ month: Schema.String })

/** Months of users one statement looks up. */
const months_at_once = 10_000

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

/** Months in which anybody of an audience used a feature, from one to the next by the index. */
export const monthsThere = (sql: SqlClient.SqlClient, customer_id: string, audience: string, feature: string) =>
  Effect.map(
    rows(ThereRow)(sql`
      WITH RECURSIVE step (month) AS (
        (SELECT month FROM analytics_user_months
         WHERE customer_id = ${customer_id}::uuid AND audience = ${audience} AND feature = ${feature}
         ORDER BY month LIMIT 1)
        UNION ALL
        SELECT (SELECT m.month FROM analytics_user_months AS m
          WHERE m.customer_id = ${customer_id}::uuid AND m.audience = ${audience} AND m.feature = ${feature}
            AND m.month > step.month ORDER BY m.month LIMIT 1)
        FROM step WHERE step.month IS NOT NULL)
      SELECT month::text FROM step WHERE month IS NOT NULL`),
    (found) => found.map(({ month }) => dayOfText(month))
  )

interface Asked {
  readonly place: number
  readonly audience: string
  readonly user_id: string
  readonly month: number
}

/** By place: the days of months that are asked for. */
const monthsOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  asked: ReadonlyArray<Asked>
) {
  const found = new Map<number, Map<number, number>>()
  for (let at = 0; at < asked.length; at += months_at_once) {
    const given = asked.slice(at, at + months_at_once).map((one) => ({ ...one, month: textOf(one.month) }))
    const months = yield* rows(MonthRow)(sql`
      SELECT g.place, m.month::text, m.days
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS g (place int, audience text, user_id text, month date)
      JOIN analytics_user_months AS m
        ON m.customer_id = ${customer_id}::uuid AND m.audience = g.audience AND m.feature = '' AND m.month = g.month
          AND m.user_no = hashtextextended(g.user_id, 0)`)
    for (const { days, month, place } of months) {
      found.set(place, (found.get(place) ?? new Map<number, number>()).set(dayOfText(month), days))
    }
  }
  return found
})

/** Of each of them, what is needed to add these days. */
export const livesOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  users: ReadonlyArray<UserDays>
) {
  const spans = yield* spansOf(sql, customer_id, users)
  const isEarlier = ({ days }: UserDays, place: number) => days[0]! < (spans.get(place)?.first ?? -Infinity)
  const there = new Map<string, ReadonlyArray<number>>()
  for (const audience of new Set(users.filter(isEarlier).map((user) => user.audience))) {
    there.set(audience, yield* monthsThere(sql, customer_id, audience, ""))
  }
  const asked = users.flatMap(({ audience, days, user_id }, place) =>
    monthsNeeded(spans.get(place) ?? null, days, there.get(audience) ?? []).map((month) => ({
      place,
      audience,
      user_id,
      month
    }))
  )
  const months = yield* monthsOf(sql, customer_id, asked)
  return users.map((_, place) => new Life(spans.get(place) ?? null, months.get(place)))
})
