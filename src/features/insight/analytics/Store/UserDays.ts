/** Who was active when, and what that makes of cohorts. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import type { DatedCount } from "../../../../wire/analytics/Delta.ts"
import { CellSum } from "../Rules/Cells.ts"
import type { Alike } from "../Rules/Crowd.ts"
import type { Folded } from "../Rules/Folding.ts"
import { Life, type Span } from "../Rules/Life.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"
import { addCounts } from "./Counters.ts"
import { monthsOf } from "./Lives.ts"
import { addYears } from "./UserYears.ts"

const BeforeRow = Schema.Struct({
  kind: Schema.Int,
  audience: Schema.String,
  first_day: Schema.NullOr(Schema.String),
  last_day: Schema.NullOr(Schema.String),
  users: Schema.Int,
  late: Schema.Array(Schema.String)
})

interface Late {
  readonly audience: string
  readonly user_id: string
  readonly span: Span
  readonly days: ReadonlyArray<number>
}

/** Users with days of any event, and their place among all. */
const activeOf = (users: ReadonlyArray<Alike>) =>
  users.flatMap(({ audiences, days, user_ids }, kind) => {
    const own = days.get("")
    if (own === undefined) return []
    return [{ kind, audiences, user_ids, first_day: textOf(own[0]!), last_day: textOf(own.at(-1)!) }]
  })

const spanOf = ({ first_day, last_day }: typeof BeforeRow.Type): Span | null =>
  first_day === null || last_day === null ? null : { first: dayOfText(first_day), last: dayOfText(last_day) }

/** Counts them in, and tells what the new days make of the cells of each audience. */
const addUsers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  users: ReadonlyArray<Alike>
) {
  const sums = new Map<string, CellSum>()
  const active = activeOf(users)
  if (active.length === 0) return sums
  const before = yield* rows(BeforeRow)(sql`
    SELECT kind, audience, first_day::text, last_day::text, users, late
    FROM analytics_count_users(${customer_id}::uuid, ${JSON.stringify(active)}::jsonb)`)
  const late: Array<Late> = []
  for (const row of before) {
    const { audience, kind, late: ids, users: newest } = row
    const [span, days] = [spanOf(row), users[kind]!.days.get("")!]
    if (!sums.has(audience)) sums.set(audience, new CellSum())
    if (newest > 0) sums.get(audience)!.addNewest(span, days, newest)
    for (const user_id of ids) late.push({ audience, user_id, span: span!, days })
  }
  const months = yield* monthsOf(sql, customer_id, late)
  late.forEach(({ audience, days, span }, place) => {
    const life = new Life(span, months[place])
    for (const day of days) sums.get(audience)!.add(life, day)
  })
  return sums
})

const classesOf = (sums: ReadonlyMap<string, CellSum>) =>
  [...sums].flatMap(([audience, sum]) =>
    sum
      .changedClasses()
      .map(({ granularity, life, period, users }): DatedCount => [
        "users_lifecycle",
        period,
        audience,
        `${granularity}:${life}`,
        users,
        0
      ])
  )

const GoneRow = Schema.Struct({
  audience: Schema.String,
  granularity: Schema.String,
  cohort: Schema.String,
  period: Schema.String,
  kind: Schema.String
})

/** Those in which there is nobody any more go. */
const writeCells = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  sums: ReadonlyMap<string, CellSum>,
  table: "analytics_cells" | "analytics_residue_cells"
) {
  const given = [...sums].flatMap(([audience, sum]) =>
    sum.changedCells().map(({ cohort, period, ...rest }) => ({
      audience,
      cohort: textOf(cohort),
      period: textOf(period),
      ...rest
    }))
  )
  if (given.length === 0) return
  const gone = yield* rows(GoneRow)(sql`
    WITH written AS (
      INSERT INTO ${sql(table)} AS c (customer_id, audience, granularity, cohort, period, kind, users)
      SELECT ${customer_id}::uuid, audience, granularity, cohort, period, kind, users
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS g (audience text, granularity text, cohort date, period date, kind text, users bigint)
      ORDER BY audience, granularity, cohort, period, kind
      ON CONFLICT (customer_id, audience, granularity, cohort, period, kind)
      DO UPDATE SET users = c.users + excluded.users
      RETURNING audience, granularity, cohort, period, kind, users)
    SELECT audience, granularity, cohort::text, period::text, kind FROM written WHERE users = 0`)
  if (gone.length === 0) return
  yield* execute(sql`
    DELETE FROM ${sql(table)} AS c
    USING jsonb_to_recordset(${JSON.stringify(gone)}::jsonb)
      AS g (audience text, granularity text, cohort date, period date, kind text)
    WHERE c.customer_id = ${customer_id}::uuid AND c.audience = g.audience AND c.granularity = g.granularity
      AND c.cohort = g.cohort AND c.period = g.period AND c.kind = g.kind AND c.users = 0`)
})

export const addCells = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  sums: ReadonlyMap<string, CellSum>,
  isResidue = false
) {
  yield* writeCells(sql, customer_id, sums, isResidue ? "analytics_residue_cells" : "analytics_cells")
  const table = isResidue ? "analytics_residue_counters" : "analytics_counters"
  yield* addCounts(sql, customer_id, classesOf(sums), table)
})

/** What deltas come to; sums of counters and those of users are written at once. */
export const addFolded = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { counts, users }: Pick<Folded, "counts" | "users">
) {
  const sums = yield* addUsers(sql, customer_id, users)
  yield* writeCells(sql, customer_id, sums, "analytics_cells")
  yield* addCounts(sql, customer_id, [...counts, ...classesOf(sums)])
  yield* addYears(sql, customer_id, users)
})

export const addUserDays = (sql: SqlClient.SqlClient, customer_id: string, users: ReadonlyArray<Alike>) =>
  addFolded(sql, customer_id, { counts: [], users })
