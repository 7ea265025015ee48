import { Clock, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { BillingProvider } from "../../../platform/billing/BillingProvider.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { feature } from "../../../wire/Group.ts"
import { iso } from "../../../wire/Ids.ts"
import { plans } from "../../../wire/Plans.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BillingApi, CheckoutUnavailable } from "./Api.ts"
import { BillingStore } from "./Store.ts"

const nobody = () => Effect.fail(new CheckoutUnavailable())

const startOfNextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

export const BillingHttp = HttpApiBuilder.group(
  feature(BillingApi),
  "billing",
  Effect.fn(function* (handlers) {
    const store = yield* BillingStore
    const provider = yield* BillingProvider
    const tenants = yield* Tenants
    return handlers.handleAll({
      checkout: Effect.fnUntraced(function* ({ payload: { interval = "month", plan } }) {
        const session_id = yield* uuid
        // First the provider: what it does not take leaves no session behind.
        const { url } = yield* Effect.catchTag(provider.checkout(session_id), "NoProvider", nobody)
        yield* store.open(yield* Principal, { session_id, provider: provider.name, plan, interval })
        return { session_id, url }
      }),
      session: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* Principal
        const session = yield* store.get(caller, params.id)
        // A session of a provider that is gone stays as it was.
        const isOurs = session.provider === provider.name
        const paid = isOurs && session.status === "open" && (yield* provider.isPaid(session.session_id))
        return paid ? yield* store.complete(caller, session.session_id) : session
      }),
      portal: Effect.fnUntraced(function* () {
        const { customer_id } = yield* Principal
        return yield* Effect.catchTag(provider.portal(customer_id), "NoProvider", nobody)
      }),
      status: Effect.fnUntraced(function* () {
        const caller = yield* Principal
        const now = new Date(yield* Clock.currentTimeMillis)
        const { events_used, interval, plan, plan_since } = yield* store.status(caller, iso(now).slice(0, 7))
        const tenant = yield* Effect.orDie(tenants.get(caller.customer_id))
        return {
          plan,
          provider: provider.name,
          interval,
          plan_since: iso(plan_since),
          capabilities: plans[plan].capabilities.filter(
            (capability) => !tenant.disabled_capabilities.includes(capability)
          ),
          usage: { events_used, events_per_month: plans[plan].events_per_month, resets_at: iso(startOfNextMonth(now)) }
        }
      })
    })
  })
).pipe(Layer.provide([BillingStore.layer, BillingProvider.layer]))
