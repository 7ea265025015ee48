/**
 * One statement that throws away a few old rows. Rows somebody holds are skipped, so it neither waits nor makes anybody
 * wait for longer than itself; the next sweep finds them. Answers one row with the count `deleted`, and with `is_done`
 * where the count does not tell whether there are more.
 *
 * Old rows are found through an index on their age where there is one. Tables of the ingest path have none, since each
 * of their rows would pay for it: their ids are UUIDv7 and grow with time, so the oldest rows of a tenant stand first
 * in the primary key.
 */
import { MachineId, Snowflake } from "effect/cluster"
import type { SqlClient, SqlError } from "effect/sql"
import { Effect, Option, Schema } from "effect"
import { commandKeyPrefix } from "../../wire/CommandKey.ts"
import { firstIdOf } from "../postgres/Ids.ts"
import { nowDate, row } from "../postgres/Sql.ts"

export interface BatchOptions {
  /** rows that are older may go; a row of this very moment stays */
  readonly cutoff: Date
  readonly rows_max: number
  /** takes pictures out of the bucket, where there is one */
  readonly discard: (sha256s: ReadonlyArray<string>) => Effect.Effect<void>
}

export type Batch = (
  sql: SqlClient.SqlClient,
  options: BatchOptions
) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** `column` has an index. */
export const byAge =
  (table: string, column: string): Batch =>
  (sql, { cutoff, rows_max }) =>
    sql`
      WITH gone AS (
        DELETE FROM ${sql(table)} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${sql(table)} WHERE ${sql(column)} < ${cutoff}
          ORDER BY ${sql(column)} LIMIT ${rows_max} FOR UPDATE SKIP LOCKED))
        RETURNING 1)
      SELECT count(*)::int AS deleted FROM gone`.unprepared

export interface ByIdOptions {
  /** false: a table of no tenant, whose key is the id alone */
  readonly tenant?: boolean
  /** SQL; which rows may go at all */
  readonly where?: string
  /** when the age of a row begins; its creation, which its id knows too, unless something later is named */
  readonly since?: string
}

/** The primary key is (customer_id, id), and ids grow with time. */
export const byId =
  (table: string, id: string, { since = "created_at", tenant = true, where = "true" }: ByIdOptions = {}): Batch =>
  (sql, { cutoff, rows_max }) => {
    const old = sql`found.${sql(id)} < ${firstIdOf(cutoff)}::uuid AND found.${sql(since)} < ${cutoff}
      AND ${sql.literal(where)}`
    const oldest = sql`ORDER BY found.${sql(id)} LIMIT ${rows_max} FOR UPDATE OF found SKIP LOCKED`
    const picked = tenant
      ? sql`
          SELECT old.place FROM customers AS tenant CROSS JOIN LATERAL (
            SELECT found.ctid AS place FROM ${sql(table)} AS found
            WHERE found.customer_id = tenant.customer_id AND ${old} ${oldest}) AS old
          LIMIT ${rows_max}`
      : sql`SELECT found.ctid FROM ${sql(table)} AS found WHERE ${old} ${oldest}`
    return sql`
      WITH gone AS (DELETE FROM ${sql(table)} WHERE ctid = ANY(ARRAY(${picked})) RETURNING 1)
      SELECT count(*)::int AS deleted FROM gone`.unprepared
  }

/**
 * Deliveries with their attempts. One that has not ended stays as long as its endpoint may still get it; at an endpoint
 * that is disabled or gone it is as old as the change it tells of.
 */
export const deliveries: Batch = (sql, { cutoff, rows_max }) =>
  sql`
    WITH untold AS (
      DELETE FROM webhook_outbox WHERE ctid = ANY(ARRAY(
        SELECT old.place FROM webhook_configs AS endpoint CROSS JOIN LATERAL (
          SELECT found.ctid AS place FROM webhook_outbox AS found
          WHERE found.customer_id = endpoint.customer_id AND found.webhook_config_id = endpoint.webhook_config_id
            AND found.last_id < ${firstIdOf(cutoff)}::uuid AND found.created_at < ${cutoff}
          ORDER BY found.last_id LIMIT ${rows_max} FOR UPDATE OF found SKIP LOCKED) AS old
        WHERE NOT endpoint.enabled LIMIT ${rows_max}))
      RETURNING cardinality(delivery_ids) - cardinality(done_ids) AS deliveries
    ), gone AS (
      DELETE FROM webhook_deliveries WHERE ctid = ANY(ARRAY(
        SELECT old.place FROM customers AS tenant CROSS JOIN LATERAL (
          SELECT found.ctid AS place FROM webhook_deliveries AS found
          WHERE found.customer_id = tenant.customer_id AND found.delivery_id < ${firstIdOf(cutoff)}::uuid
            AND found.created_at < ${cutoff} AND found.locked_until IS NULL
            AND CASE WHEN found.next_attempt_at IS NULL THEN coalesce(found.finished_at, found.created_at) < ${cutoff}
              ELSE NOT EXISTS (
                SELECT FROM webhook_configs AS endpoint
                WHERE endpoint.customer_id = found.customer_id AND endpoint.enabled
                  AND endpoint.webhook_config_id = found.webhook_config_id) END
          ORDER BY found.delivery_id LIMIT ${rows_max} FOR UPDATE OF found SKIP LOCKED) AS old
        LIMIT ${rows_max}))
      RETURNING customer_id, delivery_id
    ), attempts AS (
      DELETE FROM webhook_past_attempts AS attempt USING gone
      WHERE attempt.customer_id = gone.customer_id AND attempt.delivery_id = gone.delivery_id)
    SELECT ((SELECT count(*) FROM gone) + (SELECT coalesce(sum(deliveries), 0) FROM untold))::int AS deleted`.unprepared

