/** Paths follow their audience when the workspace gives it another name: whoever walks one keeps seeing it. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

/** Whoever changes which path of an audience is active waits here, in the caller's transaction, for who does so. */
export const turnOfPaths = (sql: SqlClient.SqlClient) => (customer_id: string) =>
  execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`path_definitions:${customer_id}`}, 0))`)

/** In the caller's transaction. The name may have had paths before, with nobody there to see them: one is active. */
export const movePaths = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  Effect.gen(function* () {
    yield* turnOfPaths(sql)(customer_id)
    const now = yield* nowDate
    yield* execute(sql`
      UPDATE path_definitions SET is_active = false, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND audience = ${to} AND is_active AND EXISTS (
        SELECT FROM path_definitions
        WHERE customer_id = ${customer_id}::uuid AND audience = ${from} AND is_active)`)
    yield* execute(sql`
      UPDATE path_definitions SET audience = ${to}, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND audience = ${from}`)
  })
