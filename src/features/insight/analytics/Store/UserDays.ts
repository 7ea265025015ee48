/** Who was active when, and what that makes of cohorts. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute } from "../../../../platform/postgres/Sql.ts"
import { CellSum } from "../Rules/Cells.ts"
import type { Folded, UserDays } from "../Rules/Folding.ts"
import { monthBits } from "../Rules/Life.ts"
import { textOf } from "../Rules/Periods.ts"
import { addCounts } from "./Counters.ts"
import { livesOf } from "./Lives.ts"

/** What the new days make of the cells of each audience. */
const cellsOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  active: ReadonlyArray<UserDays>
) {
  const lives = yield* livesOf(sql, customer_id, active)
  const sums = new Map<string, CellSum>()
  active.forEach(({ audience, days }, place) => {
    const sum = sums.get(audience) ?? new CellSum()
    sums.set(audience, sum)
    for (const day of days) sum.add(lives[place]!, day)
  })
  return sums
})

/** A month of an audience's feature is told by its place: names would weigh more than all that is said of a user. */
const monthsGiven = (used: ReadonlyArray<UserDays & { readonly feature: string }>) => {
  const places = new Map<string, number>()
  const kinds = { audiences: [] as Array<string>, features: [] as Array<string>, months: [] as Array<string> }
  const given = { places: [] as Array<number>, user_ids: [] as Array<string>, days: [] as Array<number> }
  const placeOf = (audience: string, feature: string, month: string) => {
    const kind = JSON.stringify([audience, feature, month])
    const known = places.get(kind)
    if (known !== undefined) return known
    kinds.audiences.push(audience)
    kinds.features.push(feature)
    const place = kinds.months.push(month)
    places.set(kind, place)
    return place
  }
  for (const { audience, days, feature, user_id } of used)
    for (const [month, bits] of monthBits(days)) {
      given.places.push(placeOf(audience, feature, textOf(month)))
      given.user_ids.push(user_id)
      given.days.push(bits)
    }
  return { ...kinds, ...given }
}

const addMonths = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  used: ReadonlyArray<UserDays & { readonly feature: string }>
) {
  const { audiences, days, features, months, places, user_ids } = monthsGiven(used)
  if (places.length === 0) return
  yield* execute(sql`
    INSERT INTO analytics_user_months AS m (customer_id, audience, feature, month, user_no, days)
    SELECT ${customer_id}::uuid, k.audience, k.feature, k.month, g.user_no, g.days FROM (
      SELECT place, hashtextextended(user_id, 0) AS user_no, bit_or(days) AS days
      FROM unnest(${places}::int[], ${user_ids}::text[], ${days}::int[]) AS g (place, user_id, days)
      GROUP BY 1, 2) AS g
    JOIN unnest(${audiences}::text[], ${features}::text[], ${months}::date[])
      WITH ORDINALITY AS k (audience, feature, month, place) ON k.place = g.place
    ORDER BY g.place, g.user_no
    ON CONFLICT (customer_id, audience, feature, month, user_no) DO UPDATE SET days = m.days | excluded.days`)
})

const addUsers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  active: ReadonlyArray<UserDays>
) {
  const [audiences, user_ids] = [active.map(({ audience }) => audience), active.map(({ user_id }) => user_id)]
  const [firsts, lasts] = [active.map(({ days }) => textOf(days[0]!)), active.map(({ days }) => textOf(days.at(-1)!))]
  yield* execute(sql`
    INSERT INTO analytics_users AS u (customer_id, audience, user_id, user_no, first_day, last_day)
    SELECT ${customer_id}::uuid, audience, user_id, hashtextextended(user_id, 0), first_day, last_day
    FROM unnest(${audiences}::text[], ${user_ids}::text[], ${firsts}::date[], ${lasts}::date[])
      AS g (audience, user_id, first_day, last_day)
    ORDER BY audience, user_id
    ON CONFLICT (customer_id, audience, user_id) DO UPDATE SET
      first_day = least(u.first_day, excluded.first_day), last_day = greatest(u.last_day, excluded.last_day)`)
})

export const addCells = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  sums: ReadonlyMap<string, CellSum>,
  isResidue = false
) {
  const table = isResidue ? "analytics_residue_cells" : "analytics_cells"
  const given = [...sums].flatMap(([audience, sum]) =>
    sum.changedCells().map(({ cohort, period, ...rest }) => ({
      audience,
      cohort: textOf(cohort),
      period: textOf(period),
      ...rest
    }))
  )
  if (given.length > 0) {
    const text = JSON.stringify(given)
    yield* execute(sql`
      INSERT INTO ${sql(table)} AS c (customer_id, audience, granularity, cohort, period, kind, users)
      SELECT ${customer_id}::uuid, audience, granularity, cohort, period, kind, users
      FROM jsonb_to_recordset(${text}::jsonb)
        AS g (audience text, granularity text, cohort date, period date, kind text, users bigint)
      ORDER BY audience, granularity, cohort, period, kind
      ON CONFLICT (customer_id, audience, granularity, cohort, period, kind)
      DO UPDATE SET users = c.users + excluded.users`)
    yield* execute(sql`
      DELETE FROM ${sql(table)} AS c
      USING jsonb_to_recordset(${text}::jsonb)
        AS g (audience text, granularity text, cohort date, period date, kind text)
      WHERE c.customer_id = ${customer_id}::uuid AND c.audience = g.audience AND c.granularity = g.granularity
        AND c.cohort = g.cohort AND c.period = g.period AND c.kind = g.kind AND c.users = 0`)
  }
  const classes = [...sums].flatMap(([audience, sum]) =>
    sum
      .changedClasses()
      .map(
        ({ granularity, life, period, users }) =>
          ["users_lifecycle", period, audience, `${granularity}:${life}`, users, 0] as const
      )
  )
  yield* addCounts(sql, customer_id, classes, isResidue ? "analytics_residue_counters" : "analytics_counters")
})

export const addUserDays = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { active, used }: Pick<Folded, "active" | "used">
) {
  if (active.length > 0) {
    const sums = yield* cellsOf(sql, customer_id, active)
    yield* addUsers(sql, customer_id, active)
    yield* addCells(sql, customer_id, sums)
  }
  yield* addMonths(sql, customer_id, [...active.map((user) => ({ ...user, feature: "" })), ...used])
})
