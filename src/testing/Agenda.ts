/**
 * What a service still has to do, read from its database: so that virtual time can stop where something happens and
 * pass over where nothing does. A feature that keeps a due moment of its own in a table adds it here; what is missing
 * is found late, at the next stop, and never lost.
 */
import { Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { recovery } from "../platform/cluster/Jobs.ts"
import { rows } from "../platform/postgres/Sql.ts"

export interface Agenda {
  /** jobs and messages between entities that are under way now */
  readonly busy: boolean
  /** webhooks that wait for their receiver, each by delivery and attempt */
  readonly sending: ReadonlyArray<string>
  /** when the next thing falls due that nobody sleeps for (epoch ms); null: nothing does */
  readonly nextDue: number | null
}

/** The recovery ends an operation, well or badly, within a minute or so: what stays open longer is nobody's errand. */
const watched_ms = 300_000

const AgendaRow = Schema.Struct({
  busy: Schema.Boolean,
  sending: Schema.Array(Schema.String),
  next_due: Schema.NullOr(Schema.Number)
})

/** `now` in epoch ms. */
export const readAgenda = (now: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const at = new Date(now)
    // The recovery looks after every operation that is open, whatever became of its execution.
    const sweep = now + Duration.toMillis(recovery.sweep_interval)
    const [agenda] = yield* rows(AgendaRow)(sql`
      SELECT
        EXISTS (
          SELECT FROM cluster_messages WHERE NOT processed AND (deliver_at IS NULL OR deliver_at <= ${now}::bigint)
        ) AS busy,
        ARRAY(
          SELECT d.delivery_id || '/' || d.attempts
          FROM webhook_leases AS lease CROSS JOIN LATERAL unnest(lease.delivery_ids) AS held (delivery_id)
          JOIN webhook_deliveries_all AS d ON d.customer_id = lease.customer_id AND d.delivery_id = held.delivery_id
          WHERE lease.leased_until > ${at} AND d.next_attempt_at <= ${at}
        ) AS sending,
        (SELECT min(due)::float8 FROM (
          SELECT min(deliver_at) AS due FROM cluster_messages WHERE NOT processed AND deliver_at > ${now}::bigint
          UNION ALL
          SELECT ceil(extract(epoch FROM min(next_attempt_at)) * 1000) FROM webhook_deliveries
          WHERE next_attempt_at > ${at}
          UNION ALL
          SELECT ceil(extract(epoch FROM min(appearance_retry_at)) * 1000) FROM buddy_identities
          WHERE appearance_retry_at > ${at}
          UNION ALL
          SELECT greatest(extract(epoch FROM min(created_at))::float8 * 1000 + ${recovery.late_after_ms}::float8,
            ${sweep}::float8)
          FROM operations WHERE status IN ('pending', 'processing') AND created_at > ${new Date(now - watched_ms)}
          HAVING count(*) > 0
        ) AS moments) AS next_due`)
    return { busy: agenda!.busy, sending: agenda!.sending, nextDue: agenda!.next_due } satisfies Agenda
  })
