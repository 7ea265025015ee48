/** The days of users, a row a year: by column, what they are days of. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Person } from "../../../../platform/erasures/Personal.ts"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import type { Alike } from "../Rules/Crowd.ts"
import { textOf } from "../Rules/Periods.ts"
import { year_bits, yearBits } from "../Rules/Years.ts"
import { yearsThere } from "./Lives.ts"

/** Features a workspace has columns for; what comes later is used by nobody. */
export const features_max = 48

/** The column of a feature by its place; 0: days of any event. */
export const columnOf = (place: number): string => (place === 0 ? "days" : `used_${place}`)
const columns = Array.from({ length: features_max + 1 }, (_, place) => columnOf(place))

const PlaceRow = Schema.Struct({ feature: Schema.String, place: Schema.Int })

/** Places of everything the workspace ever used; feature '': days of any event. */
export const placesOf = (sql: SqlClient.SqlClient, customer_id: string) =>
  Effect.map(
    rows(PlaceRow)(sql`
      SELECT feature, place FROM analytics_features WHERE customer_id = ${customer_id}::uuid ORDER BY place`),
    (found) => new Map([["", 0], ...found.map(({ feature, place }) => [feature, place] as const)])
  )

/** The same, and of these. */
const placesFor = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  features: ReadonlySet<string>
) {
  if (features.size === 0) return new Map([["", 0]])
  const known = yield* placesOf(sql, customer_id)
  const unknown = [...features].filter((feature) => !known.has(feature)).sort()
  if (unknown.length === 0) return known
  yield* execute(sql`SELECT analytics_place(${customer_id}::uuid, f) FROM unnest(${unknown}::text[]) AS given (f)`)
  return yield* placesOf(sql, customer_id)
})

/** What users who did the same have of a year; the days of a feature stand in a column. */
interface YearAlike extends Pick<Alike, "audiences" | "user_ids"> {
  readonly year: string
  readonly [column: string]: unknown
}

const yearsAlike = (users: ReadonlyArray<Alike>, placeOf: ReadonlyMap<string, number>): ReadonlyArray<YearAlike> =>
  users.flatMap(({ audiences, days, user_ids }) => {
    const years = new Map<number, Record<string, string>>()
    for (const [feature, own] of days) {
      const place = placeOf.get(feature)
      if (place === undefined) continue
      for (const { bits, year } of yearBits(own)) {
        const known = years.get(year) ?? {}
        known[columnOf(place)] = bits
        years.set(year, known)
      }
    }
    return Array.from(years, ([year, columns]) => ({ ...columns, audiences, user_ids, year: textOf(year) }))
  })

/** SQL: what becomes of a row that is there. */
const merged = (names: ReadonlyArray<string>) =>
  names.map((name) => `${name} = coalesce(y.${name} | excluded.${name}, excluded.${name}, y.${name})`).join(", ")

export const addYears = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  users: ReadonlyArray<Alike>
) {
  const features = new Set(users.flatMap(({ days }) => [...days.keys()]).filter((feature) => feature !== ""))
  const given = yearsAlike(users, yield* placesFor(sql, customer_id, features))
  if (given.length === 0) return
  const used = columns.filter((name) => given.some((year) => name in year))
  const names = sql.literal(used.join(", "))
  const typed = sql.literal(used.map((name) => `${name} bit(${year_bits})`).join(", "))
  yield* execute(sql`
    INSERT INTO analytics_user_years AS y (customer_id, audience, year, user_no, ${names})
    SELECT ${customer_id}::uuid, audience, year, hashtextextended(user_id, 0) AS user_no, ${names} FROM (
      SELECT audience, jsonb_array_elements_text(user_ids) AS user_id, year, ${names} FROM (
        SELECT jsonb_array_elements_text(audiences) AS audience, user_ids, year, ${names}
        FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          AS g (audiences jsonb, user_ids jsonb, year date, ${typed})) AS alike) AS told
    ORDER BY audience, year, user_no
    ON CONFLICT (customer_id, audience, year, user_no) DO UPDATE SET ${sql.literal(merged(used))}`)
})

/** All days of these users go with them. */
export const moveYears = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  [from, to]: readonly [from: string, to: string],
  user_ids: ReadonlyArray<string>
) {
  const names = sql.literal(columns.join(", "))
  yield* execute(sql`
    WITH gone AS (
      DELETE FROM analytics_user_years
      WHERE customer_id = ${customer_id}::uuid AND audience = ${from}
        AND year = ANY(${yield* yearsThere(sql, customer_id, from)}::date[])
        AND user_no IN (SELECT hashtextextended(id, 0) FROM unnest(${user_ids}::text[]) AS given (id))
      RETURNING *)
    INSERT INTO analytics_user_years AS y (customer_id, audience, year, user_no, ${names})
    SELECT customer_id, ${to}, year, user_no, ${names} FROM gone ORDER BY year, user_no
    ON CONFLICT (customer_id, audience, year, user_no) DO UPDATE SET ${sql.literal(merged(columns))}`)
})

/** Nobody has used these; '': no event was sent. */
export const forgetFeatures = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  features: ReadonlyArray<string>
) {
  const known = yield* placesOf(sql, customer_id)
  const names = features.flatMap((feature) => (known.has(feature) ? [columnOf(known.get(feature)!)] : []))
  const kept = [...known.values()].map(columnOf).filter((name) => !names.includes(name))
  const isLeft = sql.literal(kept.length === 0 ? "false" : `num_nonnulls(${kept.join(", ")}) > 0`)
  yield* execute(sql`DELETE FROM analytics_user_years WHERE customer_id = ${customer_id}::uuid AND NOT ${isLeft}`)
  yield* execute(sql`
    UPDATE analytics_user_years SET ${sql.literal(names.map((name) => `${name} = NULL`).join(", "))}
    WHERE customer_id = ${customer_id}::uuid AND num_nonnulls(${sql.literal(names.join(", "))}) > 0`)
})

/** Of every audience and year there is, from one to the next by the index. */
export const forgetDays = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { customer_id, user_id }: Person) {
  // What the release before has of the user goes first: as it goes it is taken out of the years as well.
  for (const [table, key] of [
    ["analytics_user_months", "audience, feature, month"],
    ["analytics_user_years", "audience, year"]
  ] as const) {
    const of = (row: string) => sql.literal(key.replaceAll(/\w+/g, (name) => `${row}.${name}`))
    const next = sql`SELECT ${of("m")} FROM ${sql(table)} AS m WHERE m.customer_id = ${customer_id}::uuid`
    const first = sql`ORDER BY ${of("m")} LIMIT 1`
    yield* execute(sql`
      WITH RECURSIVE step (${sql.literal(key)}) AS (
        (${next} ${first})
        UNION ALL
        SELECT n.* FROM step CROSS JOIN LATERAL (${next} AND (${of("m")}) > (${of("step")}) ${first}) AS n)
      DELETE FROM ${sql(table)} AS m USING step
      WHERE m.customer_id = ${customer_id}::uuid AND (${of("m")}) = (${of("step")})
        AND m.user_no = hashtextextended(${user_id}, 0)`)
  }
})
