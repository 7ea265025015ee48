/** What becomes of a subscription: payments that fail, changes, ends, packs of credits and the meter. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { stripeStage } from "../../kit/service/StripeStage.ts"

/** A look that is under way when time jumps is followed by another one two seconds later. */
const soon = { step: "2 seconds", at_most: "1 minute" } as const

describe("a payment that fails", () => {
  it.effect("leaves the plan for 21 days, says so three times, and a late payment restores it", () =>
    Effect.gen(function* () {
      const { fake, owner, service } = yield* stripeStage()
      const ada = yield* owner
      yield* ada.listen
      yield* ada.buy({ plan: "pro" })
      ada.subscription().status = "past_due"
      yield* Effect.promise(() => fake.send(fake.eventOfSubscription(ada.subscription())))
      assert.deepStrictEqual(yield* ada.plan, ["pro", "past_due"])
      const told = Effect.map(ada.told("billing.past_due"), (all) =>
        all.map(({ occurred_at }) => String(occurred_at).slice(0, 10))
      )
      assert.deepStrictEqual(yield* told, ["2026-01-05"])
      const { subscription } = yield* ada.read("/billing/status")
      assert.strictEqual(subscription.grace_ends_at.slice(0, 10), "2026-01-26")
      yield* service.advance("481 hours", { step: "12 hours" })
      yield* ada.signIn
      yield* service.advanceUntil(
        "the last notice",
        Effect.map(told, ({ length }) => length === 3),
        soon
      )
      assert.deepStrictEqual(yield* told, ["2026-01-05", "2026-01-19", "2026-01-25"])
      assert.deepStrictEqual(yield* ada.plan, ["pro", "past_due"])
      yield* service.advance("1 day", { step: "12 hours" })
      yield* ada.signIn
      yield* service.advanceUntil(
        "the end of it",
        Effect.map(ada.plan, ([plan]) => plan === "free"),
        soon
      )
      assert.deepStrictEqual(yield* ada.plan, ["free", "past_due"])
      ada.subscription().status = "active"
      yield* Effect.promise(() => fake.send(fake.eventOfSubscription(ada.subscription())))
      assert.deepStrictEqual(yield* ada.plan, ["pro", "active"])
      const news: ReadonlyArray<{ readonly kind: string; readonly details: Readonly<Record<string, unknown>> }> =
        (yield* ada.read("/notifications")).notifications
      const of = (kind: string) => news.filter((one) => one.kind === kind).map(({ details }) => details)
      // Two of a moment of the clock are one piece of news.
      assert.sameMembers([...new Set(of("plan_changed").map(({ plan }) => plan))], ["pro", "free"])
      // Told of three times, and news once as long as nobody has read it.
      assert.deepStrictEqual(
        of("billing_past_due").map(({ plan }) => plan),
        ["pro"]
      )
      // Two of a moment of the clock are in no order.
      assert.sameDeepMembers(
        (yield* ada.told("plan.changed")).map(({ plan, reason }) => [plan, reason]),
        [
          ["pro", "active"],
          ["free", "grace_ended"],
          ["pro", "active"]
        ]
      )
    })
  )
})

