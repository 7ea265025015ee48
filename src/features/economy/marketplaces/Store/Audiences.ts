/** Shops follow their audience when the workspace gives it another name: whoever buys there goes on seeing them. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

/** In the caller's transaction. */
export const moveShops = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  Effect.flatMap(nowDate, (now) =>
    execute(sql`
      UPDATE marketplaces SET audience = ${to}, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND audience = ${from} RETURNING 1`)
  )
