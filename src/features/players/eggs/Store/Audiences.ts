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
    // Held in one order, which no plan and no place on the disk decides.
    execute(sql`
      WITH held AS MATERIALIZED (
        SELECT egg_id FROM eggs WHERE customer_id = ${customer_id}::uuid AND audience = ${from}
        ORDER BY egg_id FOR NO KEY UPDATE)
      UPDATE eggs SET audience = ${to},
        updated_at = CASE WHEN status IN ('hatched', 'cancelled') THEN updated_at ELSE ${now} END
      FROM held WHERE eggs.customer_id = ${customer_id}::uuid AND eggs.egg_id = held.egg_id RETURNING eggs.egg_id`)
  )
