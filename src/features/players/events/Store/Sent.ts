import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { row } from "../../../../platform/postgres/Sql.ts"

/** What is stored of an event beside what it brought. */
const SentRow = Schema.Struct({ payload_hash: Schema.String, audience: Schema.String, properties: Schema.Unknown })
export type SentEvent = typeof SentRow.Type

export const sentBefore = Effect.map(
  SqlClient.SqlClient,
  (sql) => (customer_id: string, event_id: string) =>
    row(SentRow)(sql`
      SELECT payload_hash, audience, properties FROM events_by_id
      WHERE customer_id = ${customer_id}::uuid AND event_id = ${event_id}`)
)
