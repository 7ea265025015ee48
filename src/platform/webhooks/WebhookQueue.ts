/**
 * The pump's view of the tables: leases of due deliveries, results of attempts, health of endpoints. Each call is one
 * statement, so a pump that dies between two of them leaves nothing half done: its leases run out and the deliveries
 * are sent again under their old id.
 */
import { PgTypes } from "@effect/sql-pg"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, rows } from "../postgres/Sql.ts"

/** An endpoint as it was when something of it was leased. */
export interface LeasedEndpoint {
  readonly customer_id: string
  readonly webhook_config_id: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly sealed_headers: Uint8Array | null
  /** sealed */
  readonly secret: Uint8Array
  /** sealed; null unless a rotation's grace still runs */
  readonly previous_secret: Uint8Array | null
}

export interface LeasedDelivery {
  readonly delivery_id: string
  readonly event: string
  readonly body: string
  /** attempts made so far, and those of them that belong to an earlier run through the ladder */
  readonly attempts: number
  readonly ladder_base: number
  /** of the trace in which it was written; null when that was not traced */
  readonly trace_context: string | null
}

export interface Lease {
  readonly endpoint: LeasedEndpoint
  /** how many of them may be sent at a time */
  readonly places: number
  readonly deliveries: ReadonlyArray<LeasedDelivery>
}

export interface Leases {
  readonly leases: ReadonlyArray<Lease>
  /** epoch ms at which an endpoint has work next, by endpoint; absent when it has none */
  readonly due: ReadonlyMap<string, number>
}

/** What a pump has under way at an endpoint, and how many more it wants. */
export interface Wants {
  readonly held: Iterable<string>
  readonly wanted: number
}

/** What became of one attempt. Moments are epoch ms. */
export interface AttemptResult {
  readonly customer_id: string
  readonly delivery_id: string
  readonly webhook_config_id: string
  readonly attempt: number
  readonly finished_at: number
  readonly status: "delivered" | "failed" | "exhausted"
  readonly next_attempt_at: number | null
  readonly response_status: number | null
  readonly response_ms: number
  readonly error: string | null
  readonly response_excerpt: string | null
  /** used only when this result disables its endpoint */
  readonly notification_id: string | null
}

const texts = Schema.Array(Schema.String)
const ints = Schema.Array(Schema.Int)
const LeaseRow = Schema.Struct({
  webhook_config_id: Schema.String,
  next_due: Schema.NullOr(Schema.Date),
  customer_id: Schema.NullOr(Schema.String),
  places: Schema.NullOr(Schema.Int),
  url: Schema.NullOr(Schema.String),
  headers: Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
  sealed_headers: Schema.NullOr(Schema.Uint8Array),
  secret: Schema.NullOr(Schema.Uint8Array),
  previous_secret: Schema.NullOr(Schema.Uint8Array),
  delivery_ids: Schema.NullOr(texts),
  events: Schema.NullOr(texts),
  bodies: Schema.NullOr(texts),
  attempts: Schema.NullOr(ints),
  ladder_bases: Schema.NullOr(ints),
  trace_contexts: Schema.NullOr(Schema.Array(Schema.NullOr(Schema.String)))
})
const DisabledRow = Schema.Struct({ customer_id: Schema.String })

/** Five days without a single success: nobody is listening any more (contract: outbound webhooks). */
const failing_days_max = 5

const leaseOf = (row: typeof LeaseRow.Type): Lease | undefined => {
  const { attempts, bodies, delivery_ids, events, ladder_bases, places, trace_contexts, ...endpoint } = row
  if (delivery_ids === null) return undefined
  return {
    endpoint: endpoint as LeasedEndpoint,
    places: places!,
    deliveries: delivery_ids.map((delivery_id, at) => ({
      delivery_id,
      event: events![at]!,
      body: bodies![at]!,
      attempts: attempts![at]!,
      ladder_base: ladder_bases![at]!,
      trace_context: trace_contexts![at]!
    }))
  }
}

