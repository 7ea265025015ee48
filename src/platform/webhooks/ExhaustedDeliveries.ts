/**
 * Webhook deliveries that were given up, for operators: where they pile up, and sending them again. Tenants have routes
 * of their own for both; whatever is sent again keeps its id, by which receivers tell repeats.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isUuid } from "../../wire/Ids.ts"
import { execute, nowDate, row, rows } from "../postgres/Sql.ts"

const ExhaustedRow = Schema.Struct({
  customer_id: Schema.String,
  webhook_config_id: Schema.String,
  /** null: the endpoint was removed */
  url: Schema.NullOr(Schema.String),
  enabled: Schema.Boolean,
  deliveries: Schema.Int,
  oldest_at: Schema.Date,
  newest_at: Schema.Date,
  /** of the newest: null when there was no answer */
  response_status: Schema.NullOr(Schema.Int)
})
export type ExhaustedEndpoint = typeof ExhaustedRow.Type

const EndpointRow = Schema.Struct({ customer_id: Schema.String, enabled: Schema.Boolean })

const rows_per_statement = 1_000

/** Endpoints with deliveries that were given up, those with most of them first. */
export const exhaustedByEndpoint = Effect.fn("ExhaustedDeliveries.byEndpoint")(function* (filter: {
  readonly customer_id?: string
  readonly endpoints_max: number
}) {
  const sql = yield* SqlClient.SqlClient
  const customer_id = filter.customer_id ?? null
  return yield* rows(ExhaustedRow)(sql`
    WITH given_up AS (
      SELECT customer_id, webhook_config_id, count(*)::int AS deliveries, min(created_at) AS oldest_at,
        max(created_at) AS newest_at, max(delivery_id::text)::uuid AS newest_id
      FROM webhook_deliveries
      WHERE status = 'exhausted' AND (${customer_id}::uuid IS NULL OR customer_id = ${customer_id}::uuid)
      GROUP BY customer_id, webhook_config_id)
    SELECT g.customer_id, g.webhook_config_id, c.url, coalesce(c.enabled, false) AS enabled, g.deliveries, g.oldest_at,
      g.newest_at, newest.response_status
    FROM given_up AS g
    JOIN webhook_deliveries AS newest ON newest.customer_id = g.customer_id AND newest.delivery_id = g.newest_id
    LEFT JOIN webhook_configs AS c ON c.customer_id = g.customer_id AND c.webhook_config_id = g.webhook_config_id
    ORDER BY g.deliveries DESC, g.webhook_config_id LIMIT ${filter.endpoints_max}`)
})

/** undefined: nothing is sent to an endpoint that is disabled or gone */
export const retryExhausted = Effect.fn("ExhaustedDeliveries.retry")(function* (webhook_config_id: string) {
  const sql = yield* SqlClient.SqlClient
  if (!isUuid(webhook_config_id)) return undefined
  const endpoint = yield* row(EndpointRow)(sql`
    SELECT customer_id, enabled FROM webhook_configs WHERE webhook_config_id = ${webhook_config_id}::uuid`)
  if (Option.isNone(endpoint) || !endpoint.value.enabled) return undefined
  const { customer_id } = endpoint.value
  let retried = 0
  while (true) {
    // Oldest first, as they would have come; a few at a time, so that the pump never waits for their rows.
    const queued = yield* execute(sql`
      UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = ${yield* nowDate}, ladder_base = attempts,
        finished_at = NULL
      WHERE customer_id = ${customer_id}::uuid AND delivery_id IN (
        SELECT delivery_id FROM webhook_deliveries
        WHERE customer_id = ${customer_id}::uuid AND webhook_config_id = ${webhook_config_id}::uuid
          AND status = 'exhausted' AND locked_until IS NULL
        ORDER BY delivery_id LIMIT ${rows_per_statement} FOR UPDATE SKIP LOCKED)
      RETURNING 1`)
    retried += queued
    if (queued < rows_per_statement) return retried
  }
})
