/** Which of what is due for all tenants comes first. */
import type { SqlClient, Statement } from "effect/sql"

interface Bounds {
  readonly count: number
  /** so many of one tenant at most */
  readonly per_tenant?: number
}

/**
 * So many of the rows of `due`, which tell their customer_id: one of every tenant before a second of any, and in no
 * order otherwise. What cannot be settled stays due, and in an order it would be found first for ever.
 */
export const takingTurns = (
  sql: SqlClient.SqlClient,
  due: Statement.Fragment,
  { count, per_tenant = count }: Bounds
) => sql`
  SELECT * FROM (
    SELECT due.*, row_number() OVER (PARTITION BY due.customer_id ORDER BY random()) AS turn FROM (${due}) AS due
  ) AS queued
  WHERE queued.turn <= ${per_tenant} ORDER BY queued.turn, random() LIMIT ${count}`
