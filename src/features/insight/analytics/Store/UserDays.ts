/** Who was active when, and what that makes of cohorts. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute } from "../../../../platform/postgres/Sql.ts"
import { CellSum } from "../Rules/Cells.ts"
import type { Folded, UserDays } from "../Rules/Folding.ts"
import { textOf } from "../Rules/Periods.ts"
import { addCounts } from "./Counters.ts"
import { livesOf } from "./Lives.ts"
import { addYears } from "./UserYears.ts"

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
  yield* addYears(sql, customer_id, [...active.map((user) => ({ ...user, feature: "" })), ...used])
})
