/**
 * Tables kept by months (sql/0097): a month is there long before its first row, and goes as a whole once all of its
 * rows may. Until then old rows of it go by themselves, as those of any table. Records (sql/0104) stay for good.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { nowDate, row, rows } from "../postgres/Sql.ts"

export const months = {
  /** made before they begin: for so long nothing is missed when nobody sweeps */
  ahead: 3,
  /** Whoever reads or writes the table waits meanwhile for whoever holds it. */
  lock_timeout_ms: 250,
  look_ms_max: 5_000,
  /** everybody waits: a month that takes longer to look through loses rows one by one until it is small enough */
  locked_ms_max: 1_000
} as const

/** In the order in which statements that write several of them come to them. */
export const tablesByMonth = ["webhook_deliveries", "webhook_past_attempts"] as const

/** Tables that go together, and which rows of the first one stay. */
export interface Monthly {
  readonly tables: ReadonlyArray<(typeof tablesByMonth)[number]>
  /** SQL over `found` */
  readonly stays: (sql: SqlClient.SqlClient, cutoff: Date) => Statement.Fragment
}

/** What was written in a month lies together, and stays (sql/0104). */
export const recordsByMonth = ["events", "ledger", "buddy_changes"] as const

const Made = Schema.Struct({ made: Schema.Int })
const Turned = Schema.Struct({ turned: Schema.Boolean })

const limited = (sql: SqlClient.SqlClient, statement_ms: number) => sql`
  SELECT set_config('lock_timeout', ${String(months.lock_timeout_ms)}, true),
    set_config('statement_timeout', ${String(statement_ms)}, true)`

/** Runs what makes the months of some tables; answers whether it made any. */
const make = Effect.fnUntraced(function* (statement: Statement.Statement<unknown>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql.withTransaction(Effect.andThen(limited(sql, months.look_ms_max), row(Made)(statement)))
  return Option.isSome(found) && found.value.made > 0
})

/** Postgres looks at months by themselves; of what they hold together plans would know nothing. */
const lookAt = Effect.fnUntraced(function* (tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  for (const table of tables) yield* sql`ANALYZE ${sql(table)}`.unprepared
})

const keepDeliveries = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const made = yield* make(sql`SELECT months_keep(${table}::regclass, ${yield* nowDate}, ${months.ahead}) AS made`)
    if (made) yield* lookAt([table])
  })

/** A month of records begins in a transaction of its own, when all of its tables are there for everybody. */
const keepRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* nowDate
  const made = yield* make(sql`SELECT record_months_keep(${now}, ${months.ahead}) AS made`)
  const turned = yield* row(Turned)(sql`SELECT record_months_turn(${now}) AS turned`)
  if (Option.isSome(turned) && turned.value.turned) yield* Effect.logInfo("a month of records has begun")
  if (made) yield* lookAt(recordsByMonth)
})

/**
 * Makes the months that are missing. What cannot be made now is missed by nobody: deliveries have a place without them,
 * and records are written in the month before until theirs is there.
 */
export const keepMonths = Effect.forEach(
  [...tablesByMonth.map((table) => ({ table, make: keepDeliveries(table) })), { table: "events", make: keepRecords }],
  ({ make, table }) =>
    Effect.catchCause(make, (cause) =>
      Effect.annotateLogs(Effect.logWarning("months could not be made ahead", cause), { table })
    ),
  { discard: true }
).pipe(Effect.withSpan("Months.keep"))

const Named = Schema.Struct({ name: Schema.String })
const Looked = Schema.Struct({ found: Schema.Int, stay: Schema.Boolean })

/** Rows of the month when it was dropped; undefined where one of them stays. */
const drop = Effect.fnUntraced(function* ({ stays, tables }: Monthly, name: string, cutoff: Date) {
  const sql = yield* SqlClient.SqlClient
  const [first] = tables
  const kept = stays(sql, cutoff)
  yield* limited(sql, months.look_ms_max)
  const stay = yield* sql`SELECT FROM ${sql(name)} AS found WHERE ${kept} LIMIT 1`.unprepared
  if (stay.length > 0) return undefined
  // Those of all times first, as everybody takes them.
  for (const table of tables) yield* sql`LOCK TABLE ONLY ${sql(table)} IN ACCESS EXCLUSIVE MODE`.unprepared
  yield* limited(sql, months.locked_ms_max)
  const looked = yield* row(Looked)(
    sql`SELECT count(*)::int AS found, coalesce(bool_or(${kept}), false) AS stay FROM ${sql(name)} AS found`.unprepared
  )
  const { found, stay: isHeld } = Option.getOrThrow(looked)
  if (isHeld) return undefined
  for (const table of tables) yield* sql`DROP TABLE IF EXISTS ${sql(table + name.slice(first!.length))}`.unprepared
  return found
})

/** Drops every month that ended before and of which no row stays, and answers how many rows went with them. */
export const dropMonths = Effect.fnUntraced(function* (monthly: Monthly, cutoff: Date) {
  const sql = yield* SqlClient.SqlClient
  const over = yield* rows(Named)(sql`
    SELECT month::text AS name FROM months_of(${monthly.tables[0]!}::regclass) WHERE ends_at <= ${cutoff}`)
  let dropped = 0
  for (const { name } of over) {
    const gone = sql.withTransaction(drop(monthly, name, cutoff))
    dropped +=
      (yield* Effect.catchCause(gone, (cause) =>
        Effect.as(Effect.annotateLogs(Effect.logInfo("a month stays for now", cause), { month: name }), undefined)
      )) ?? 0
  }
  return dropped
})
