/**
 * Who takes the money. The port knows checkout sessions only by id; what is paid for stands in our own table. `manual`
 * takes nothing: its checkout counts as paid as soon as somebody looks at it, which is what a machine without a payment
 * account needs.
 */
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../Config.ts"

export class BillingProvider extends Context.Service<
  BillingProvider,
  {
    readonly name: string
    /** where a person pays for the session */
    checkout(session_id: string): Effect.Effect<{ readonly url: string }>
    isPaid(session_id: string): Effect.Effect<boolean>
    /** where a person manages payment methods and invoices */
    portal(customer_id: string): Effect.Effect<{ readonly url: string }>
  }
>()("hatchery/platform/BillingProvider") {
  static readonly manual = Layer.effect(
    BillingProvider,
    Effect.map(AppConfig, ({ publicUrl }) =>
      BillingProvider.of({
        name: "manual",
        checkout: (session_id) => Effect.succeed({ url: `${publicUrl}/api/v1/billing/checkout/session/${session_id}` }),
        isPaid: () => Effect.succeed(true),
        portal: () => Effect.succeed({ url: publicUrl })
      })
    )
  )
}