describe("an invoice", () => {
  it.effect("that is paid has the service look, one that is void changes nothing by itself", () =>
    Effect.gen(function* () {
      const { fake, owner, sql, webhookUrl } = yield* stripeStage({ told: false })
      const ada = yield* owner
      yield* ada.checkout({ plan: "pro" })
      fake.webhookUrl = webhookUrl
      const subscription = fake.books.subscribe(ada.customer(), "price_pro", "active")
      const tell = (type: string, told: object = {}) =>
        Effect.promise(() => fake.send(fake.event(type, { object: "invoice", customer: ada.customer(), ...told })))
      for (const type of ["invoice.voided", "invoice.marked_uncollectible", "invoice.created"])
        assert.strictEqual(yield* tell(type), 200)
      assert.deepStrictEqual(yield* ada.plan, ["free", "active"])
      assert.isEmpty(yield* sql`SELECT 1 FROM stripe_events`)
      // Of an invoice without a customer nothing can be known.
      assert.strictEqual(yield* tell("invoice.paid", { customer: null }), 200)
      assert.deepStrictEqual(yield* ada.plan, ["free", "active"])
      assert.strictEqual(yield* tell("invoice.paid"), 200)
      assert.deepStrictEqual(yield* ada.plan, ["pro", "active"])
      subscription.status = "past_due"
      assert.strictEqual(yield* tell("invoice.payment_failed"), 200)
      assert.deepStrictEqual(yield* ada.plan, ["pro", "past_due"])
      // Stripe ends a subscription whose invoice is void by an event of the subscription.
      assert.strictEqual(yield* tell("invoice.voided"), 200)
      assert.deepStrictEqual(yield* ada.plan, ["pro", "past_due"])
      subscription.status = "canceled"
      assert.strictEqual(yield* Effect.promise(() => fake.send(fake.eventOfSubscription(subscription))), 200)
      assert.deepStrictEqual(yield* ada.plan, ["free", "canceled"])
    })
  )
})

describe("a subscription", () => {
  it.effect("changes and ends by way of the portal, and only to what is sold", () =>
    Effect.gen(function* () {
      const { owner } = yield* stripeStage()
      const ada = yield* owner
      const codeOf = (wanted: object) =>
        Effect.map(ada.call("POST", "/billing/checkout", wanted), ({ body, status }) => [status, body.error?.code])
      assert.deepStrictEqual((yield* ada.call("POST", "/billing/portal")).body.error.code, "no_billing_account")
      assert.deepStrictEqual(yield* codeOf({ plan: "free" }), [409, "plan_unchanged"])
      assert.deepStrictEqual(yield* codeOf({ plan: "pro", interval: "year" }), [409, "plan_not_sold"])
      assert.deepStrictEqual(yield* codeOf({ credits: 100 }), [422, "validation_failed"])
      yield* ada.buy({ plan: "growth" })
      assert.deepStrictEqual(yield* codeOf({ plan: "growth" }), [409, "plan_unchanged"])
      const upgrade = yield* ada.checkout({ plan: "pro" })
      assert.include(upgrade.url, "/portal/")
      assert.strictEqual((yield* ada.read(`/billing/checkout/session/${upgrade.session_id}`)).status, "open")
      yield* ada.visit(upgrade.url)
      assert.strictEqual((yield* ada.read(`/billing/checkout/session/${upgrade.session_id}`)).status, "complete")
      assert.deepStrictEqual(yield* ada.plan, ["pro", "active"])
      const end = yield* ada.checkout({ plan: "free" })
      yield* ada.visit(end.url)
      assert.deepStrictEqual(yield* ada.plan, ["pro", "canceling"])
      assert.strictEqual((yield* ada.read(`/billing/checkout/session/${end.session_id}`)).status, "complete")
      assert.strictEqual((yield* ada.read("/billing/status")).subscription.next_plan, "free")
      const on = yield* ada.checkout({ plan: "pro" })
      yield* ada.visit(on.url)
      assert.deepStrictEqual(yield* ada.plan, ["pro", "active"])
      assert.include((yield* ada.call("POST", "/billing/portal")).body.url, "/portal/")
    })
  )

  it.effect("is not changed by an offer nobody took, and that ends within a day", () =>
    Effect.gen(function* () {
      const { owner, service } = yield* stripeStage()
      const ada = yield* owner
      yield* ada.buy({ plan: "growth" })
      const left = yield* ada.checkout({ plan: "pro" })
      const statusOf = ({ session_id }: { readonly session_id: string }) =>
        Effect.map(ada.read(`/billing/checkout/session/${session_id}`), ({ status }) => status as string)
      yield* service.advance("23 hours", { step: "12 hours" })
      yield* ada.signIn
      assert.strictEqual(yield* statusOf(left), "open")
      yield* service.advance("61 minutes", { step: "30 minutes" })
      yield* ada.signIn
      assert.strictEqual(yield* statusOf(left), "expired")
      const taken = yield* ada.checkout({ plan: "pro" })
      yield* ada.visit(taken.url)
      assert.deepStrictEqual([yield* statusOf(taken), yield* statusOf(left)], ["complete", "expired"])
      assert.deepStrictEqual(yield* ada.plan, ["pro", "active"])
    })
  )
})

