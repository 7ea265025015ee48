/** Lotteries follow their audience when the workspace gives it another name. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"

/** In the caller's transaction. The terms of a draw are frozen when it opens, but not what its audience is called. */
export const moveLotteries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { from, to }: { readonly from: string; readonly to: string }
) {
  yield* execute(sql`
    UPDATE lotteries SET audience = ${to}, revision = revision + 1, updated_at = ${yield* nowDate}
    WHERE customer_id = ${customer_id}::uuid AND audience = ${from}`)
  return yield* execute(sql`
    UPDATE lottery_draws SET terms = jsonb_set(terms, '{audience}', to_jsonb(${to}::text))
    WHERE customer_id = ${customer_id}::uuid AND status = 'open' AND terms ->> 'audience' = ${from}`)
})
