/**
 * Who is writing at this moment. A transaction holds a lock on every table it writes to from before its first row to
 * its end, so whoever has drawn a number, or read a clock, and has not committed yet is found among these.
 */
import { Effect, Option, Schedule, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { row, rows } from "./Sql.ts"

const Writer = Schema.Struct({ writer: Schema.String })
const Count = Schema.Struct({ count: Schema.Int })

/** No transaction of ours lives as long: its statements and its pauses are given up long before. */
const longest = "60 seconds"
const look_every = "50 millis"

const locks = `pg_locks WHERE locktype = 'relation' AND mode = 'RowExclusiveLock'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()`

/** Waits until all have ended that write to this database at this moment, and for nobody who begins later. */
export const afterWriters = Effect.fn("afterWriters")(function* (sql: SqlClient.SqlClient) {
  const writing = yield* rows(Writer)(sql`SELECT DISTINCT virtualtransaction AS writer FROM ${sql.literal(locks)}`)
  if (writing.length === 0) return
  const names = writing.map(({ writer }) => writer)
  const left = Effect.map(
    row(Count)(sql`
      SELECT count(*)::int AS count FROM ${sql.literal(locks)} AND virtualtransaction = ANY(${names}::text[])`),
    (found) => Option.getOrThrow(found).count
  )
  const gone = Effect.repeat(left, { schedule: Schedule.spaced(look_every), while: (count) => count > 0 })
  const isGone = yield* Effect.timeoutOption(gone, longest)
  if (Option.isNone(isGone)) yield* Effect.logWarning("a transaction that writes does not end; it is not waited for")
})
