/** A transaction of somebody who sits on rows for as long as a test takes, however busy the machine is. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** The service's connections end what is idle in a transaction after a quarter of a minute; this one may go on. */
export const openEnded =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(body: Effect.Effect<A, E, R>) =>
    sql.withTransaction(Effect.andThen(sql`SET LOCAL idle_in_transaction_session_timeout = 0`, body))
