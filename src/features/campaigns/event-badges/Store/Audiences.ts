/** Event badges follow their audience when the workspace gives it another name. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

/** In the caller's transaction. */
export const moveEventBadges = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  Effect.flatMap(nowDate, (now) =>
    execute(sql`
      UPDATE event_badges SET content = jsonb_set(content, '{audience}', to_jsonb(${to}::text)), updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND content ->> 'audience' = ${from}`)
  )
