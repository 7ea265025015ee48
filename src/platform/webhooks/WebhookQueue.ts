/**
 * The pump's view of the tables: leases of due deliveries, results of attempts, health of endpoints. Each call is one
 * statement, so a pump that dies between two of them leaves nothing half done: its leases run out and the deliveries
 * are sent again under their old id.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, rows } from "../postgres/Sql.ts"

export interface Claim {
  readonly customer_id: string
  readonly delivery_id: string
  readonly webhook_config_id: string
  readonly event: string
  readonly body: string
  /** attempts made so far, and those of them that belong to an earlier run through the ladder */
  readonly attempts: number
  readonly ladder_base: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly sealed_headers: Uint8Array | null
  /** sealed */
  readonly secret: Uint8Array
  /** sealed; null unless a rotation's grace still runs */
  readonly previous_secret: Uint8Array | null
  /** of the trace in which it was written; null when that was not traced */
  readonly trace_context: string | null
  /** the lease, which also proves at the end that the claim was still ours */
  readonly locked_until: Date
}

export interface Claims {
  readonly claims: ReadonlyArray<Claim>
  /** epoch ms at which an endpoint has work next, by endpoint; absent when it has none */
  readonly due: ReadonlyMap<string, number>
}

/** What became of one attempt. Moments are ISO 8601. */
export interface AttemptResult {
  readonly customer_id: string
  readonly delivery_id: string
  readonly webhook_config_id: string
  readonly locked_until: string
  readonly attempt: number
  readonly attempted_at: string
  readonly finished_at: string
  readonly status: "delivered" | "failed" | "exhausted"
  readonly next_attempt_at: string | null
  readonly response_status: number | null
  readonly response_ms: number
  readonly error: string | null
  readonly response_excerpt: string | null
  /** used only when this result disables its endpoint */
  readonly notification_id: string
}

const ClaimRow = Schema.Struct({
  webhook_config_id: Schema.String,
  next_due: Schema.NullOr(Schema.Date),
  customer_id: Schema.NullOr(Schema.String),
  delivery_id: Schema.NullOr(Schema.String),
  event: Schema.NullOr(Schema.String),
  body: Schema.NullOr(Schema.String),
  attempts: Schema.NullOr(Schema.Int),
  ladder_base: Schema.NullOr(Schema.Int),
  url: Schema.NullOr(Schema.String),
  headers: Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
  sealed_headers: Schema.NullOr(Schema.Uint8Array),
  secret: Schema.NullOr(Schema.Uint8Array),
  previous_secret: Schema.NullOr(Schema.Uint8Array),
  trace_context: Schema.NullOr(Schema.String)
})
const DisabledRow = Schema.Struct({ customer_id: Schema.String })

/** Five days without a single success: nobody is listening any more (contract: outbound webhooks). */
const failing_days_max = 5

const toClaims = (found: ReadonlyArray<typeof ClaimRow.Type>, locked_until: Date): Claims => {
  const claims: Array<Claim> = []
  const due = new Map<string, number>()
  for (const { next_due, ...claimed } of found) {
    if (claimed.delivery_id !== null) claims.push({ ...claimed, locked_until } as Claim)
    else if (next_due !== null) due.set(claimed.webhook_config_id, next_due.getTime())
  }
  return { claims, due }
}

export class WebhookQueue extends Context.Service<
  WebhookQueue,
  {
    /** Leases due deliveries of these endpoints, or of all of them, until `locked_until`. */
    claim(request: {
      readonly endpoints: ReadonlyArray<string> | null
      readonly now: Date
      readonly locked_until: Date
      readonly endpoint_max: number
      readonly total_max: number
    }): Effect.Effect<Claims>
    /** Writes results down; answers the tenants whose endpoints were disabled by them. Drops results of lost leases. */
    finish(results: ReadonlyArray<AttemptResult>): Effect.Effect<ReadonlyArray<string>>
    /** Gives leases back unused. */
    release(claims: ReadonlyArray<Claim>, now: Date): Effect.Effect<void>
  }
>()("hatchery/platform/WebhookQueue") {
  static readonly layer = Layer.effect(
    WebhookQueue,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const claim: WebhookQueue["Service"]["claim"] = ({ endpoint_max, endpoints, locked_until, now, total_max }) =>
        rows(ClaimRow)(sql`
        SELECT claim.*, (SELECT config.sealed_headers FROM webhook_configs AS config
          WHERE config.customer_id = claim.customer_id AND config.webhook_config_id = claim.webhook_config_id)
        FROM claim_webhook_deliveries(
          ${endpoints === null ? null : [...endpoints]}::uuid[], ${now}, ${locked_until},
          ${endpoint_max}, ${total_max}) AS claim`).pipe(Effect.map((found) => toClaims(found, locked_until)))

      const finish: WebhookQueue["Service"]["finish"] = (results) =>
        rows(DisabledRow)(sql`
        SELECT * FROM finish_webhook_deliveries(${JSON.stringify(results)}::jsonb, ${failing_days_max})`).pipe(
          Effect.map((disabled) => [...new Set(disabled.map(({ customer_id }) => customer_id))])
        )

      const release: WebhookQueue["Service"]["release"] = (claims, now) =>
        Effect.asVoid(
          execute(sql`
        UPDATE webhook_deliveries delivery SET locked_until = NULL, next_attempt_at = ${now}
        FROM jsonb_to_recordset(${JSON.stringify(
          claims.map(({ customer_id, delivery_id, locked_until }) => ({
            customer_id,
            delivery_id,
            locked_until
          }))
        )}::jsonb) AS given (customer_id uuid, delivery_id uuid, locked_until timestamptz)
        WHERE delivery.customer_id = given.customer_id AND delivery.delivery_id = given.delivery_id
          AND delivery.locked_until = given.locked_until`)
        )

      return WebhookQueue.of({ claim, finish, release })
    })
  )
}
