/** Teams follow their audience when the workspace gives it another name. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

/** In the caller's transaction. Who may be in is said anew: joins that were decided before are decided again. */
export const moveTeams = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  Effect.flatMap(nowDate, (now) =>
    execute(sql`
      UPDATE teams SET audience = ${to}, terms = terms + 1, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND audience = ${from}`)
  )
