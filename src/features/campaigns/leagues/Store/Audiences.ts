/** Cohorts follow their audience when the workspace gives it another name: the places they have left are its own. */
import type { SqlClient } from "effect/sql"
import { execute } from "../../../../platform/postgres/Sql.ts"

/** In the caller's transaction. */
export const moveCohorts = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  execute(sql`
    UPDATE league_cohorts SET audience = ${to} WHERE customer_id = ${customer_id}::uuid AND audience = ${from}`)
