/**
 * The workflow engine keeps every message and reply for ever. What an execution came to stands in the operation's
 * row, so the engine's own rows are forgotten a day after they were written, once the execution is complete. Rows of
 * one that waits or runs stay: they are its memory.
 */
import { Clock, Effect } from "effect"
import { MachineId, Singleton, Snowflake } from "effect/cluster"
import { SqlClient } from "effect/sql"

export const retention = {
  keep_ms: 86_400_000,
  sweep_interval: "1 hour",
  /** executions per statement: it stays far below the statement timeout */
  batch_max: 1_000
} as const

const sweep = Effect.fn("WorkflowRetention.sweep")(function* () {
  const sql = yield* SqlClient.SqlClient
  const timestamp = (yield* Clock.currentTimeMillis) - retention.keep_ms
  const cutoff = Snowflake.make({ timestamp, machineId: MachineId.make(0), sequence: 0 })
  // The durable clocks of an execution are entities of their own under the same id.
  const forgotten = yield* sql`
    WITH complete AS (
      SELECT run.entity_id FROM cluster_messages AS run JOIN cluster_replies AS reply ON reply.id = run.last_reply_id
      WHERE run.entity_type LIKE 'Workflow/%' AND run.entity_type <> 'Workflow/-/DurableClock' AND run.tag = 'run'
        AND run.processed AND run.id < ${cutoff} AND reply.payload::jsonb #>> '{value,_tag}' = 'Complete'
      ORDER BY run.id LIMIT ${retention.batch_max}
    ), messages AS (
      DELETE FROM cluster_messages AS message USING complete
      WHERE message.entity_id = complete.entity_id AND message.entity_type LIKE 'Workflow/%'
      RETURNING message.id, message.tag
    ), replies AS (
      DELETE FROM cluster_replies AS reply USING messages WHERE reply.request_id = messages.id
    )
    SELECT id FROM messages WHERE tag = 'run'`
  return forgotten.length
})

/** One per cluster. Wants the database the cluster keeps its messages in. */
export const workflowRetention = Singleton.make(
  "platform/workflow-retention",
  Effect.repeat(sweep(), { until: (forgotten) => forgotten < retention.batch_max }).pipe(
    Effect.catchCause((cause) => Effect.logWarning("old workflow executions could not be forgotten", cause)),
    Effect.delay(retention.sweep_interval),
    Effect.forever
  )
)