describe("a pack of credits", () => {
  it.effect("is there when it is paid, once, and what is left of it goes when the money goes back", () =>
    Effect.gen(function* () {
      const { fake, owner } = yield* stripeStage()
      const ada = yield* owner
      const session_id = yield* ada.buy({ credits: 500 })
      const left = Effect.map(ada.read("/credits/balance"), ({ purchased_remaining }) => purchased_remaining)
      assert.strictEqual(yield* left, 500)
      assert.strictEqual((yield* ada.read(`/billing/checkout/session/${session_id}`)).credits, 500)
      assert.deepStrictEqual(yield* ada.plan, ["free", "active"])
      const { payment_intent } = [...fake.books.sessions.values()][0]!
      const charge = { object: "charge", customer: ada.customer(), payment_intent }
      yield* Effect.promise(() => fake.send(fake.event("charge.refunded", { ...charge, refunded: false })))
      assert.strictEqual(yield* left, 500)
      const dispute = fake.event("charge.dispute.created", { object: "dispute", payment_intent })
      for (const event of [dispute, dispute, fake.event("charge.refunded", { ...charge, refunded: true })])
        assert.strictEqual(yield* Effect.promise(() => fake.send(event)), 200)
      assert.strictEqual(yield* left, 0)
      const { data } = yield* ada.read("/credits/ledger")
      assert.deepStrictEqual(
        data.map(({ amount, type }: { amount: number; type: string }) => `${type} ${amount}`),
        ["chargeback -500", "purchase 500", "grant 40"]
      )
    })
  )

  it.effect("says that few are left when it goes and takes the last of them along", () =>
    Effect.gen(function* () {
      const { fake, owner, sql } = yield* stripeStage()
      const ada = yield* owner
      yield* ada.listen
      yield* ada.buy({ credits: 500 })
      // What the month granted is spent.
      yield* sql`UPDATE credit_accounts SET balance = 0 WHERE customer_id = ${ada.customer_id}::uuid`
      const { payment_intent } = [...fake.books.sessions.values()][0]!
      const dispute = { object: "dispute", payment_intent }
      for (const _ of ["once", "again"])
        yield* Effect.promise(() => fake.send(fake.event("charge.dispute.created", dispute)))
      const [low, ...more] = yield* ada.told("credits.low")
      assert.deepInclude(low, { balance: 0, monthly_allowance: 40 })
      assert.deepStrictEqual(more, [])
    })
  )
})

describe("credits for a recommendation", () => {
  it.effect("go with the money that earned them, on both sides, and come no second time", () =>
    Effect.gen(function* () {
      const { fake, owner, service, sql } = yield* stripeStage()
      const [ada, bea] = [yield* owner, yield* owner]
      yield* sql`
        INSERT INTO referrals (customer_id, referrer_id, registered_at)
        VALUES (${bea.customer_id}::uuid, ${ada.customer_id}::uuid, now())`
      const given = Effect.forEach([ada, bea], ({ read }) =>
        Effect.map(read("/credits/balance"), ({ lots }) =>
          lots
            .filter(({ source }: { source: string }) => source === "referral")
            .reduce((sum: number, { remaining }: { remaining: number }) => sum + remaining, 0)
        )
      )
      yield* bea.buy({ credits: 500 })
      assert.deepStrictEqual(yield* given, [200, 200])
      const returned = (index: number) => {
        const { payment_intent } = [...fake.books.sessions.values()][index]!
        const charge = { object: "charge", customer: bea.customer(), payment_intent, refunded: true }
        return Effect.promise(() => fake.send(fake.event("charge.refunded", charge)))
      }
      yield* service.advance("1 second")
      yield* bea.buy({ credits: 500 })
      yield* returned(1)
      assert.deepStrictEqual(yield* given, [200, 200])
      yield* returned(0)
      assert.deepStrictEqual(yield* given, [0, 0])
      yield* bea.buy({ credits: 500 })
      assert.deepStrictEqual(yield* given, [0, 0])
    })
  )
})

