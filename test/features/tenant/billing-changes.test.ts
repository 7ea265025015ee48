/** What somebody went to the portal for is told to have come about once it has, however the subscription stands. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { stripeStage } from "../../kit/service/StripeStage.ts"

it.effect(
  "a subscription changes and ends as asked for, also where its last payment has failed or its end is near",
  () =>
    Effect.gen(function* () {
      const { fake, owner } = yield* stripeStage()
      const ada = yield* owner
      yield* ada.buy({ plan: "growth" })
      const statusOf = ({ session_id }: { readonly session_id: string }) =>
        Effect.map(ada.read(`/billing/checkout/session/${session_id}`), ({ status }) => status as string)
      ada.subscription().status = "past_due"
      yield* Effect.promise(() => fake.send(fake.eventOfSubscription(ada.subscription())))
      assert.deepStrictEqual(yield* ada.plan, ["growth", "past_due"])
      const upgrade = yield* ada.checkout({ plan: "pro" })
      assert.strictEqual(yield* statusOf(upgrade), "open")
      yield* ada.visit(upgrade.url)
      assert.deepStrictEqual([yield* statusOf(upgrade), ...(yield* ada.plan)], ["complete", "pro", "past_due"])
      const end = yield* ada.checkout({ plan: "free" })
      assert.strictEqual(yield* statusOf(end), "open")
      yield* ada.visit(end.url)
      assert.deepStrictEqual([yield* statusOf(end), ...(yield* ada.plan)], ["complete", "pro", "past_due"])
      ada.subscription().status = "active"
      yield* Effect.promise(() => fake.send(fake.eventOfSubscription(ada.subscription())))
      assert.deepStrictEqual(yield* ada.plan, ["pro", "canceling"])
      // To go on after all is another thing than to have the price: it has that already.
      const [on, down] = [yield* ada.checkout({ plan: "pro" }), yield* ada.checkout({ plan: "growth" })]
      assert.deepStrictEqual([yield* statusOf(on), yield* statusOf(down)], ["open", "open"])
      // Another price alone does not keep it from ending.
      ada.subscription().price = "price_growth"
      yield* Effect.promise(() => fake.send(fake.eventOfSubscription(ada.subscription())))
      assert.deepStrictEqual([yield* statusOf(on), yield* statusOf(down)], ["open", "complete"])
      assert.deepStrictEqual(yield* ada.plan, ["growth", "canceling"])
    })
)

it.effect("a subscription that has ended leads to no other plan", () =>
  Effect.gen(function* () {
    const { fake, owner } = yield* stripeStage()
    const ada = yield* owner
    yield* ada.buy({ plan: "growth" })
    yield* ada.visit((yield* ada.checkout({ plan: "free" })).url)
    const nextOf = Effect.map(ada.read("/billing/status"), ({ plan, state, subscription }) => [
      plan,
      state,
      subscription.next_plan
    ])
    assert.deepStrictEqual(yield* nextOf, ["growth", "canceling", "free"])
    ada.subscription().status = "canceled"
    yield* Effect.promise(() => fake.send(fake.eventOfSubscription(ada.subscription())))
    assert.deepStrictEqual(yield* nextOf, ["free", "canceled", null])
  })
)