const leasesOf = (found: ReadonlyArray<typeof LeaseRow.Type>): Leases => {
  const leases: Array<Lease> = []
  const due = new Map<string, number>()
  for (const row of found) {
    const lease = leaseOf(row)
    if (lease !== undefined) leases.push(lease)
    if (row.next_due !== null) due.set(row.webhook_config_id, row.next_due.getTime())
  }
  return { leases, due }
}

const windowsJson = (windows: ReadonlyMap<string, Wants>) =>
  JSON.stringify(
    Object.fromEntries(Array.from(windows, ([id, { held, wanted }]) => [id, [wanted, `{${[...held].join()}}`]]))
  )

const column = (values: ReadonlyArray<unknown>, type: number) => Result.getOrThrow(PgTypes.array(values, type))
const { int4, text, timestamptz, uuid } = PgTypes.OID

export class WebhookQueue extends Context.Service<
  WebhookQueue,
  {
    /** Leases due deliveries of these endpoints, or of all of them, until `leased_until`. */
    lease(request: {
      readonly pump_id: string
      readonly endpoints: ReadonlyArray<string> | null
      /** by endpoint, at least of those that are looked at and at which something is under way */
      readonly windows: ReadonlyMap<string, Wants>
      readonly now: Date
      readonly leased_until: Date
      /** attempts at one endpoint at a time, over all pumps */
      readonly places: number
      readonly total_max: number
      /** what the pump has leased already, by tenant: nobody is given more than is left to others then */
      readonly held: ReadonlyMap<string, number>
    }): Effect.Effect<Leases>
    /**
     * Writes results down; answers the tenants whose endpoints were disabled by them. Drops those of attempts that
     * somebody else has made too, after the lease was lost.
     */
    conclude(results: ReadonlyArray<AttemptResult>): Effect.Effect<ReadonlyArray<string>>
    /** Gives all leases of a pump back. */
    release(pump_id: string): Effect.Effect<void>
  }
>()("hatchery/platform/WebhookQueue") {
  static readonly layer = Layer.effect(
    WebhookQueue,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const lease: WebhookQueue["Service"]["lease"] = (request) => {
        const endpoints = request.endpoints === null ? null : column(request.endpoints, uuid)
        return rows(LeaseRow)(sql`
        SELECT * FROM lease_webhook_deliveries(${request.pump_id}::uuid, ${endpoints}::uuid[],
          ${windowsJson(request.windows)}::jsonb, ${request.now}, ${request.leased_until}, ${request.places},
          ${request.total_max}, ${JSON.stringify(Object.fromEntries(request.held))}::jsonb)`).pipe(Effect.map(leasesOf))
      }

      const conclude: WebhookQueue["Service"]["conclude"] = (results) => {
        const all = (key: keyof AttemptResult, type: number) =>
          column(
            results.map((result) => result[key]),
            type
          )
        return rows(DisabledRow)(sql`
        SELECT * FROM conclude_webhook_attempts(${all("customer_id", uuid)}, ${all("delivery_id", uuid)},
          ${all("webhook_config_id", uuid)}, ${all("attempt", int4)}, ${all("status", text)},
          ${all("finished_at", timestamptz)}, ${all("next_attempt_at", timestamptz)}, ${all("response_status", int4)},
          ${all("response_ms", int4)}, ${all("error", text)}, ${all("response_excerpt", text)},
          ${all("notification_id", uuid)}, ${failing_days_max})`).pipe(
          Effect.map((disabled) => [...new Set(disabled.map(({ customer_id }) => customer_id))])
        )
      }

      const release: WebhookQueue["Service"]["release"] = (pump_id) =>
        Effect.asVoid(execute(sql`DELETE FROM webhook_leases WHERE pump_id = ${pump_id}::uuid`))

      return WebhookQueue.of({ lease, conclude, release })
    })
  )
}
