/** What a tenant has left, and what pictures and texts cost here. */
import { Context, Effect, Layer } from "effect"
import { AiProvider } from "../../../platform/ai/AiProvider.ts"
import { Credits } from "../../../platform/billing/Credits.ts"
import { ImageProvider } from "../../../platform/images/ImageProvider.ts"
import { iso } from "../../../wire/Ids.ts"
import type { CreditBalance } from "./Api.ts"

const lots_max = 50

export class CreditAccounts extends Context.Service<
  CreditAccounts,
  {
    balance(customer_id: string): Effect.Effect<typeof CreditBalance.Type>
    /** writes down what is granted and what has ended by now */
    settle(customer_id: string): Effect.Effect<void>
  }
>()("hatchery/features/credits/CreditAccounts") {
  static readonly layer = Layer.effect(
    CreditAccounts,
    Effect.gen(function* () {
      const credits = yield* Credits
      const { costs, name } = yield* ImageProvider
      const texts = yield* AiProvider
      return CreditAccounts.of({
        settle: credits.settle,
        balance: Effect.fn("CreditAccounts.balance")(function* (customer_id) {
          const { allowance, balance, lots, monthly, resets_at } = yield* credits.account(customer_id)
          const bought = lots.filter(({ source }) => source === "purchase")
          return {
            balance,
            monthly_allowance: allowance,
            monthly_remaining: monthly,
            purchased_remaining: bought.reduce((total, { remaining }) => total + remaining, 0),
            lots: lots.slice(0, lots_max).map((lot) => ({ ...lot, expires_at: iso(new Date(lot.expires_at)) })),
            resets_at: iso(new Date(resets_at)),
            provider: name,
            costs: { ...costs, ...texts.costs }
          }
        })
      })
    })
  ).pipe(Layer.provide(Credits.layer))
}
