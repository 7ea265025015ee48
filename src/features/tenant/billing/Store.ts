/** Checkout sessions and the plan they change. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { Credits } from "../../../platform/billing/Credits.ts"
import { nowDate, row } from "../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../wire/Ids.ts"
import { PlanName } from "../../../wire/Plans.ts"
import type { Caller } from "../../../wire/Principal.ts"
import { assignments } from "../customers/Store/Assignments.ts"
import { type CheckoutSession, Interval } from "./Api.ts"

const SessionRow = Schema.Struct({
  session_id: Schema.String,
  provider: Schema.String,
  plan: PlanName,
  interval: Interval,
  status: Schema.Literals(["open", "complete"]),
  created_at: Schema.Date,
  completed_at: Schema.NullOr(Schema.Date)
})

const toWire = (found: typeof SessionRow.Type): CheckoutSession => ({
  ...found,
  created_at: iso(found.created_at),
  completed_at: isoOrNull(found.completed_at)
})

const StatusRow = Schema.Struct({
  plan: PlanName,
  interval: Schema.NullOr(Interval),
  plan_since: Schema.Date,
  events_used: Schema.Int
})

type NewSession = Pick<CheckoutSession, "session_id" | "provider" | "plan" | "interval">

export class BillingStore extends Context.Service<
  BillingStore,
  {
    open(caller: Caller, session: NewSession): Effect.Effect<CheckoutSession>
    get(caller: Caller, id: string): Effect.Effect<CheckoutSession, NotFound>
    /** the plan changes once per session, however often this is called */
    complete(caller: Caller, session_id: string): Effect.Effect<CheckoutSession, NotFound>
    /** `month` as in `2026-11` */
    status(caller: Caller, month: string): Effect.Effect<typeof StatusRow.Type>
  }
>()("hatchery/features/billing/BillingStore") {
  static readonly layer = Layer.effect(
    BillingStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const credits = yield* Credits
      const { changePlan } = assignments(sql)
      const columns = sql.literal(
        "session_id, provider, plan, billing_interval AS interval, status, created_at, completed_at"
      )

      const get = Effect.fn("BillingStore.get")(function* ({ customer_id }: Caller, id: string) {
        const found = isUuid(id)
          ? yield* row(SessionRow)(sql`
            SELECT ${columns} FROM billing_sessions
            WHERE customer_id = ${customer_id}::uuid AND session_id = ${id}::uuid`)
          : Option.none()
        if (Option.isNone(found)) return yield* new NotFound({ resource: "checkout session" })
        return toWire(found.value)
      })

      return BillingStore.of({
        get,
        open: Effect.fn("BillingStore.open")(function* ({ customer_id }, { interval, plan, provider, session_id }) {
          const made = yield* row(SessionRow)(sql`
          INSERT INTO billing_sessions (customer_id, session_id, provider, plan, billing_interval, status, created_at)
          VALUES (${customer_id}::uuid, ${session_id}::uuid, ${provider}, ${plan}, ${interval}, 'open',
                  ${yield* nowDate})
          RETURNING ${columns}`)
          return toWire(Option.getOrThrow(made))
        }),
        complete: (caller, session_id) =>
          Effect.catchTag(
            sql.withTransaction(
              Effect.gen(function* () {
                const { customer_id } = caller
                const now = yield* nowDate
                const completed = yield* row(SessionRow)(sql`
            UPDATE billing_sessions SET status = 'complete', completed_at = ${now}
            WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid AND status = 'open'
            RETURNING ${columns}`)
                if (Option.isNone(completed)) return yield* get(caller, session_id)
                yield* changePlan(customer_id, completed.value.plan)
                yield* credits.wake(customer_id)
                yield* changes.publish({ _tag: "Tenant", customer_id })
                return toWire(completed.value)
              })
            ),
            "SqlError",
            Effect.die
          ),
        status: ({ customer_id }, month) =>
          Effect.map(
            row(StatusRow)(sql`
            SELECT c.plan, paid.billing_interval AS interval, coalesce(paid.completed_at, c.created_at) AS plan_since,
              (SELECT coalesce(sum(used), 0)::float8 FROM event_usage AS u
               WHERE u.customer_id = c.customer_id AND u.month = ${month}) AS events_used
            FROM customers AS c
            LEFT JOIN LATERAL (
              SELECT billing_interval, completed_at FROM billing_sessions AS b
              WHERE b.customer_id = c.customer_id AND b.status = 'complete'
              ORDER BY completed_at DESC LIMIT 1) AS paid ON true
            WHERE c.customer_id = ${customer_id}::uuid`),
            Option.getOrThrow
          )
      })
    })
  ).pipe(Layer.provide(Credits.layer))
}
