/**
 * Who takes the money. `manual` takes nothing: its checkout counts as paid as soon as somebody looks at it, which is
 * what a machine without a payment account needs. It stands there only where the configuration says so; without a
 * provider nobody can pay. `stripe` is in StripeProvider.ts.
 *
 * A provider is asked, never believed: what its events and links carry is a reason to look, not what was seen.
 */
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../../Config.ts"
import { NoEvent, NoProvider, type Provider } from "./Port.ts"

export class BillingProvider extends Context.Service<BillingProvider, Provider>()("hatchery/platform/BillingProvider") {
  static readonly layer = Layer.effect(
    BillingProvider,
    Effect.gen(function* () {
      const config = yield* AppConfig
      if (config.stripeSecretKey === undefined) return config.billingManual ? manual(config.publicUrl) : none
      // The package costs every start a quarter of a second: only whoever takes money pays it.
      const { stripeProvider } = yield* Effect.promise(() => import("./StripeProvider.ts"))
      return stripeProvider(config)
    })
  )
}

const noProvider = () => Effect.fail(new NoProvider())
const nothing = () => Effect.succeed(undefined)

const none: Provider = {
  name: "none",
  packs: [],
  sells: () => false,
  customer: noProvider,
  checkout: noProvider,
  expire: () => Effect.succeed(false),
  change: noProvider,
  session: nothing,
  sessionOfPayment: nothing,
  subscription: nothing,
  portal: noProvider,
  event: () => Effect.fail(new NoEvent()),
  meter: () => Effect.void
}

const manual = (publicUrl: string): Provider => ({
  ...none,
  name: "manual",
  packs: [100, 1_000, 10_000],
  sells: () => true,
  customer: () => Effect.succeed(null),
  checkout: ({ session_id }) =>
    Effect.succeed({ url: `${publicUrl}/api/v1/billing/checkout/session/${session_id}`, provider_session_id: null }),
  portal: () => Effect.succeed({ url: publicUrl })
})
