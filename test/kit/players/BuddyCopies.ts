/** More buddies than a test could hatch. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Copies of a buddy and its egg, for users `copy-1` and so on; what it owns in ledgers is not copied along. */
export const copies = Effect.fnUntraced(function* (customer_id: string, buddy_id: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    WITH one AS (SELECT e.*, gen_random_uuid() AS egg, gen_random_uuid() AS buddy, n
      FROM eggs AS e JOIN buddies AS b ON b.customer_id = e.customer_id AND b.egg_id = e.egg_id,
        generate_series(1, ${count}::int) AS n
      WHERE e.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid),
    laid AS (INSERT INTO eggs SELECT customer_id, egg, 'copy-' || n, audience, status, visual_variant,
        config_version_id, buddy, metadata, created_at, updated_at FROM one)
    INSERT INTO buddies (customer_id, buddy_id, egg_id, user_id, audience, name, status, version, coins,
      evolution_stage, state, config_version_id, visual_variant, theme, metadata, created_at, updated_at)
    SELECT b.customer_id, one.buddy, one.egg, 'copy-' || one.n, b.audience, b.name, b.status, b.version, b.coins,
      b.evolution_stage, b.state, b.config_version_id, b.visual_variant, b.theme, b.metadata, b.created_at, b.updated_at
    FROM one JOIN buddies AS b ON b.customer_id = one.customer_id AND b.buddy_id = ${buddy_id}::uuid`
})
