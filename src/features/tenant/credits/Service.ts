/** What a tenant has left for pictures, and what its pictures cost here. */
import { Context, Effect, Layer } from "effect"
import { Credits } from "../../../platform/billing/Credits.ts"
import { ImageProvider } from "../../../platform/images/ImageProvider.ts"
import { iso } from "../../../wire/Ids.ts"
import type { CreditBalance } from "./Api.ts"

export class CreditAccounts extends Context.Service<
  CreditAccounts,
  { balance(customer_id: string): Effect.Effect<typeof CreditBalance.Type> }
>()("hatchery/features/credits/CreditAccounts") {
  static readonly layer = Layer.effect(
    CreditAccounts,
    Effect.gen(function* () {
      const credits = yield* Credits
      const { costs, name } = yield* ImageProvider
      return CreditAccounts.of({
        balance: Effect.fn("CreditAccounts.balance")(function* (customer_id) {
          const { allowance, balance, resets_at } = yield* credits.account(customer_id)
          return { balance, monthly_allowance: allowance, resets_at: iso(new Date(resets_at)), provider: name, costs }
        })
      })
    })
  ).pipe(Layer.provide(Credits.layer))
}
