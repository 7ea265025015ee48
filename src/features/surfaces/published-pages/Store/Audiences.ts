/** Pages follow their audience when the workspace gives it another name: whoever plays or is shown there stays. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

interface Move {
  readonly from: string
  readonly to: string
}

/** In the caller's transaction. Of what is archived nothing changes any more. */
export const movePages = (sql: SqlClient.SqlClient, customer_id: string, { from, to }: Move) =>
  Effect.gen(function* () {
    const now = yield* nowDate
    for (const table of ["hosted_surfaces", "showrooms"])
      yield* execute(sql`
        UPDATE ${sql(table)} SET content = jsonb_set(content, '{audience}', to_jsonb(${to}::text)), updated_at = ${now}
        WHERE customer_id = ${customer_id}::uuid AND content ->> 'audience' = ${from} AND status <> 'archived'
        RETURNING 1`)
  })
