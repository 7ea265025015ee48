/** How a tenant stands, and what it has used. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Reports } from "../../../platform/postgres/Reports.ts"
import { nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import type { ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import { Interval, PlanName } from "../../../wire/Plans.ts"
import { billingStates } from "../../../wire/Subscriptions.ts"

const PlanRow = Schema.Struct({ plan: PlanName })

const StatusRow = Schema.Struct({
  plan: PlanName,
  interval: Schema.NullOr(Interval),
  plan_since: Schema.Date,
  events_used: Schema.Int,
  subscription_id: Schema.NullOr(Schema.String),
  state: Schema.NullOr(Schema.Literals(billingStates)),
  current_period_end: Schema.NullOr(Schema.Date),
  cancel_at_period_end: Schema.NullOr(Schema.Boolean),
  past_due_since: Schema.NullOr(Schema.Date)
})

const MonthRow = Schema.Struct({
  month: Schema.String,
  events: Schema.Int,
  active_users: Schema.Int,
  webhooks_delivered: Schema.Int,
  credits_used: Schema.Int
})

interface Service {
  plan(customer_id: string): Effect.Effect<PlanName>
  /** nobody else changes it until the caller's transaction ends */
  lockPlan(customer_id: string): Effect.Effect<PlanName>
  /** `month` as in `2026-11` */
  status(customer_id: string, month: string): Effect.Effect<typeof StatusRow.Type>
  /** the newest first; this month is the first */
  usage(
    customer_id: string,
    months: number
  ): Effect.Effect<ReadonlyArray<typeof MonthRow.Type>, RateLimited | ServiceUnavailable>
}

/** Days of figures are the workspace's own, so that a month begins and ends with those of its reports. */
const usageOf =
  (reports: Reports["Service"]): Service["usage"] =>
  (customer_id, months) =>
    Effect.flatMap(nowDate, (now) =>
      reports.read(customer_id, (sql) =>
        // What is given back was not used in the month it was paid in, whenever that is found out.
        rows(MonthRow)(sql`
          WITH months AS (
            SELECT to_char(start, 'YYYY-MM') AS month, start, start + interval '1 month' AS ends
            FROM generate_series(
              date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC') - make_interval(months => ${months - 1}::int),
              date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC'), interval '1 month') AS start)
          SELECT month,
            (SELECT coalesce(sum(used), 0)::float8 FROM event_usage AS u
              WHERE u.customer_id = ${customer_id}::uuid AND u.month = m.month) AS events,
            (SELECT coalesce(sum(users), 0)::float8 FROM analytics_cells AS a
              WHERE a.customer_id = ${customer_id}::uuid AND a.audience = '' AND a.granularity = 'month'
                AND a.kind = 'active' AND a.period = start::date) AS active_users,
            (SELECT coalesce(sum(count), 0)::float8 FROM analytics_counters AS d
              WHERE d.customer_id = ${customer_id}::uuid AND d.metric = 'webhook_delivered'
                AND d.day >= start::date AND d.day < ends::date) AS webhooks_delivered,
            (SELECT coalesce(-sum(l.amount + coalesce((
                SELECT sum(r.amount) FROM credit_ledger AS r WHERE r.customer_id = l.customer_id
                  AND r.image_id = l.image_id AND r.type = 'refund'), 0)), 0)::int
              FROM credit_ledger AS l WHERE l.customer_id = ${customer_id}::uuid AND l.type = 'charge'
                AND l.created_at >= start AT TIME ZONE 'UTC' AND l.created_at < ends AT TIME ZONE 'UTC') AS credits_used
          FROM months AS m ORDER BY month DESC`)
      )
    )

export class BillingStore extends Context.Service<BillingStore, Service>()("hatchery/features/billing/BillingStore") {
  static readonly layer = Layer.effect(
    BillingStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return BillingStore.of({
        plan: (customer_id) =>
          Effect.map(
            row(PlanRow)(sql`SELECT plan FROM customers WHERE customer_id = ${customer_id}::uuid`),
            (found) => Option.getOrThrow(found).plan
          ),
        lockPlan: (customer_id) =>
          Effect.map(
            row(PlanRow)(sql`SELECT plan FROM customers WHERE customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`),
            (found) => Option.getOrThrow(found).plan
          ),
        status: (customer_id, month) =>
          Effect.map(
            row(StatusRow)(sql`
            SELECT c.plan,
              coalesce(CASE WHEN a.plan = c.plan THEN a.billing_interval END,
                CASE WHEN paid.plan = c.plan THEN paid.billing_interval END) AS interval,
              coalesce(c.plan_since, paid.completed_at, c.created_at) AS plan_since,
              (SELECT coalesce(sum(used), 0)::float8 FROM event_usage AS u
               WHERE u.customer_id = c.customer_id AND u.month = ${month}) AS events_used,
              a.subscription_id, a.state, a.current_period_end, a.cancel_at_period_end, a.past_due_since
            FROM customers AS c
            LEFT JOIN billing_accounts AS a ON a.customer_id = c.customer_id
            LEFT JOIN LATERAL (
              SELECT plan, billing_interval, completed_at FROM checkout_sessions AS b
              WHERE b.customer_id = c.customer_id AND b.status = 'complete' AND b.plan IS NOT NULL
              ORDER BY completed_at DESC LIMIT 1) AS paid ON true
            WHERE c.customer_id = ${customer_id}::uuid`),
            Option.getOrThrow
          ),
        usage: usageOf(yield* Reports)
      })
    })
  )
}