describe("the meter", () => {
  it.effect("is told of each day of an enterprise tenant once, from the day it became one", () =>
    Effect.gen(function* () {
      const { fake, owner, service, sql } = yield* stripeStage({ settings: { stripeMeterEvent: "events" } })
      const ada = yield* owner
      yield* ada.buy({ plan: "enterprise" })
      yield* service.advance("4 seconds")
      const begun = Effect.map(sql`SELECT 1 FROM billing_meters`, (rows) => rows.length === 1)
      yield* service.advanceUntil("where counting begins", begun, soon)
      yield* sql`INSERT INTO event_usage (customer_id, month, slot, used)
        VALUES (${ada.customer_id}::uuid, '2026-01', 0, 40), (${ada.customer_id}::uuid, '2026-01', 1, 2)`
      yield* service.advance("16 hours", { step: "8 hours" })
      const told = () => [...fake.books.meters].map(([identifier, { value }]) => [identifier, value])
      const isTold = (days: number) => Effect.sync(() => told().length === days)
      yield* service.advanceUntil("the first day", isTold(1), soon)
      yield* sql`UPDATE event_usage SET used = used + 8 WHERE customer_id = ${ada.customer_id}::uuid AND slot = 0`
      yield* service.advance("1 day", { step: "8 hours" })
      yield* service.advanceUntil("the second day", isTold(2), soon)
      assert.deepStrictEqual(told(), [
        [`${ada.customer_id}:2026-01-05`, 42],
        [`${ada.customer_id}:2026-01-06`, 8]
      ])
    })
  )

  it.effect("is told of what was sent while the plan was enterprise, and of nothing that was sent on another", () =>
    Effect.gen(function* () {
      const { fake, owner, service, sql } = yield* stripeStage({ settings: { stripeMeterEvent: "events" } })
      const ada = yield* owner
      const send = (events: number) =>
        sql`INSERT INTO event_usage AS u (customer_id, month, slot, used)
          VALUES (${ada.customer_id}::uuid, '2026-01', 0, ${events})
          ON CONFLICT (customer_id, month, slot) DO UPDATE SET used = u.used + excluded.used`
      const change = Effect.fnUntraced(function* (plan: "pro" | "enterprise") {
        ada.subscription().price = `price_${plan}`
        yield* Effect.promise(() => fake.send(fake.eventOfSubscription(ada.subscription())))
        yield* ada.signIn
        assert.deepStrictEqual(yield* ada.plan, [plan, "active"])
      })
      const told = () => [...fake.books.meters].map(([identifier, { value }]) => [identifier.slice(-5), value])
      const isTold = (days: number) => Effect.sync(() => told().length === days)
      yield* ada.buy({ plan: "enterprise" })
      yield* send(40)
      yield* change("pro")
      yield* send(1_000)
      yield* change("enterprise")
      yield* send(2)
      yield* change("pro")
      yield* send(2_000)
      // What is sent on the day of a change is told once that day is over.
      yield* service.advance("16 hours", { step: "8 hours" })
      yield* service.advanceUntil("the day of the changes", isTold(1), soon)
      yield* service.advance("2 days", { step: "8 hours" })
      yield* send(4_000)
      yield* change("enterprise")
      yield* send(8)
      yield* service.advance("1 day", { step: "8 hours" })
      yield* service.advanceUntil("the day of the return", isTold(2), soon)
      assert.deepStrictEqual(told(), [
        ["01-05", 42],
        ["01-08", 8]
      ])
    })
  )
})
