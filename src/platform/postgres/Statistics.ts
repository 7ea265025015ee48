/**
 * What Postgres knows of how full its tables are. Until a table was looked at for the first time it is taken for a few
 * pages, one that has grown tenfold for a tenth; joins of such tables read all of one side for each row of the other.
 * Autovacuum comes by once a minute by default, and that minute is when a workspace brings in all of its users. One
 * runner looks every few seconds instead for tables that have grown out of what is known of them. Tables are sampled,
 * however large they are, and nobody waits for it.
 */
import { Effect, Schema } from "effect"
import { Singleton } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { execute, rows } from "./Sql.ts"

export const look_every = "5 seconds"
/** Rows: what is smaller is read as fast in any way. */
const rows_min = 500
/** So many times as many rows as are known of. */
const grown = 4
/** Tables of one look. */
const tables_max = 20

const Outgrown = Schema.Struct({ name: Schema.String })

/** Answers the names of the tables that were looked at. */
export const informPostgres = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const outgrown = yield* rows(Outgrown)(sql`
    WITH own AS (
      SELECT relid, n_live_tup AS held FROM pg_stat_user_tables WHERE schemaname = current_schema()),
    -- Of months each by itself, and what they hold together.
    filled AS (
      SELECT relid, held FROM own
      UNION ALL SELECT i.inhparent, sum(held) FROM pg_inherits AS i JOIN own ON relid = i.inhrelid GROUP BY 1)
    SELECT quote_ident(c.relname) AS name FROM filled JOIN pg_class AS c ON c.oid = relid
    WHERE held >= ${rows_min} AND c.reltuples * ${grown} < held ORDER BY held LIMIT ${tables_max}`)
  const names = outgrown.map(({ name }) => name)
  // One that is being vacuumed is looked at by that, or the next time.
  for (const name of names) yield* execute(sql`ANALYZE (SKIP_LOCKED) ${sql.literal(name)}`.unprepared)
  return names
})

/** One per cluster. Needs SqlClient. */
export const statistics = Singleton.make(
  "platform/statistics",
  informPostgres.pipe(
    Effect.catchCause((cause) => Effect.logDebug("Postgres could not be told of its tables", cause)),
    Effect.delay(look_every),
    Effect.forever
  )
)
