/** Eggs follow their audience when the workspace gives it another name; when one ended stays as it was. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

export const moveEggs = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  Effect.flatMap(nowDate, (now) =>
    execute(sql`
      UPDATE eggs SET audience = ${to},
        updated_at = CASE WHEN status IN ('hatched', 'cancelled') THEN updated_at ELSE ${now} END
      WHERE customer_id = ${customer_id}::uuid AND audience = ${from} RETURNING egg_id`)
  )
