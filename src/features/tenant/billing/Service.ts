/** Checkouts, the portal, and one way to find out how a tenant stands with the provider. */
import { Context, Effect, Layer, Option } from "effect"
import { BillingProvider } from "../../../platform/billing/BillingProvider.ts"
import type { NoEvent, NoProvider, ProviderAway, ProviderEvent, Subscription } from "../../../platform/billing/Port.ts"
import { makeTurnstile } from "../../../platform/requests/FairPlaces.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import type { Interval, PlanName } from "../../../wire/Plans.ts"
import { type CheckoutSession, NoBillingAccount, PlanNotSold, PlanUnchanged } from "./Api.ts"
import { Settlement } from "./Service/Settlement.ts"
import { BillingStore } from "./Store.ts"
import { BillingAccounts } from "./Store/Accounts.ts"
import { CheckoutSessions, sessionOnWire } from "./Store/Sessions.ts"

interface Wanted {
  readonly plan: PlanName | null
  readonly interval: Interval | null
  readonly credits: number | null
}

/** What to look at beside the subscription. */
interface About {
  readonly provider_session_id?: string | null
  readonly event?: ProviderEvent
}

type Opened = { readonly session_id: string; readonly url: string }

interface Service {
  checkout(
    customer_id: string,
    wanted: Wanted
  ): Effect.Effect<Opened, NoProvider | ProviderAway | PlanUnchanged | PlanNotSold | ValidationFailed>
  session(customer_id: string, id: string): Effect.Effect<CheckoutSession, NotFound | ProviderAway>
  portal(customer_id: string): Effect.Effect<{ readonly url: string }, NoProvider | ProviderAway | NoBillingAccount>
  /** asks the provider and carries out what it says; nothing where the tenant has no account there */
  reconcile(customer_id: string, about?: About): Effect.Effect<void, ProviderAway>
  /** an event of the provider, as it came in */
  hear(raw: Uint8Array, signature: string): Effect.Effect<void, NoEvent | ProviderAway>
}

/** Who looks at an open checkout has the provider asked; pages do that each second. */
const askers = { places: 4, places_per_tenant: 1, waiting_per_tenant: 0, wait: "250 millis" } as const

const isRunning = (subscription: Subscription | undefined): subscription is Subscription =>
  subscription !== undefined && !/^(canceled|incomplete|incomplete_expired)$/.test(subscription.status)

/** Where a person is sent to pay, or to agree. */
const tills = Effect.gen(function* () {
  const provider = yield* BillingProvider
  const accounts = yield* BillingAccounts
  const sessions = yield* CheckoutSessions
  const store = yield* BillingStore

  /** The provider's name for the tenant; one that was made and lost is made under the same key again. */
  const nameOf = Effect.fnUntraced(function* (customer_id: string) {
    const known = yield* accounts.get(customer_id)
    if (Option.isSome(known)) return known.value.provider_customer_id
    const made = yield* provider.customer({ customer_id, ...(yield* accounts.person(customer_id)) })
    return made === null ? null : yield* accounts.create(customer_id, made)
  })

  const buy = Effect.fnUntraced(function* (customer_id: string, wanted: Wanted) {
    const order = { customer_id, session_id: yield* uuid, ...wanted }
    const name = yield* nameOf(customer_id)
    // First the provider: what it does not take leaves no session behind.
    const { provider_session_id, url } = yield* provider.checkout(order, name)
    yield* sessions.open({ ...order, provider: provider.name, provider_session_id })
    return { session_id: order.session_id, url }
  })

  /** Nobody is to pay for two subscriptions: what else is open for one is closed, unless it is paid already. */
  const closeOthers = Effect.fnUntraced(function* (customer_id: string) {
    for (const { provider_session_id, session_id } of yield* sessions.unpaid(customer_id))
      if (yield* provider.expire(provider_session_id)) yield* sessions.expire(customer_id, session_id)
  })

  /** A plan, of a tenant that may have one it pays for. */
  const subscribe = Effect.fnUntraced(function* (customer_id: string, plan: PlanName, interval: Interval) {
    if (plan !== "free" && !provider.sells(plan, interval)) return yield* new PlanNotSold({ plan, interval })
    // First: of one that was paid meanwhile the subscription is there now.
    if (plan !== "free") yield* closeOthers(customer_id)
    const account = yield* accounts.get(customer_id)
    const subscription = Option.isNone(account)
      ? undefined
      : yield* provider.subscription(account.value.provider_customer_id)
    if (!isRunning(subscription) || Option.isNone(account)) {
      if (plan !== "free") return yield* buy(customer_id, { plan, interval, credits: null })
      return yield* (yield* store.plan(customer_id)) === "free"
        ? new PlanUnchanged({ plan })
        : new PlanNotSold({ plan, interval })
    }
    const { cancel_at_period_end, sold } = subscription
    const isSame = plan === "free" ? cancel_at_period_end : sold?.plan === plan && sold.interval === interval
    if (isSame && (plan === "free" || !cancel_at_period_end)) return yield* new PlanUnchanged({ plan })
    const session_id = yield* uuid
    const { provider_customer_id } = account.value
    const { url } = yield* provider.change({ provider_customer_id, session_id, subscription, plan, interval })
    const order = { customer_id, session_id, plan, interval, credits: null }
    yield* sessions.open({ ...order, provider: provider.name, provider_session_id: null })
    return { session_id, url }
  })

  return { buy, closeOthers, subscribe }
})

