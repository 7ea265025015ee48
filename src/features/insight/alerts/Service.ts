/**
 * Looks at workspaces: one transaction each, from sums that stand there already, so that a look that is lost is
 * repeated and tells nothing twice.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type TenantFacts, Tenants } from "../../../platform/auth/Tenants.ts"
import { nowDate, transactionOf } from "../../../platform/postgres/Sql.ts"
import { Outbox } from "../../../platform/webhooks/Outbox.ts"
import { isActive } from "../../../wire/Plans.ts"
import { ConfigVersionStore } from "../../authoring/config-versions/Store.ts"
import { signsOf } from "./Rules.ts"
import { AlertStore } from "./Store.ts"
import { figuresOf, quotaOf } from "./Store/Figures.ts"
import { looksIn } from "./Store/Looks.ts"
import { signWriter } from "./Store/Signs.ts"

export class Alerts extends Context.Service<
  Alerts,
  {
    /** workspaces that are to be looked at, no more than so many; they take turns */
    due(count: number): Effect.Effect<ReadonlyArray<{ readonly customer_id: string }>>
    look(customer_id: string): Effect.Effect<void>
  }
>()("hatchery/features/alerts/Alerts") {
  static readonly layer = Layer.effect(
    Alerts,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([AlertStore.layer, ConfigVersionStore.layer]))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants
  const configs = yield* ConfigVersionStore
  const alerts = yield* AlertStore
  const { resolve, see } = signWriter(sql, yield* Outbox)
  const transaction = transactionOf(sql)
  const looks = looksIn(sql)

  const lookAt = Effect.fnUntraced(function* (customer_id: string, facts: TenantFacts, now: Date) {
    const { content } = yield* configs.active(customer_id)
    const figures = yield* figuresOf(sql, { customer_id, facts, content, now: now.getTime() })
    const signs = signsOf(figures, yield* alerts.config(customer_id))
    yield* Effect.forEach(signs, (sign) => see(customer_id, sign, now), { discard: true })
    return figures.quota
  })

  return Alerts.of({
    due: looks.due,
    look: Effect.fn("Alerts.look")(function* (customer_id) {
      const now = yield* nowDate
      const facts = yield* Effect.orDie(tenants.get(customer_id))
      yield* transaction(
        Effect.gen(function* () {
          // Alerts are of analytics; that events run out or deliveries were given up is news to everybody.
          const quota = isActive(facts, "analytics")
            ? yield* lookAt(customer_id, facts, now)
            : yield* quotaOf(sql, { customer_id, facts, now: now.getTime() })
          yield* looks.tellExhausted(customer_id, facts, now)
          yield* looks.tellQuota(customer_id, quota)
          yield* resolve(customer_id, now)
          // Last: figures are added up beside it, and whoever adds them up waits for this row.
          yield* looks.done(customer_id, now)
        })
      )
    })
  })
})
