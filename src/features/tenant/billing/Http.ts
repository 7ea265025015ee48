import { Clock, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { BillingProvider } from "../../../platform/billing/BillingProvider.ts"
import { nextMonth } from "../../../platform/billing/CreditBooks.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { feature } from "../../../wire/Group.ts"
import { iso, isoOrNull } from "../../../wire/Ids.ts"
import { activeCapabilities, plans } from "../../../wire/Plans.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BillingApi, CheckoutUnavailable, ProviderDown } from "./Api.ts"
import { graceEndsAt } from "./Rules.ts"
import { Billing } from "./Service.ts"
import { BillingStore } from "./Store.ts"

const tags = {
  NoProvider: () => Effect.fail(new CheckoutUnavailable()),
  ProviderAway: () => Effect.fail(new ProviderDown())
}

const months_default = 12

type Status = Effect.Success<ReturnType<BillingStore["Service"]["status"]>>

const subscriptionOf = ({ cancel_at_period_end, current_period_end, past_due_since, plan, subscription_id }: Status) =>
  subscription_id === null
    ? null
    : {
        current_period_end: isoOrNull(current_period_end),
        cancel_at_period_end: cancel_at_period_end ?? false,
        past_due_since: isoOrNull(past_due_since),
        grace_ends_at: past_due_since === null ? null : iso(graceEndsAt(past_due_since)),
        next_plan: cancel_at_period_end === true && plan !== "free" ? ("free" as const) : null
      }

export const BillingHttp = HttpApiBuilder.group(
  feature(BillingApi),
  "billing",
  Effect.fn(function* (handlers) {
    const billing = yield* Billing
    const store = yield* BillingStore
    const provider = yield* BillingProvider
    const tenants = yield* Tenants
    return handlers.handleAll({
      checkout: Effect.fnUntraced(function* ({ payload: { credits = null, interval = "month", plan = null } }) {
        const { customer_id } = yield* Principal
        const wanted = { plan, interval: plan === null ? null : interval, credits }
        return yield* Effect.catchTags(billing.checkout(customer_id, wanted), tags)
      }),
      session: Effect.fnUntraced(function* ({ params }) {
        const { customer_id } = yield* Principal
        return yield* Effect.catchTags(billing.session(customer_id, params.id), { ProviderAway: tags.ProviderAway })
      }),
      portal: Effect.fnUntraced(function* () {
        return yield* Effect.catchTags(billing.portal((yield* Principal).customer_id), tags)
      }),
      status: Effect.fnUntraced(function* () {
        const { customer_id } = yield* Principal
        const now = new Date(yield* Clock.currentTimeMillis)
        const status = yield* store.status(customer_id, iso(now).slice(0, 7))
        const { events_used, interval, plan, plan_since, state } = status
        const tenant = yield* Effect.orDie(tenants.get(customer_id))
        return {
          plan,
          provider: provider.name,
          interval,
          plan_since: iso(plan_since),
          state: state ?? "active",
          subscription: subscriptionOf(status),
          capabilities: activeCapabilities({ ...tenant, plan }),
          usage: { events_used, events_per_month: plans[plan].events_per_month, resets_at: iso(nextMonth(now)) }
        }
      }),
      usage: Effect.fnUntraced(function* ({ query: { months = months_default } }) {
        const { customer_id } = yield* Principal
        const { events_per_month: events_quota } = plans[yield* store.plan(customer_id)]
        const found = yield* store.usage(customer_id, months)
        return { months: found.map((month) => ({ ...month, events_quota })) }
      })
    })
  })
).pipe(Layer.provide(Billing.layer))
