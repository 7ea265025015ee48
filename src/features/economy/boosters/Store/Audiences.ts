/** Boosters follow their audience when the workspace gives it another name. */
import type { SqlClient } from "effect/sql"
import { execute } from "../../../../platform/postgres/Sql.ts"

/** In the caller's transaction. */
export const moveBoosters = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  execute(sql`
    UPDATE booster_grants SET audience = ${to} WHERE customer_id = ${customer_id}::uuid AND audience = ${from}`)
