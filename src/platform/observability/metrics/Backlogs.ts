/**
 * What waits in the database, each backlog by one statement that enters an index at its ends: the cost follows the
 * number of endpoints with work and what is counted, which is limited, never the size of a table.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows } from "../../postgres/Sql.ts"

/** Whether 1,000 or a million wait makes no difference to what has to be done. */
export const counted_max = 1_000
/** Oldest first; beyond them nothing can be older. */
const messages_max = 200

export interface Backlog {
  readonly due: number
  /** epoch ms; undefined: nothing waits */
  readonly oldest_at: number | undefined
}

const none: Backlog = { due: 0, oldest_at: undefined }

export type EndpointState = "healthy" | "failing" | "disabled"

const EndpointRow = Schema.Struct({
  endpoint: Schema.Literals(["healthy", "failing", "disabled"]),
  due: Schema.Int,
  oldest: Schema.NullOr(Schema.Date)
})
const SignalRow = Schema.Struct({ due: Schema.Int, oldest: Schema.NullOr(Schema.Date) })
const MessageRow = Schema.Struct({
  message_id: Schema.String,
  shard_id: Schema.String,
  deliver_at: Schema.NullOr(Schema.NumberFromString)
})

const backlogOf = (row: { readonly due: number; readonly oldest: Date | null } | undefined): Backlog =>
  row === undefined || row.oldest === null ? none : { due: row.due, oldest_at: row.oldest.getTime() }

/** Deliveries that are due, by the state of their endpoint; those on their way are among them. */
export const webhookBacklogs = Effect.fnUntraced(function* (now: Date) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rows(EndpointRow)(sql`
    WITH RECURSIVE pending AS (
      (SELECT d.webhook_config_id, d.customer_id, d.next_attempt_at FROM webhook_deliveries d
       WHERE d.next_attempt_at IS NOT NULL ORDER BY d.webhook_config_id, d.next_attempt_at LIMIT 1)
      UNION ALL
      SELECT later.* FROM pending CROSS JOIN LATERAL (
        SELECT d.webhook_config_id, d.customer_id, d.next_attempt_at FROM webhook_deliveries d
        WHERE d.webhook_config_id > pending.webhook_config_id AND d.next_attempt_at IS NOT NULL
        ORDER BY d.webhook_config_id, d.next_attempt_at LIMIT 1) later
    ), untried AS (
      (SELECT o.webhook_config_id, o.customer_id, o.created_at FROM webhook_outbox o
       ORDER BY o.webhook_config_id, o.first_id LIMIT 1)
      UNION ALL
      SELECT later.* FROM untried CROSS JOIN LATERAL (
        SELECT o.webhook_config_id, o.customer_id, o.created_at FROM webhook_outbox o
        WHERE o.webhook_config_id > untried.webhook_config_id ORDER BY o.webhook_config_id, o.first_id LIMIT 1) later
    ), at_work AS (
      SELECT webhook_config_id, customer_id, min(next_attempt_at) AS next_attempt_at
      FROM (SELECT * FROM pending UNION ALL SELECT * FROM untried) AS found GROUP BY 1, 2
    )
    SELECT CASE WHEN NOT config.enabled THEN 'disabled' WHEN config.failing_since IS NULL THEN 'healthy'
        ELSE 'failing' END AS endpoint,
      sum(waiting.due)::int AS due, min(pending.next_attempt_at) AS oldest
    FROM at_work AS pending
    JOIN webhook_configs config
      ON config.customer_id = pending.customer_id AND config.webhook_config_id = pending.webhook_config_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS due FROM (
        (SELECT FROM webhook_deliveries d
         WHERE d.webhook_config_id = pending.webhook_config_id AND d.next_attempt_at <= ${now} LIMIT ${counted_max})
        UNION ALL
        (SELECT FROM webhook_waiting w
         WHERE w.webhook_config_id = pending.webhook_config_id AND w.created_at <= ${now} LIMIT ${counted_max})
        LIMIT ${counted_max}) AS limited) AS waiting
    WHERE pending.next_attempt_at <= ${now}
    GROUP BY 1`)
  const of = (state: EndpointState) => backlogOf(found.find(({ endpoint }) => endpoint === state))
  return { healthy: of("healthy"), failing: of("failing"), disabled: of("disabled") }
})

/** Signals nobody has seen to. */
export const signalBacklogNow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* rows(SignalRow)(sql`
    SELECT count(*)::int AS due, min(created_at) AS oldest
    FROM (SELECT created_at FROM buddy_signals ORDER BY created_at LIMIT ${counted_max}) AS limited`)
  return backlogOf(row)
})

export interface UnreadMessage {
  readonly message_id: string
  readonly shard_id: string
  /** epoch ms; null: at once */
  readonly deliver_at: number | null
}

/** Messages of the cluster that are due and that no runner has picked up. */
export const unreadMessages = Effect.fnUntraced(function* (nowMs: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* rows(MessageRow)(sql`
    SELECT message.id::text AS message_id, message.shard_id, message.deliver_at::text AS deliver_at
    FROM cluster_messages message
    WHERE NOT message.processed AND message.last_read IS NULL AND message.kind = 0
      AND (message.deliver_at IS NULL OR message.deliver_at <= ${nowMs}::bigint)
      AND NOT EXISTS (SELECT FROM cluster_replies reply
        WHERE reply.request_id = message.request_id AND (reply.kind = 0 OR NOT reply.acked))
    ORDER BY message.id LIMIT ${messages_max}`)
})
