/** A founding cohort follows its audience when the workspace gives it another name. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

/** In the caller's transaction. Whoever was looked at under the old name is looked at again. */
export const moveFounders = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  Effect.flatMap(nowDate, (now) =>
    execute(sql`
      UPDATE founding_cohorts SET audience = ${to}, looked_to = NULL, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND audience = ${from}`)
  )
