/**
 * What texts of a model cost a tenant: a call of the day and credits, taken in the transaction that begins the work.
 * The credits come back when no model wrote it.
 */
import { Effect, Schema } from "effect"
import { AiProvider } from "../../../../platform/ai/AiProvider.ts"
import { Credits } from "../../../../platform/billing/Credits.ts"
import type { TextPurpose } from "../../../../platform/billing/CreditBooks.ts"
import { CreditInsufficient } from "../../../../wire/Pictures.ts"
import { OnboardingStore } from "../Store.ts"

export const Paid = Schema.Struct({ provider: Schema.String, credits: Schema.Int })
export type Paid = typeof Paid.Type

interface Bill {
  readonly customer_id: string
  /** of the work: it is paid for once */
  readonly id: string
  readonly purpose: TextPurpose
  readonly paid: Paid | null
}

interface Outcome {
  readonly isWritten: boolean
  readonly duration_ms: number
}

export const payment = Effect.gen(function* () {
  const { calls_per_day, costs, model } = yield* AiProvider
  const credits = yield* Credits
  const store = yield* OnboardingStore
  return {
    /** null: it is written for nothing */
    priceOf: (purpose: TextPurpose): Paid | null =>
      model === undefined ? null : { provider: model, credits: costs[purpose] },
    pay: Effect.fnUntraced(function* ({ customer_id, id: image_id, paid, purpose }: Bill) {
      if (paid === null) return
      if (!(yield* credits.pay(customer_id, { image_id, purpose, ...paid }))) {
        const { balance } = yield* credits.account(customer_id)
        return yield* new CreditInsufficient({ balance, required: paid.credits })
      }
      // Last: all tenants wait for who holds it, and nobody may hold it while waiting for a row of its own.
      yield* store.takeAiCall(customer_id, calls_per_day)
    }),
    settle: ({ customer_id, id: image_id, paid, purpose }: Bill, { duration_ms, isWritten }: Outcome) =>
      paid === null
        ? Effect.void
        : credits.conclude(customer_id, {
            image_id,
            purpose,
            ...paid,
            status: isWritten ? "drawn" : "failed",
            duration_ms
          })
  }
})
export type Payment = Effect.Success<typeof payment>
