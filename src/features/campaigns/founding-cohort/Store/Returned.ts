/** Whoever lived on a test clock was passed over: once it is back, its workspace is looked at from the beginning. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute } from "../../../../platform/postgres/Sql.ts"

/** In the transaction after which users live in the present again. */
export const lookAtReturned = (sql: SqlClient.SqlClient) => (customer_id: string) =>
  Effect.asVoid(
    execute(sql`UPDATE founding_cohorts SET looked_to = NULL WHERE customer_id = ${customer_id}::uuid RETURNING 1`)
  )
