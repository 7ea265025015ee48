/** Checkouts, from the moment somebody went to pay. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Order } from "../../../../platform/billing/Port.ts"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../../wire/Ids.ts"
import { Interval, PlanName } from "../../../../wire/Plans.ts"
import { CheckoutSession } from "../Api.ts"

const SessionRow = Schema.Struct({
  session_id: Schema.String,
  provider: Schema.String,
  plan: Schema.NullOr(PlanName),
  interval: Schema.NullOr(Interval),
  credits: Schema.NullOr(Schema.Int),
  status: CheckoutSession.fields.status,
  provider_session_id: Schema.NullOr(Schema.String),
  created_at: Schema.Date,
  completed_at: Schema.NullOr(Schema.Date)
})
type SessionRow = typeof SessionRow.Type
const TillRow = Schema.Struct({ session_id: Schema.String, provider_session_id: Schema.String })

export const sessionOnWire = (found: SessionRow): CheckoutSession => ({
  session_id: found.session_id,
  provider: found.provider,
  plan: found.plan,
  interval: found.interval,
  credits: found.credits,
  status: found.status,
  created_at: iso(found.created_at),
  completed_at: isoOrNull(found.completed_at)
})

const columns = `session_id, provider, plan, billing_interval AS interval, credits, status, provider_session_id,
  created_at, completed_at`

export interface NewSession extends Order {
  readonly provider: string
  readonly provider_session_id: string | null
}

/** as long as Stripe keeps a checkout open */
const open_ms = 24 * 3_600_000

const sessionsOf = (sql: SqlClient.SqlClient) => {
  const selected = sql.literal(columns)
  return {
    get: Effect.fn("CheckoutSessions.get")(function* (customer_id: string, id: string) {
      const found = isUuid(id)
        ? yield* row(SessionRow)(sql`
            SELECT ${selected} FROM checkout_sessions
            WHERE customer_id = ${customer_id}::uuid AND session_id = ${id}::uuid`)
        : Option.none()
      if (Option.isNone(found)) return yield* new NotFound({ resource: "checkout session" })
      return found.value
    }),
    /** one that is there already stays as it is */
    open: Effect.fn("CheckoutSessions.open")(function* (session: NewSession) {
      const { credits, customer_id, interval, plan, provider, provider_session_id, session_id } = session
      yield* execute(sql`
        INSERT INTO checkout_sessions (customer_id, session_id, provider, plan, billing_interval, credits, status,
          provider_session_id, created_at)
        VALUES (${customer_id}::uuid, ${session_id}::uuid, ${provider}, ${plan}, ${interval}, ${credits}, 'open',
          ${provider_session_id}, ${yield* nowDate})
        ON CONFLICT DO NOTHING`)
    }),
    /** none unless it was open */
    complete: Effect.fnUntraced(function* (customer_id: string, session_id: string) {
      return yield* row(SessionRow)(sql`
        UPDATE checkout_sessions SET status = 'complete', completed_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid AND status <> 'complete'
        RETURNING ${selected}`)
    }),
    /** whether it was the first the tenant paid for */
    isFirstPaid: Effect.fnUntraced(function* (customer_id: string, session_id: string) {
      const found = yield* row(Schema.Struct({ session_id: Schema.String }))(sql`
        SELECT session_id FROM checkout_sessions
        WHERE customer_id = ${customer_id}::uuid AND status = 'complete' AND plan IS DISTINCT FROM 'free'
        ORDER BY completed_at, session_id LIMIT 1`)
      return Option.isSome(found) && found.value.session_id === session_id
    }),
    expire: (customer_id: string, session_id: string) =>
      execute(sql`
        UPDATE checkout_sessions SET status = 'expired'
        WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid AND status = 'open'`),
    /** pages of the provider on which somebody may still begin a subscription */
    unpaid: (customer_id: string) =>
      rows(TillRow)(sql`
        SELECT session_id, provider_session_id FROM checkout_sessions
        WHERE customer_id = ${customer_id}::uuid AND status = 'open' AND provider = 'stripe' AND plan IS NOT NULL
          AND provider_session_id IS NOT NULL`),
    /** Changes a person was sent to the provider's portal for and never agreed to: they end as a checkout does. */
    expireChanges: Effect.fnUntraced(function* (customer_id: string) {
      const now = (yield* nowDate).getTime()
      yield* execute(sql`
        UPDATE checkout_sessions SET status = 'expired'
        WHERE customer_id = ${customer_id}::uuid AND status = 'open' AND provider = 'stripe'
          AND provider_session_id IS NULL AND created_at <= ${new Date(now - open_ms)}`)
    }),
    /** Changes a person was sent to the provider's portal for, and which have come about. */
    completeChanges: Effect.fnUntraced(function* (
      customer_id: string,
      to: { readonly plan: PlanName; readonly interval: Interval | null }
    ) {
      yield* execute(sql`
        UPDATE checkout_sessions SET status = 'complete', completed_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND status = 'open' AND provider = 'stripe'
          AND provider_session_id IS NULL AND plan = ${to.plan}
          AND (${to.interval}::text IS NULL OR billing_interval = ${to.interval})`)
    })
  }
}

export class CheckoutSessions extends Context.Service<CheckoutSessions, ReturnType<typeof sessionsOf>>()(
  "hatchery/features/billing/CheckoutSessions"
) {
  static readonly layer = Layer.effect(CheckoutSessions, Effect.map(SqlClient.SqlClient, sessionsOf))
}
