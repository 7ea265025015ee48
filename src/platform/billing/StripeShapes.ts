/** What is read of Stripe's events and answers. A signature says who sent them, not that they are as they should be. */
import { Option, Schema } from "effect"
import type { Stripe } from "stripe"
import { isUuid } from "../../wire/Ids.ts"
import { Interval, PlanName } from "../../wire/Plans.ts"
import { subscriptionStatuses } from "../../wire/Subscriptions.ts"
import { planPrices, type StripePrices } from "../../Config/Stripe.ts"
import type { ProviderSession, Subscription } from "./Port.ts"

/** Names are kept and looked for as they come; none of Stripe's is longer or has anything else in it. */
const Name = Schema.String.check(Schema.isPattern(/^[\w.-]{1,255}$/))
const Reference = Schema.NullishOr(Schema.Union([Name, Schema.Struct({ id: Name })]))

const Head = Schema.Struct({ id: Name, type: Name, livemode: Schema.Boolean })
export const headOf = Schema.decodeUnknownOption(Head)

const Event = Schema.Struct({
  data: Schema.Struct({
    object: Schema.Struct({
      id: Schema.optionalKey(Name),
      object: Schema.optionalKey(Schema.String),
      customer: Schema.optionalKey(Reference),
      payment_intent: Schema.optionalKey(Reference),
      refunded: Schema.optionalKey(Schema.Boolean)
    })
  })
})
export const eventOf = Schema.decodeUnknownOption(Event)

/** In seconds, as far as dates of ours go. */
const Instant = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 253_402_300_799 }))

const Subscribed = Schema.Struct({
  id: Name,
  status: Schema.Literals(subscriptionStatuses),
  cancel_at_period_end: Schema.Boolean,
  cancel_at: Schema.NullishOr(Instant),
  items: Schema.Struct({
    data: Schema.Array(Schema.Struct({ id: Name, current_period_end: Instant, price: Schema.Struct({ id: Name }) }))
  })
})
const subscribedOf = Schema.decodeUnknownOption(Subscribed)

export const idOf = (of: typeof Reference.Type): string | null =>
  of === null || of === undefined ? null : typeof of === "string" ? of : of.id

/** None: it is not as it should be; undefined: it has nothing in it. */
export const subscriptionOf = (
  found: Stripe.Subscription,
  prices: StripePrices
): Option.Option<Subscription | undefined> =>
  Option.map(subscribedOf(found), ({ cancel_at, cancel_at_period_end, id, items, status }) => {
    const item = items.data[0]
    if (item === undefined) return undefined
    const sold = planPrices(prices).find(({ price }) => price === item.price.id)
    return {
      subscription_id: id,
      item_id: item.id,
      status,
      sold: sold === undefined ? null : { plan: sold.plan, interval: sold.interval },
      current_period_end: item.current_period_end * 1_000,
      cancel_at_period_end: cancel_at_period_end || cancel_at != null
    }
  })

const isOneOf = <A extends string>(
  schema: { readonly literals: ReadonlyArray<A> },
  text: string | undefined
): A | null => schema.literals.find((one) => one === text) ?? null

export const sessionOf = (found: Stripe.Checkout.Session): ProviderSession | undefined => {
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
