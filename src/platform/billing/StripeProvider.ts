/**
 * Stripe, by its own package. Taxes, invoices, cards and refunds stay Stripe's: here are customers, hosted checkouts,
 * the portal, and what a subscription says. Every write has an idempotency key, so a repetition after a lost answer is
 * none.
 */
import { Clock, Effect, Redacted } from "effect"
import { Stripe } from "stripe"
import type { AppSettings } from "../../Config.ts"
import { isUuid } from "../../wire/Ids.ts"
import { Interval, PlanName } from "../../wire/Plans.ts"
import { parsePrices, planPrices, type StripePrices } from "../../Config/Stripe.ts"
import { NoEvent, type Order, type Provider, ProviderAway, type ProviderSession, type Subscription } from "./Port.ts"

/** What this code was written against; answers keep this shape however the account is set. */
const apiVersion = "2026-10-28.endive"
const timeout_ms = 8_000
const retries_max = 2
/** of a signature */
const age_max_seconds = 300
const subscriptions_max = 20

const client = ({ stripeApiUrl, stripeSecretKey }: AppSettings) => {
  const url = stripeApiUrl === undefined ? undefined : new URL(stripeApiUrl)
  return new Stripe(Redacted.value(stripeSecretKey!), {
    apiVersion,
    timeout: timeout_ms,
    maxNetworkRetries: retries_max,
    telemetry: false,
    ...(url === undefined
      ? {}
      : {
          protocol: url.protocol === "http:" ? "http" : "https",
          host: url.hostname,
          port: url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port)
        })
  })
}

/** What went wrong, without what was asked. */
const detailOf = (cause: unknown): string => {
  const { code, statusCode, type } = cause as { code?: string; statusCode?: number; type?: string }
  return [type, code, statusCode].filter((part) => part !== undefined).join(" ") || "no answer"
}

const asking = <A>(ask: () => Promise<A>): Effect.Effect<A, ProviderAway> =>
  Effect.tryPromise({ try: ask, catch: (cause) => new ProviderAway({ detail: detailOf(cause) }) }).pipe(
    Effect.tapError(({ detail }) => Effect.logWarning(`Stripe did not do as asked: ${detail}`))
  )

/** Undefined for what Stripe does not know. */
const finding = <A>(ask: () => Promise<A>): Effect.Effect<A | undefined, ProviderAway> =>
  Effect.tryPromise({ try: ask, catch: (cause) => cause as { statusCode?: number } }).pipe(
    Effect.catch((cause) =>
      cause.statusCode === 404 ? Effect.succeed(undefined) : Effect.fail(new ProviderAway({ detail: detailOf(cause) }))
    )
  )

const idOf = (of: string | { readonly id: string } | null | undefined): string | null =>
  of === null || of === undefined ? null : typeof of === "string" ? of : of.id

const running = new Set(["active", "trialing", "past_due", "unpaid", "paused"])

const subscriptionOf = (found: Stripe.Subscription, prices: StripePrices): Subscription | undefined => {
  const item = found.items.data[0]
  if (item === undefined) return undefined
  const sold = planPrices(prices).find(({ price }) => price === item.price.id)
  return {
    subscription_id: found.id,
    item_id: item.id,
    status: found.status as Subscription["status"],
    sold: sold === undefined ? null : { plan: sold.plan, interval: sold.interval },
    current_period_end: item.current_period_end * 1_000,
    cancel_at_period_end: found.cancel_at_period_end || found.cancel_at !== null
  }
}

const isOneOf = <A extends string>(
  schema: { readonly literals: ReadonlyArray<A> },
  text: string | undefined
): A | null => schema.literals.find((one) => one === text) ?? null

const sessionOf = (found: Stripe.Checkout.Session): ProviderSession | undefined => {
  const { credits, customer_id = "", interval, plan, session_id = "" } = found.metadata ?? {}
  if (!isUuid(customer_id) || !isUuid(session_id)) return undefined
  const isPaid = found.payment_status === "paid" || found.payment_status === "no_payment_required"
  return {
    customer_id,
    session_id,
    plan: isOneOf(PlanName, plan),
    interval: isOneOf(Interval, interval),
    credits: credits === undefined ? null : Number(credits),
    provider_session_id: found.id,
    provider_customer_id: idOf(found.customer),
    state: found.status === "complete" && isPaid ? "paid" : found.status === "expired" ? "expired" : "open"
  }
}

const metadataOf = ({ credits, customer_id, interval, plan, session_id }: Order) => ({
  customer_id,
  session_id,
  ...(plan === null ? {} : { plan }),
  ...(interval === null ? {} : { interval }),
  ...(credits === null ? {} : { credits: String(credits) })
})

