/** Where payments go: Stripe, with what is sold there. */
import { Config, Schema } from "effect"
import { HttpUrl, optional, secret } from "./Kinds.ts"

const Price = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))
const OfPlan = Schema.Struct({ month: Schema.optionalKey(Price), year: Schema.optionalKey(Price) })

export const StripePrices = Schema.Struct({
  growth: Schema.optionalKey(OfPlan),
  pro: Schema.optionalKey(OfPlan),
  enterprise: Schema.optionalKey(OfPlan),
  credits: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ credits: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })), price: Price })
    )
  )
})
export type StripePrices = typeof StripePrices.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(StripePrices), { onExcessProperty: "error" })

/** None when the text is no such list, or names a price twice. */
export const parsePrices = (text: string) => {
  const found = decode(text)
  if (found._tag === "None") return undefined
  const all = [
    ...planPrices(found.value).map(({ price }) => price),
    ...(found.value.credits ?? []).map(({ price }) => price)
  ]
  return all.length > 0 && new Set(all).size === all.length ? found.value : undefined
}

interface PlanPrice {
  readonly plan: "growth" | "pro" | "enterprise"
  readonly interval: "month" | "year"
  readonly price: string
}

export const planPrices = (prices: StripePrices): ReadonlyArray<PlanPrice> =>
  (["growth", "pro", "enterprise"] as const).flatMap((plan) =>
    (["month", "year"] as const).flatMap((interval) => {
      const price = prices[plan]?.[interval]
      return price === undefined ? [] : [{ plan, interval, price }]
    })
  )

const example = '{"growth":{"month":"price_1","year":"price_2"},"credits":[{"credits":1000,"price":"price_9"}]}'
const Prices = Schema.String.check(
  Schema.makeFilter((text: string) =>
    parsePrices(text) === undefined ? `a JSON object such as ${example}, each price once, is wanted` : undefined
  )
)

export const stripeSettings = {
  /** the account payments go to; then the two below have to be set as well */
  stripeSecretKey: secret("STRIPE_SECRET_KEY"),
  /** what Stripe signs its events with */
  stripeWebhookSecret: secret("STRIPE_WEBHOOK_SECRET"),
  /** JSON: the prices of plans and of packs of credits */
  stripePrices: optional(Config.schema(Prices, "STRIPE_PRICES")),
  /** where Stripe is; a stand-in of it in development */
  stripeApiUrl: optional(Config.schema(HttpUrl, "STRIPE_API_URL")),
  /** the meter that is told of events of tenants on the enterprise plan; absent: nobody is told */
  stripeMeterEvent: optional(Config.String("STRIPE_METER_EVENT"))
}

export const noStripe = {
  stripeSecretKey: undefined,
  stripeWebhookSecret: undefined,
  stripePrices: undefined,
  stripeApiUrl: undefined,
  stripeMeterEvent: undefined
}

interface Given {
  readonly stripeSecretKey: unknown
  readonly stripeWebhookSecret: unknown
  readonly stripePrices: unknown
}

/** Payments that come in and change nothing would be worse than none. */
export const halfOfStripe = ({ stripePrices, stripeSecretKey, stripeWebhookSecret }: Given): string | undefined => {
  const given = {
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    STRIPE_PRICES: stripePrices
  }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
  return missing.length === 0 || missing.length === 3
    ? undefined
    : `${missing.join(" and ")} missing: Stripe takes ${Object.keys(given).join(", ")} together`
}
