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
import { noDay } from "../../wire/Day.ts"
import { firstIdOf } from "../postgres/Ids.ts"
import { nowDate, row } from "../postgres/Sql.ts"
import type { Monthly } from "./Months.ts"

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

/** `column` has an index; `where`: SQL over `found`, which rows may go at all. */
export const byAge =
  (table: string, column: string, where = "true"): Batch =>
  (sql, { cutoff, rows_max }) =>
    sql`
      WITH gone AS (
        DELETE FROM ${sql(table)} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${sql(table)} AS found WHERE ${sql(column)} < ${cutoff} AND ${sql.literal(where)}
          ORDER BY ${sql(column)} LIMIT ${rows_max} FOR UPDATE SKIP LOCKED))
        RETURNING 1)
      SELECT count(*)::int AS deleted FROM gone`.unprepared

/** SQL over `found`; no job works on it any more. When nothing ran for weeks, jobs are as old as that and go on. */
const jobHasEnded = `NOT EXISTS (
  SELECT FROM operations AS job WHERE job.customer_id = found.customer_id AND job.operation_id = found.operation_id
    AND job.status IN ('pending', 'processing'))`

export const importedRows = byAge("team_import_rows", "created_at", jobHasEnded)

/** A file that was written late can be fetched for as long as its job has said. */
export const userExports: Batch = (sql, options) =>
  Effect.flatMap(nowDate, (now) =>
    byAge(
      "user_exports",
      "created_at",
      `${jobHasEnded} AND (found.expires_at IS NULL OR found.expires_at <= '${now.toISOString()}')`
    )(sql, options)
  )

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
const deliveryGoes = (sql: SqlClient.SqlClient, cutoff: Date) => sql`(
  found.created_at < ${cutoff} AND found.locked_until IS NULL
    AND CASE WHEN found.next_attempt_at IS NULL THEN coalesce(found.finished_at, found.created_at) < ${cutoff}
      ELSE NOT EXISTS (
        SELECT FROM webhook_configs AS endpoint
        WHERE endpoint.customer_id = found.customer_id AND endpoint.enabled
          AND endpoint.webhook_config_id = found.webhook_config_id) END)`