export const stripeProvider = (config: AppSettings): Provider => {
  const stripe = client(config)
  const prices = parsePrices(config.stripePrices!)!
  const back = (session_id: string) => `${config.publicUrl}/billing/return#session_id=${session_id}`
  const priceOf = (order: Pick<Order, "credits" | "interval" | "plan">) =>
    order.credits === null
      ? planPrices(prices).find(({ interval, plan }) => plan === order.plan && interval === order.interval)?.price
      : prices.credits?.find(({ credits }) => credits === order.credits)?.price

  return {
    name: "stripe",
    packs: (prices.credits ?? []).map(({ credits }) => credits),
    sells: (plan, interval) => priceOf({ plan, interval, credits: null }) !== undefined,
    customer: ({ customer_id, email, name }) =>
      Effect.map(
        asking(() =>
          stripe.customers.create(
            { name, ...(email === null ? {} : { email }), metadata: { customer_id } },
            { idempotencyKey: `customer:${customer_id}` }
          )
        ),
        ({ id }) => id
      ),
    checkout: (order, customer) => {
      const metadata = metadataOf(order)
      const { session_id } = order
      return Effect.map(
        asking(() =>
          stripe.checkout.sessions.create(
            {
              customer: customer!,
              client_reference_id: session_id,
              metadata,
              line_items: [{ price: priceOf(order)!, quantity: 1 }],
              success_url: back(session_id),
              cancel_url: `${back(session_id)}&cancelled=1`,
              ...(order.credits === null
                ? { mode: "subscription", subscription_data: { metadata } }
                : { mode: "payment", payment_intent_data: { metadata } })
            },
            { idempotencyKey: `checkout:${session_id}` }
          )
        ),
        ({ id, url }) => ({ url: url!, provider_session_id: id })
      )
    },
    ...portals(stripe, config.publicUrl, (plan, interval) => priceOf({ plan, interval, credits: null })!, back),
    ...reading(stripe, prices),
    event: events(stripe, config),
    meter: ({ at, events, identifier, provider_customer_id }) =>
      Effect.asVoid(
        asking(() =>
          stripe.billing.meterEvents.create({
            event_name: config.stripeMeterEvent!,
            identifier,
            timestamp: Math.floor(at.getTime() / 1_000),
            payload: { stripe_customer_id: provider_customer_id, value: String(events) }
          })
        )
      )
  }
}

const reading = (
  stripe: Stripe,
  prices: StripePrices
): Pick<Provider, "session" | "sessionOfPayment" | "subscription"> => ({
  session: (id) =>
    Effect.map(
      finding(() => stripe.checkout.sessions.retrieve(id)),
      (found) => found && sessionOf(found)
    ),
  sessionOfPayment: (payment_intent) =>
    Effect.map(
      asking(() => stripe.checkout.sessions.list({ payment_intent, limit: 1 })),
      ({ data }) => data[0] && sessionOf(data[0])
    ),
  subscription: (customer) =>
    Effect.map(
      asking(() => stripe.subscriptions.list({ customer, status: "all", limit: subscriptions_max })),
      ({ data }) => {
        const newest = data.toSorted((one, other) => other.created - one.created)
        const found = newest.find(({ status }) => running.has(status)) ?? newest[0]
        return found && subscriptionOf(found, prices)
      }
    )
})

const portals = (
  stripe: Stripe,
  publicUrl: string,
  priceOf: (plan: PlanName, interval: Interval) => string,
  back: (session_id: string) => string
): Pick<Provider, "change" | "portal"> => {
  const open = (params: Stripe.BillingPortal.SessionCreateParams) =>
    Effect.map(
      asking(() => stripe.billingPortal.sessions.create(params)),
      ({ url }) => ({ url })
    )
  return {
    portal: (customer) => open({ customer: customer!, return_url: `${publicUrl}/billing/return` }),
    change: ({ interval, plan, provider_customer_id: customer, session_id, subscription }) => {
      const return_url = back(session_id)
      const { item_id, sold, subscription_id } = subscription
      const after_completion = { type: "redirect", redirect: { return_url } } as const
      // What will end and is to go on after all is said in the portal itself: it has no deep link for that.
      if (subscription.cancel_at_period_end && sold?.plan === plan && sold.interval === interval)
        return open({ customer, return_url })
      return open({
        customer,
        return_url,
        flow_data:
          plan === "free"
            ? { type: "subscription_cancel", subscription_cancel: { subscription: subscription_id }, after_completion }
            : {
                type: "subscription_update_confirm",
                subscription_update_confirm: {
                  subscription: subscription_id,
                  items: [{ id: item_id, price: priceOf(plan, interval), quantity: 1 }]
                },
                after_completion
              }
      })
    }
  }
}

const looks = /^(checkout\.session\.\w+|customer\.subscription\.\w+|invoice\.(paid|payment_failed))$/

interface Seen {
  readonly id?: string
  readonly object?: string
  readonly customer?: string | { readonly id: string } | null
  readonly payment_intent?: string | { readonly id: string } | null
  readonly refunded?: boolean
}

const events = (stripe: Stripe, config: AppSettings): Provider["event"] => {
  const secret = Redacted.value(config.stripeWebhookSecret!)
  const isLive = !/_test_/.test(Redacted.value(config.stripeSecretKey!))
  return Effect.fnUntraced(function* (raw, signature) {
    const now = yield* Clock.currentTimeMillis
    const event = yield* Effect.try({
      try: () => stripe.webhooks.constructEvent(Buffer.from(raw), signature, secret, age_max_seconds, undefined, now),
      catch: () => new NoEvent()
    })
    const seen = event.data?.object as Seen | undefined
    if (event.livemode !== isLive || seen === undefined || typeof event.id !== "string") return undefined
    const isReturned =
      (event.type === "charge.refunded" && seen.refunded === true) || event.type === "charge.dispute.created"
    const returned_payment = isReturned ? idOf(seen.payment_intent) : null
    if (!looks.test(event.type) && returned_payment === null) return undefined
    return {
      event_id: event.id,
      type: event.type,
      provider_customer_id: idOf(seen.customer),
      provider_session_id: seen.object === "checkout.session" ? (seen.id ?? null) : null,
      returned_payment
    }
  })
}
