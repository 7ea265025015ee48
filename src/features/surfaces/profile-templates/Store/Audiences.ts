/** Templates follow their audience when the workspace gives it another name: its newborn buddies go on having them. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

/** In the caller's transaction. The name may have had templates before: one of them all is the default. */
export const moveTemplates = (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  Effect.gen(function* () {
    const now = yield* nowDate
    yield* execute(sql`
      UPDATE profile_templates SET is_default = false, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND audience = ${to} AND is_default AND EXISTS (
        SELECT FROM profile_templates
        WHERE customer_id = ${customer_id}::uuid AND audience = ${from} AND is_default)
      RETURNING 1`)
    yield* execute(sql`
      UPDATE profile_templates SET audience = ${to}, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND audience = ${from} RETURNING 1`)
  })