/**
 * Whoever carries out a job, a signal or a dead letter may ask for the same command once more until that has ended,
 * however long it takes: what was done under its name is remembered until then. Ids of such commands consist of the
 * job's and whatever tells its parts apart, between colons.
 */
export const commands: Batch = (sql, { cutoff, rows_max }) =>
  sql`
    WITH open AS MATERIALIZED (
      SELECT customer_id, operation_id::text AS id FROM operations WHERE status IN ('pending', 'processing')
      UNION ALL SELECT customer_id, signal_id::text FROM buddy_signals
      UNION ALL SELECT customer_id, body ->> 'purchase_id' FROM buddy_signals WHERE body ->> '_tag' = 'DeliverGift'
    ), gone AS (
      DELETE FROM commands WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM commands AS found
        WHERE created_at < ${cutoff}
          AND NOT EXISTS (
            SELECT FROM open WHERE open.customer_id = found.customer_id
              AND open.id = ANY(string_to_array(found.command_id, ':')))
          AND NOT EXISTS (
            SELECT FROM dead_letters AS letter WHERE letter.customer_id = found.customer_id
              AND letter.kind = 'command' AND letter.identity = found.command_id
              AND letter.state IN ('open', 'retrying'))
        ORDER BY created_at LIMIT ${rows_max} FOR UPDATE OF found SKIP LOCKED))
      RETURNING 1)
    SELECT count(*)::int AS deleted FROM gone`.unprepared

/**
 * Whoever uses a key again after its row has gone does so for the first time, under the name its first use had; what
 * was done under that name must have been forgotten before. A command is committed a little after its key was claimed.
 */
export const idempotencyKeys: Batch = (sql, { cutoff, rows_max }) =>
  sql`
    WITH gone AS (
      DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotency_keys
        WHERE created_at < ${cutoff} AND created_at < (
          SELECT coalesce(min(created_at), 'infinity') - interval '5 minutes' FROM commands
          WHERE starts_with(command_id, ${commandKeyPrefix}))
        ORDER BY created_at LIMIT ${rows_max} FOR UPDATE SKIP LOCKED))
      RETURNING 1)
    SELECT count(*)::int AS deleted FROM gone`.unprepared

/** Where pictures are in a bucket, rows are held until it has answered for each. */
const uploads_max = 200
const Released = Schema.Struct({ deleted: Schema.Int, looked_at: Schema.Int, unused: Schema.Array(Schema.String) })
const discard_within = "4 seconds"

/** Those the configuration refers to are found in use, and looked at again when they are as old once more. */
export const uploads: Batch = Effect.fnUntraced(function* (sql, { cutoff, discard, rows_max }) {
  const rows = Math.min(rows_max, uploads_max)
  const found = yield* row(Released)(sql`
    SELECT deleted, looked_at, unused FROM release_uploads(${cutoff}, ${yield* nowDate}, ${rows})`)
  const { deleted, looked_at, unused } = Option.getOrThrow(found)
  yield* Effect.orDie(Effect.timeout(discard(unused), discard_within))
  return [{ deleted, is_done: looked_at < rows }]
})

/** Of complete executions. Their durable clocks are entities of their own under the same id. */
export const workflows: Batch = (sql, { cutoff, rows_max }) => {
  const before = Snowflake.make({ timestamp: cutoff.getTime(), machineId: MachineId.make(0), sequence: 0 })
  return sql`
    WITH complete AS (
      SELECT run.entity_id FROM cluster_messages AS run JOIN cluster_replies AS reply ON reply.id = run.last_reply_id
      WHERE run.entity_type LIKE 'Workflow/%' AND run.entity_type <> 'Workflow/-/DurableClock' AND run.tag = 'run'
        AND run.processed AND run.id < ${before} AND reply.payload::jsonb #>> '{value,_tag}' = 'Complete'
      ORDER BY run.id LIMIT ${rows_max} FOR UPDATE OF run SKIP LOCKED
    ), messages AS (
      DELETE FROM cluster_messages AS message USING complete
      WHERE message.entity_id = complete.entity_id AND message.entity_type LIKE 'Workflow/%'
      RETURNING message.id, message.tag
    ), replies AS (
      DELETE FROM cluster_replies AS reply USING messages WHERE reply.request_id = messages.id
    )
    SELECT count(*)::int AS deleted FROM messages WHERE tag = 'run'`.unprepared
}