const make = Effect.gen(function* () {
  const provider = yield* BillingProvider
  const accounts = yield* BillingAccounts
  const sessions = yield* CheckoutSessions
  const settlement = yield* Settlement
  const { buy, closeOthers, subscribe } = yield* tills

  const reconcile: Service["reconcile"] = Effect.fn("Billing.reconcile")(function* (customer_id, about = {}) {
    // Numbered before it is asked: what is written in the end was asked for last.
    const begun = yield* accounts.beginFetch(customer_id)
    if (Option.isNone(begun)) return
    const { fetches: fetch, provider_customer_id } = begun.value
    const subscription = yield* provider.subscription(provider_customer_id)
    const { event, provider_session_id = event?.provider_session_id } = about
    const session = provider_session_id ? yield* provider.session(provider_session_id) : undefined
    const payment = event?.returned_payment ?? null
    const returned = payment === null ? undefined : yield* provider.sessionOfPayment(payment)
    yield* settlement.apply(customer_id, { fetch, subscription, session, returned, event })
    // Two who went to pay at once; what cannot be closed now is closed when somebody looks again.
    if (isRunning(subscription)) yield* Effect.ignore(closeOthers(customer_id))
  })

  const asking = makeTurnstile(askers)

  return Billing.of({
    reconcile,
    checkout: Effect.fn("Billing.checkout")(function* (customer_id, wanted) {
      const { credits, interval, plan } = wanted
      if (credits !== null && provider.name !== "none" && !provider.packs.includes(credits))
        return yield* ValidationFailed.at(["credits"], `credits is not one of ${provider.packs.join(", ")}`)
      if (provider.name !== "stripe" || plan === null) return yield* buy(customer_id, wanted)
      return yield* subscribe(customer_id, plan, interval ?? "month")
    }),
    session: Effect.fn("Billing.session")(function* (customer_id, id) {
      const found = yield* sessions.get(customer_id, id)
      // A session of a provider that is gone stays as it was.
      if (found.provider !== provider.name || found.status !== "open") return sessionOnWire(found)
      if (provider.name === "manual") yield* settlement.completeManual(customer_id, found.session_id)
      else
        yield* asking
          .pass(customer_id, reconcile(customer_id, { provider_session_id: found.provider_session_id }))
          // It tells by itself, too: who is one too many is answered from what it has told.
          .pipe(Effect.catchTag("Crowded", () => Effect.void))
      return sessionOnWire(yield* sessions.get(customer_id, id))
    }),
    portal: Effect.fn("Billing.portal")(function* (customer_id) {
      const account = yield* accounts.get(customer_id)
      if (provider.name === "stripe" && Option.isNone(account)) return yield* new NoBillingAccount()
      return yield* provider.portal(Option.getOrNull(account)?.provider_customer_id ?? null)
    }),
    hear: Effect.fn("Billing.hear")(function* (raw, signature) {
      const event = yield* provider.event(raw, signature)
      if (event === undefined) return
      const named = event.provider_customer_id ?? undefined
      const payment = event.returned_payment
      const name =
        named ?? (payment === null ? undefined : (yield* provider.sessionOfPayment(payment))?.provider_customer_id)
      const customer_id = name ? Option.getOrUndefined(yield* accounts.named(name)) : undefined
      if (customer_id === undefined || (yield* accounts.isKnown(customer_id, event.event_id))) return
      yield* reconcile(customer_id, { event })
    })
  })
})

export class Billing extends Context.Service<Billing, Service>()("hatchery/features/billing/Billing") {
  static readonly layer = Layer.effect(Billing, make).pipe(
    Layer.provideMerge(Layer.mergeAll(Settlement.layer, BillingProvider.layer))
  )
}
