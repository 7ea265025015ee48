/** Since when endpoints have only failed: after five days of it one is disabled. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute } from "../postgres/Sql.ts"

/**
 * In the caller's transaction, when a workspace has webhooks again: nothing was tried meanwhile, so the time they were
 * off is no part of the five days.
 */
export const countFailuresAnew = (sql: SqlClient.SqlClient, customer_id: string): Effect.Effect<void> =>
  Effect.asVoid(
    execute(sql`
      WITH failing AS MATERIALIZED (
        SELECT customer_id, webhook_config_id FROM webhook_configs
        WHERE customer_id = ${customer_id}::uuid AND enabled AND failing_since IS NOT NULL
        ORDER BY webhook_config_id FOR UPDATE)
      UPDATE webhook_configs AS c SET failing_since = NULL FROM failing
      WHERE c.customer_id = failing.customer_id AND c.webhook_config_id = failing.webhook_config_id
      RETURNING 1`)
  )
