/**
 * What an invariant is: a sentence about the database that is true whenever the service is healthy, and the SQL that
 * finds the rows it is not true of. It has to be true in any snapshot, those taken under load included.
 */
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

export interface Queries {
  /** one number: how many rows there are to look at */
  readonly population: string
  /**
   * A row per violation; its first columns say where to look. May read `moment (now, healed_at, overdue_at)`, a table
   * of one row: the clock of whoever asks, the moment from which nothing hinders the service any more (null when
   * nobody says), and the moment before which anything unfinished is late.
   */
  readonly violations: string
}

export interface Invariant {
  /** the name in reports, tables and alerts */
  readonly id: string
  /** plain words: what is true when all is well */
  readonly title: string
  /** SQL, or how to write it after a look at what tables this database has */
  readonly queries: Queries | ((sql: SqlClient.SqlClient) => Effect.Effect<Queries, SqlError.SqlError>)
  /**
   * True only of a service that nothing hinders: what was begun ends. Checked when asked for, because an outage makes
   * it false for a while and nothing is wrong with the data.
   */
  readonly quiescent?: true
  /** also of buddies that are erased; what is left of them is nobody's until it is gone, and else not looked at */
  readonly ofErased?: true
}

/** What was begun at `began_at` (SQL; null: never) has had time enough. An outage gives it all that time anew. */
export const isLate = (began_at: string): string =>
  `(SELECT ${began_at} < moment.overdue_at AND coalesce(moment.healed_at < moment.overdue_at, true) FROM moment)`
