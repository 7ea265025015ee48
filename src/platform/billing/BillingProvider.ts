/**
 * Who takes the money. The port knows checkout sessions only by id; what is paid for stands in our own table. `manual`
 * takes nothing: its checkout counts as paid as soon as somebody looks at it, which is what a machine without a payment
 * account needs. It stands there only where the configuration says so; without a provider nobody can pay.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { AppConfig } from "../../Config.ts"

export class NoProvider extends Schema.TaggedError<NoProvider>()("NoProvider", {}) {}

export class BillingProvider extends Context.Service<
  BillingProvider,
  {
    readonly name: string
    /** where a person pays for the session */
    checkout(session_id: string): Effect.Effect<{ readonly url: string }, NoProvider>
    isPaid(session_id: string): Effect.Effect<boolean>
    /** where a person manages payment methods and invoices */
    portal(customer_id: string): Effect.Effect<{ readonly url: string }, NoProvider>
  }
>()("hatchery/platform/BillingProvider") {
  static readonly layer = Layer.effect(
    BillingProvider,
    Effect.map(AppConfig, ({ billingManual, publicUrl }) => (billingManual ? manual(publicUrl) : none))
  )
}

const manual = (publicUrl: string) =>
  BillingProvider.of({
    name: "manual",
    checkout: (session_id) => Effect.succeed({ url: `${publicUrl}/api/v1/billing/checkout/session/${session_id}` }),
    isPaid: () => Effect.succeed(true),
    portal: () => Effect.succeed({ url: publicUrl })
  })

const none = BillingProvider.of({
  name: "none",
  checkout: () => Effect.fail(new NoProvider()),
  isPaid: () => Effect.succeed(false),
  portal: () => Effect.fail(new NoProvider())
})
