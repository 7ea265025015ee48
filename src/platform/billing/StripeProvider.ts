/**
 * Stripe, by its own package. Taxes, invoices, cards and refunds stay Stripe's: here are customers, hosted checkouts,
 * the portal, and what a subscription says. Every write has an idempotency key, so a repetition after a lost answer is
 * none.
 */
import { Clock, Effect, type Option, Redacted } from "effect"
import { Stripe } from "stripe"
import type { AppSettings } from "../../Config.ts"
import type { Interval, PlanName } from "../../wire/Plans.ts"
import { parsePrices, planPrices, type StripePrices } from "../../Config/Stripe.ts"
import { NoEvent, type Order, type Provider, ProviderAway } from "./Port.ts"
import { eventOf, headOf, idOf, sessionOf, subscriptionOf } from "./StripeShapes.ts"

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

/** Undefined for what Stripe does not know, or says no to. */
const finding = <A>(ask: () => Promise<A>, none = [404]): Effect.Effect<A | undefined, ProviderAway> =>
  Effect.tryPromise({ try: ask, catch: (cause) => cause as { statusCode?: number } }).pipe(
    Effect.catch((cause) =>
      none.includes(cause.statusCode ?? 0)
        ? Effect.succeed(undefined)
        : Effect.fail(new ProviderAway({ detail: detailOf(cause) }))
    )
  )

/** An answer in a shape nobody here knows is none. */
const readable = <A>(answer: Option.Option<A>): Effect.Effect<A, ProviderAway> =>
  Effect.mapError(
    Effect.fromOption(answer),
    () => new ProviderAway({ detail: "an answer that is not as it should be" })
  )

const running = new Set(["active", "trialing", "past_due", "unpaid", "paused"])

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
        asking(async () => {
          // Stripe takes nothing else under a key it knows: what may change until an answer arrives comes after it.
          const made = { metadata: { customer_id } }
          const { id } = await stripe.customers.create(made, { idempotencyKey: `customer:${customer_id}` })
          return stripe.customers.update(id, { name, ...(email === null ? {} : { email }) })
        }),
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
    expire: (id) =>
      Effect.map(
        finding(() => stripe.checkout.sessions.expire(id), [400, 404]),
        (expired) => expired !== undefined
      ),
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
    Effect.flatMap(
      asking(() => stripe.subscriptions.list({ customer, status: "all", limit: subscriptions_max })),
      ({ data }) => {
        const newest = data.toSorted((one, other) => other.created - one.created)
        const found = newest.find(({ status }) => running.has(status)) ?? newest[0]
        return found === undefined ? Effect.succeed(undefined) : readable(subscriptionOf(found, prices))
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

/** Signed within the last minutes, as clocks differ: what is signed for later could be sent again for as long. */
const isFromNow = (signature: string, now: number) => {
  // The last one counts, as for the package that checks it.
  const said = signature.split(",").findLast((part) => part.startsWith("t="))
  const seconds = Number.parseInt(said?.slice(2) ?? "", 10)
  return Math.abs(now / 1_000 - seconds) <= age_max_seconds
}

const returns = new Set(["charge.refunded", "charge.dispute.created"])

const orNone = <A>(found: Option.Option<A>) => Effect.mapError(Effect.fromOption(found), () => new NoEvent())

const events = (stripe: Stripe, config: AppSettings): Provider["event"] => {
  const secret = Redacted.value(config.stripeWebhookSecret!)
  const isLive = !/_test_/.test(Redacted.value(config.stripeSecretKey!))
  return Effect.fnUntraced(function* (raw, signature) {
    const now = yield* Clock.currentTimeMillis
    if (!isFromNow(signature, now)) return yield* new NoEvent()
    const sent = yield* Effect.try({
      try: () => stripe.webhooks.constructEvent(Buffer.from(raw), signature, secret, age_max_seconds, undefined, now),
      catch: () => new NoEvent()
    })
    const head = yield* orNone(headOf(sent))
    if (head.livemode !== isLive || !(looks.test(head.type) || returns.has(head.type))) return undefined
    const { object: seen } = (yield* orNone(eventOf(sent))).data
    if (head.type === "charge.refunded" && seen.refunded !== true) return undefined
    const returned_payment = returns.has(head.type) ? idOf(seen.payment_intent) : null
    if (returns.has(head.type) && returned_payment === null) return undefined
    return {
      event_id: head.id,
      type: head.type,
      provider_customer_id: idOf(seen.customer),
      provider_session_id: seen.object === "checkout.session" ? (seen.id ?? null) : null,
      returned_payment
    }
  })
}
