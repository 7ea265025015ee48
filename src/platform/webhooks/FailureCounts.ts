/** Since when endpoints have only failed: after five days of it one is disabled. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { entitledTo } from "../auth/Entitled.ts"
import { execute } from "../postgres/Sql.ts"

/**
 * In the caller's transaction, when a workspace has webhooks again: nothing was tried meanwhile, so the time they were
 * off is no part of the five days. It is no more than that either, or whoever switches them off for a moment now and
 * then keeps an endpoint for ever. Of whom nobody knows since when they were off, it is counted anew.
 */
export const forgiveTimeOff = (sql: SqlClient.SqlClient, customer_id: string, now: Date): Effect.Effect<void> =>
  Effect.asVoid(
    execute(sql`
      WITH failing AS MATERIALIZED (
        SELECT customer_id, webhook_config_id FROM webhook_configs
        WHERE customer_id = ${customer_id}::uuid AND enabled AND failing_since IS NOT NULL
        ORDER BY webhook_config_id FOR UPDATE),
      off AS (
        SELECT max(had.changed_at) AS since FROM entitlement_changes AS had
        WHERE had.customer_id = ${customer_id}::uuid AND ${entitledTo(sql, "had", "webhooks")})
      UPDATE webhook_configs AS c
      SET failing_since = c.failing_since + (${now}::timestamptz - greatest(off.since, c.failing_since))
      FROM failing, off
      WHERE c.customer_id = failing.customer_id AND c.webhook_config_id = failing.webhook_config_id
      RETURNING 1`)
  )