/** Attempts lie in the month of their delivery. */
export const deliveriesByMonth: Monthly = {
  tables: ["webhook_deliveries", "webhook_past_attempts"],
  stays: (sql, cutoff) => sql`NOT ${deliveryGoes(sql, cutoff)}`
}

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
    ), old AS MATERIALIZED (
      SELECT old.* FROM customers AS tenant CROSS JOIN LATERAL (
        SELECT found.customer_id, found.delivery_id FROM webhook_deliveries AS found
        WHERE found.customer_id = tenant.customer_id AND found.delivery_id < ${firstIdOf(cutoff)}::uuid
          AND ${deliveryGoes(sql, cutoff)}
        ORDER BY found.delivery_id LIMIT ${rows_max} FOR UPDATE OF found SKIP LOCKED) AS old
      LIMIT ${rows_max}
    ), gone AS (
      DELETE FROM webhook_deliveries AS delivery USING old
      WHERE delivery.customer_id = old.customer_id AND delivery.delivery_id = old.delivery_id
      RETURNING delivery.customer_id, delivery.delivery_id
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

/**
 * What buddies had brought to something that is closed, once that is settled: what it came to stands in results, totals
 * and receipts by then. `id`: the column that names the subject.
 */
export const ofClosedSubjects =
  (table: string, id: string, kinds: ReadonlyArray<string>): Batch =>
  (sql, { cutoff, rows_max }) =>
    sql`
      WITH gone AS (
        DELETE FROM ${sql(table)} WHERE ctid = ANY(ARRAY(
          SELECT old.place FROM campaign_subjects AS subject CROSS JOIN LATERAL (
            SELECT found.ctid AS place FROM ${sql(table)} AS found
            WHERE found.customer_id = subject.customer_id AND found.${sql(id)} = subject.subject_id
            LIMIT ${rows_max} FOR UPDATE OF found SKIP LOCKED) AS old
          WHERE NOT subject.is_open AND subject.closed_at < ${cutoff} AND subject.kind = ANY(${kinds}::text[])
            AND NOT EXISTS (SELECT FROM league_seasons AS season WHERE season.customer_id = subject.customer_id
              AND season.season_id = subject.subject_id AND season.state <> 'closed')
            AND NOT EXISTS (SELECT FROM group_quests AS quest WHERE quest.customer_id = subject.customer_id
              AND quest.quest_id = subject.subject_id AND quest.settled_at IS NULL)
          LIMIT ${rows_max}))
        RETURNING 1)
      SELECT count(*)::int AS deleted FROM gone`.unprepared

/** Causes tell of a year and more, what chance came to of a quarter: so much longer, in days, their days stay. */
const longer_days = 308

/**
 * Sums of a day are added to one sum of all days long ago, so that whatever is counted from the beginning stays as it
 * is. Names begin with their day: `2026-11-20|1|other|miss` of drops and boxes, `2026-11-20` of causes.
 */
export const foldedDays: Batch = (sql, { cutoff, rows_max }) => {
  const day = (at: number) => new Date(at).toISOString().slice(0, noDay.length)
  const before = day(cutoff.getTime())
  return sql`
    WITH old AS (
      SELECT customer_id, subject_id, bucket, slot FROM campaign_totals
      WHERE bucket > '0001' AND bucket < ${before} AND NOT is_new
        AND (length(bucket) > 10 OR bucket < ${day(cutoff.getTime() - longer_days * 86_400_000)})
      LIMIT ${rows_max} FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM campaign_totals AS t USING old
      WHERE (t.customer_id, t.subject_id, t.bucket, t.slot) = (old.customer_id, old.subject_id, old.bucket, old.slot)
      RETURNING t.customer_id, t.subject_id, t.bucket, t.amount
    ), folded AS (
      INSERT INTO campaign_totals AS t (customer_id, subject_id, bucket, slot, amount, is_new)
      SELECT customer_id, subject_id, ${noDay} || substr(bucket, 11), 0, sum(amount), false FROM gone
      GROUP BY 1, 2, 3
      ON CONFLICT (customer_id, subject_id, bucket, slot) DO UPDATE SET amount = t.amount + excluded.amount
    )
    SELECT count(*)::int AS deleted FROM gone`.unprepared
}

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

/** Nothing else has their bytes. A page that asks for one at this moment finds it gone, and has another composed. */
export const ogImages: Batch = Effect.fnUntraced(function* (sql, { cutoff, discard, rows_max }) {
  const rows = Math.min(rows_max, uploads_max)
  const found = yield* row(Released)(sql`
    WITH gone AS (
      DELETE FROM og_images WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM og_images WHERE used_at < ${cutoff} ORDER BY used_at LIMIT ${rows} FOR UPDATE SKIP LOCKED))
      RETURNING sha256
    ), bytes AS (
      DELETE FROM assets AS a USING gone WHERE a.sha256 = gone.sha256
    )
    SELECT count(*)::int AS deleted, count(*)::int AS looked_at, coalesce(array_agg(sha256), '{}') AS unused FROM gone`)
  const { deleted, unused } = Option.getOrThrow(found)
  yield* Effect.orDie(Effect.timeout(discard(unused), discard_within))
  return [{ deleted, is_done: deleted < rows }]
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

/** Days of showrooms that go are added up in one that never does, and lies before all that are asked for by day. */
export const visitCounts: Batch = (sql, { cutoff, rows_max }) =>
  sql`
    WITH gone AS (
      DELETE FROM visit_counts WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM visit_counts WHERE counted_at < ${cutoff}
        ORDER BY counted_at LIMIT ${rows_max} FOR UPDATE SKIP LOCKED))
      RETURNING customer_id, subject_kind, subject_id, event, channel, visits),
    kept AS (
      INSERT INTO visit_counts AS c (customer_id, subject_kind, subject_id, day, event, channel, visits, counted_at)
      SELECT customer_id, subject_kind, subject_id, DATE '1970-01-01', event, channel, sum(visits), 'infinity'
      FROM gone WHERE subject_kind = 'showroom'
      GROUP BY customer_id, subject_kind, subject_id, event, channel
      ORDER BY customer_id, subject_kind, subject_id, event, channel
      ON CONFLICT (customer_id, subject_kind, subject_id, day, event, channel)
      DO UPDATE SET visits = c.visits + excluded.visits)
    SELECT count(*)::int AS deleted FROM gone`.unprepared
