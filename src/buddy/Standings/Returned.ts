/** Reads what a user did after it asked to be forgotten: that of somebody new, by the same id. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows } from "../../platform/postgres/Sql.ts"
import type { Decided } from "../journal/Counts.ts"
import { Recount } from "../journal/Recount.ts"
import { traceFromStored } from "../journal/StoredTrace.ts"
import { eventColumns, EventRow, events_at_once, paged, type Scope, type Take } from "./Recounts.ts"

const BackRow = Schema.Struct({ ...EventRow.fields, buddy_audience: Schema.NullOr(Schema.String) })

/** Events of one user in a scope, whoever received them, with the audience its buddies are in now. */
export const recountUser = Effect.fnUntraced(function* <R>(scope: Scope, user_id: string, take: Take<R>) {
  const sql = yield* SqlClient.SqlClient
  const next = (last: typeof BackRow.Type | undefined) =>
    rows(BackRow)(sql`
      SELECT ${sql.literal(eventColumns)}, i.audience AS buddy_audience
      FROM events AS e LEFT JOIN buddy_identities AS i USING (customer_id, buddy_id)
      WHERE e.customer_id = ${scope.customer_id}::uuid AND e.user_id = ${user_id}
        AND e.sequence > ${last?.sequence ?? scope.after}::bigint AND e.sequence <= ${scope.limit}::bigint
      ORDER BY e.sequence LIMIT ${events_at_once}`)
  yield* paged(
    next,
    events_at_once
  )((found) => {
    const recount = new Recount()
    for (const { buddy_audience, ...event } of found) {
      const now = event.received_at.getTime()
      const audience = buddy_audience ?? scope.audienceAt(event.audience, now)
      const at = { audience, user_id, isOnTestClock: event.on_test_clock, zone: scope.zoneAt(now), now }
      const decided = { effects: event.effects as Decided["effects"], trace: traceFromStored(event.trace) }
      const occurred_at = event.occurred_at.getTime()
      recount.event(at, { ...event, occurred_at }, event.buddy_id === null ? null : decided)
    }
    return take(recount.delta())
  })
})
