/**
 * The outbox: delivery rows are written by the transaction of the change they tell of, so that a change and its
 * webhooks exist together or not at all. Sending is the pump's business; here it is only woken, after the commit, never
 * before.
 *
 * The journal writes its rows itself (inside its own statement, with `deliveriesFor`) and then calls `wake`.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../cluster/CacheInvalidation.ts"
import { RandomBytes, uuidAt } from "../postgres/Ids.ts"
import { type DeliveryRow, deliveriesFor, type OutboundEvent } from "./Subscriptions.ts"
import { Tenants } from "../auth/Tenants.ts"
import { isActive } from "../../wire/Plans.ts"
import { makeTraces, traceContextOf } from "../observability/Traces.ts"

export { compilePatterns, deliveriesFor } from "./Subscriptions.ts"
export type { DeliveryRow, OutboundEvent, Subscription } from "./Subscriptions.ts"

/** The endpoints with new work; undefined when the caller does not know which, and the pump has to look. */
export type WakeHint = ReadonlyArray<string> | undefined

export class Outbox extends Context.Service<
  Outbox,
  {
    /** Writes a row per matching endpoint of the tenant, in the caller's transaction when there is one. */
    enqueue(customer_id: string, outbound: ReadonlyArray<OutboundEvent>): Effect.Effect<void>
    /** Writes rows for endpoints already chosen (test deliveries, the own endpoint of a cause), likewise. */
    enqueueRows(customer_id: string, rows: ReadonlyArray<DeliveryRow>): Effect.Effect<void>
    /** Wakes the pump, this node's or another's, once the caller's transaction has committed. */
    wakeAfterCommit(customer_id: string, webhook_config_ids: ReadonlyArray<string>): Effect.Effect<void>
    /** After a commit that wrote delivery rows. Synchronous and cheap; says which endpoints when the caller knows. */
    wake(webhook_config_ids?: ReadonlyArray<string>): void
    /** The pump's ear. Answers the function that stops listening. */
    listen(listener: (hint: WakeHint) => void): () => void
  }
>()("hatchery/platform/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenants = yield* Tenants
      const changes = yield* CacheInvalidation
      const random = yield* RandomBytes
      const traces = yield* makeTraces
      const listeners = new Set<(hint: WakeHint) => void>()
      const wake = (hint?: ReadonlyArray<string>) => listeners.forEach((listener) => listener(hint))
      // Rows of a node that runs no pump of its own: the node that wrote them tells everybody.
      changes.subscribe((change) => {
        if (change._tag === "Outbox" || change._tag === "Everything") wake()
      })

      const wakeAfterCommit = (customer_id: string, webhook_config_ids: ReadonlyArray<string>) =>
        listeners.size === 0
          ? changes.publish({ _tag: "Outbox", customer_id })
          : sql.afterCommit(Effect.sync(() => wake(webhook_config_ids)))

      const enqueueRows = Effect.fn("Outbox.enqueueRows")(function* (
        customer_id: string,
        rows: ReadonlyArray<DeliveryRow>
      ) {
        if (rows.length === 0) return
        if (!isActive(yield* Effect.orDie(tenants.get(customer_id)), "webhooks")) return
        const now = new Date(yield* Clock.currentTimeMillis)
        const span = traces.current(yield* Effect.fiber)
        const trace_context = span === undefined ? null : traceContextOf(span)
        yield* Effect.orDie(sql`
        SELECT webhook_tell(array_agg(${customer_id}::uuid), array_agg(webhook_config_id), array_agg(delivery_id),
          array_agg(event), array_agg(body), array_agg(${trace_context}::text), array_agg(${now}::timestamptz))
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS given (delivery_id uuid, webhook_config_id uuid, event text, body text)`)
        yield* wakeAfterCommit(customer_id, [...new Set(rows.map((row) => row.webhook_config_id))])
      })

      return Outbox.of({
        wake,
        wakeAfterCommit,
        listen: (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        enqueueRows,
        enqueue: Effect.fn("Outbox.enqueue")(function* (customer_id, outbound) {
          if (outbound.length === 0) return
          const facts = yield* Effect.orDie(tenants.get(customer_id))
          const now = yield* Clock.currentTimeMillis
          yield* enqueueRows(
            customer_id,
            deliveriesFor(facts.subscriptions, outbound, now, (ms) => uuidAt(random, ms))
          )
        })
      })
    })
  )
}
