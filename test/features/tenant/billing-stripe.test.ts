/** Payments through Stripe, whose stand-in speaks its protocol over real HTTP. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { describe } from "vitest"
import { stripeStage } from "../../kit/service/StripeStage.ts"
import { until } from "../../kit/service/time.ts"

/** A look that is under way when time jumps is followed by another one two seconds later. */
const soon = { step: "2 seconds", at_most: "1 minute" } as const

describe("a checkout with Stripe", () => {
  it.effect("gives the plan once it is paid, however often and in whatever order that is told", () =>
    Effect.gen(function* () {
      const { fake, owner, service } = yield* stripeStage({ told: false })
      const { call, listen, plan, read, subscription, told, checkout } = yield* owner
      yield* listen
      const { session_id, url } = yield* checkout({ plan: "growth", interval: "year" })
      assert.strictEqual(url, `${fake.url}/pay/cs_2`)
      assert.deepStrictEqual(yield* plan, ["free", "active"])
      assert.strictEqual((yield* read(`/billing/checkout/session/${session_id}`)).status, "open")
      const paid = fake.books.pay("cs_2")
      assert.deepStrictEqual(paid.session.metadata["session_id"], session_id)
      fake.webhookUrl = `${service.baseUrl}/billing/stripe/webhook`
      const events = fake.eventsOfPayment(paid.session, paid.subscription).toReversed()
      for (const event of [...events, ...events, ...events])
        assert.strictEqual(yield* Effect.promise(() => fake.send(event)), 200)
      const at_once = fake.eventOfSubscription(subscription())
      const statuses = yield* Effect.promise(() => Promise.all(Array.from({ length: 6 }, () => fake.send(at_once))))
      assert.deepStrictEqual([...new Set(statuses)], [200])
      assert.deepStrictEqual(yield* plan, ["growth", "active"])
      assert.strictEqual((yield* read("/auth/api-keys/whoami")).plan, "growth")
      const session = yield* read(`/billing/checkout/session/${session_id}`)
      assert.deepInclude(session, { provider: "stripe", plan: "growth", interval: "year", status: "complete" })
      const changes = yield* told("plan.changed")
      assert.deepStrictEqual(
        changes.map(({ plan, previous_plan, reason }) => [previous_plan, plan, reason]),
        [["free", "growth", "active"]]
      )
      const status = yield* read("/billing/status")
      assert.deepInclude(status, { provider: "stripe", interval: "year", state: "active" })
      assert.deepInclude(status.subscription, { cancel_at_period_end: false, next_plan: null, past_due_since: null })
      assert.strictEqual((yield* call("POST", "/billing/checkout", { plan: "growth", interval: "year" })).status, 409)
    })
  )

  it.effect("is settled by whoever looks at it, when no event ever comes, and by the daily look", () =>
    Effect.gen(function* () {
      const { owner, service } = yield* stripeStage({ told: false })
      const ada = yield* owner
      const session_id = yield* ada.buy({ plan: "growth" })
      assert.strictEqual((yield* ada.read(`/billing/checkout/session/${session_id}`)).status, "complete")
      assert.deepStrictEqual(yield* ada.plan, ["growth", "active"])
      const bought = yield* ada.read("/billing/status")
      assert.strictEqual(bought.interval, "month")
      ada.subscription().status = "canceled"
      yield* service.advance("21 hours", { step: "7 hours" })
      yield* ada.signIn
      yield* service.advanceUntil(
        "the daily look",
        Effect.map(ada.plan, ([plan]) => plan === "free"),
        soon
      )
      assert.deepStrictEqual(yield* ada.plan, ["free", "canceled"])
      const ended = yield* ada.read("/billing/status")
      assert.isNull(ended.interval)
      assert.isAbove(Date.parse(ended.plan_since), Date.parse(bought.plan_since))
    })
  )

  it.effect("answers 502 while Stripe fails, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { fake, owner, sql } = yield* stripeStage()
      const { call, customer_id, read, checkout, visit, plan } = yield* owner
      fake.failNext(3)
      const refused = yield* call("POST", "/billing/checkout", { plan: "growth" })
      assert.deepStrictEqual([refused.status, refused.body.error.code], [502, "bad_gateway"])
      assert.lengthOf(yield* sql`SELECT 1 FROM checkout_sessions WHERE customer_id = ${customer_id}::uuid`, 0)
      // Failures that are fewer than the client's own tries are nobody's concern.
      fake.failNext(2)
      const { session_id, url } = yield* checkout({ plan: "growth" })
      fake.failNext(3)
      assert.strictEqual((yield* call("GET", `/billing/checkout/session/${session_id}`)).status, 502)
      yield* visit(url)
      yield* read(`/billing/checkout/session/${session_id}`)
      assert.deepStrictEqual(yield* plan, ["growth", "active"])
    })
  )

  it.effect("of a node that died before it wrote it down is there with its payment", () =>
    Effect.gen(function* () {
      const { fake, owner, sql, webhookUrl } = yield* stripeStage({ told: false })
      const { account, buy, customer_id, read } = yield* owner
      yield* sql`
        INSERT INTO accounts (customer_id, account_id, email, password_hash, role, status, created_at)
        VALUES (${customer_id}::uuid, gen_random_uuid(), 'older@example.test', '', 'member', 'active', '2020-01-01')`
      const session_id = yield* buy({ credits: 500 })
      const addresses = [...fake.books.customers.values()].map(({ email }) => email)
      assert.deepStrictEqual(addresses, [account.email], "an owner's, not that of the oldest account")
      yield* sql`DELETE FROM checkout_sessions WHERE customer_id = ${customer_id}::uuid`
      fake.webhookUrl = webhookUrl
      const [session] = [...fake.books.sessions.values()]
      yield* Effect.promise(() => fake.send(fake.event("checkout.session.completed", session!)))
      assert.strictEqual((yield* read("/credits/balance")).purchased_remaining, 500)
      const kept = yield* read(`/billing/checkout/session/${session_id}`)
      assert.deepInclude(kept, { status: "complete", credits: 500, plan: null })
    })
  )

  it.effect("knows the workspace by one name, also when the answer that told it was lost and it has another one", () =>
    Effect.gen(function* () {
      const { fake, owner } = yield* stripeStage()
      const ada = yield* owner
      fake.loseNext(3)
      assert.strictEqual((yield* ada.call("POST", "/billing/checkout", { plan: "growth" })).status, 502)
      assert.strictEqual((yield* ada.call("PATCH", "/customers/me", { name: "Acme Two" })).status, 200)
      yield* ada.buy({ plan: "growth" })
      assert.deepStrictEqual(yield* ada.plan, ["growth", "active"])
      const named = [...fake.books.customers.values()].map(({ metadata, name }) => [name, metadata])
      assert.deepStrictEqual(named, [["Acme Two", { customer_id: ada.customer_id }]])
    })
  )

  it.effect("for a plan is closed when another one is opened, or paid: nobody pays for two subscriptions", () =>
    Effect.gen(function* () {
      const { fake, owner } = yield* stripeStage()
      const ada = yield* owner
      const stands = (id: string) => Effect.map(ada.read(`/billing/checkout/session/${id}`), ({ status }) => status)
      const paying = (url: string) => Effect.map(ada.visit(url), ({ status }) => status)
      const pack = yield* ada.checkout({ credits: 500 })
      const first = yield* ada.checkout({ plan: "growth" })
      const second = yield* ada.checkout({ plan: "pro" })
      assert.strictEqual(yield* stands(first.session_id), "expired")
      assert.deepStrictEqual([yield* paying(first.url), yield* paying(second.url)], [404, 303])
      assert.strictEqual(yield* paying(pack.url), 303)
      assert.deepStrictEqual(yield* ada.plan, ["pro", "active"])
      // Two at once do not see each other: the one that is paid closes the other.
      const bea = yield* owner
      yield* bea.checkout({ credits: 500 })
      const [release, before] = [fake.hold(), fake.requests.length]
      const both = yield* Effect.forkChild(
        Effect.all([bea.checkout({ plan: "growth" }), bea.checkout({ plan: "pro" })], { concurrency: 2 })
      )
      yield* until(
        "both to ask",
        Effect.sync(() => fake.requests.length === before + 2)
      )
      release()
      const [third, fourth] = yield* Fiber.join(both)
      assert.deepStrictEqual([yield* paying(third.url), yield* paying(fourth.url)], [303, 404])
      assert.deepStrictEqual(yield* bea.plan, ["growth", "active"])
      assert.strictEqual(fake.books.subscriptions.size, 2, "one of each workspace")
    })
  )
})

describe("events of Stripe", () => {
  it.effect("that are forged, stale, too long or of another mode change nothing", () =>
    Effect.gen(function* () {
      const { fake, owner, webhookUrl, sql } = yield* stripeStage({ told: false })
      const ada = yield* owner
      const eve = yield* owner
      const { session_id } = yield* ada.checkout({ plan: "pro" })
      yield* eve.checkout({ plan: "pro" })
      fake.webhookUrl = webhookUrl
      const paid = fake.books.subscribe(ada.customer(), "price_pro", "active")
      const event = fake.eventOfSubscription(paid)
      const body = JSON.stringify({ object: "event", api_version: null, ...event })
      const now = Date.UTC(2026, 0, 5, 9)
      const post = (sent: string, headers: Record<string, string>) =>
        Effect.promise(async () => (await fetch(webhookUrl, { method: "POST", body: sent, headers })).status)
      const signed = (signature: string) => ({ "stripe-signature": signature })
      assert.strictEqual(yield* post(body, signed(fake.signature(body, { secret: "whsec_other" }))), 400)
      assert.strictEqual(yield* post(body, signed(fake.signature(body, { at: now - 301_000 }))), 400)
      assert.strictEqual(yield* post(`${body} `, signed(fake.signature(body))), 400)
      assert.strictEqual(yield* post(body, {}), 400)
      assert.strictEqual(yield* post(body, signed("t=1,v1=00")), 400)
      const long = JSON.stringify({ ...event, padding: "x".repeat(262_144) })
      assert.strictEqual(yield* post(long, signed(fake.signature(long))), 400)
      assert.strictEqual(yield* Effect.promise(() => fake.send({ ...event, livemode: true })), 200)
      assert.strictEqual(yield* Effect.promise(() => fake.send({ ...event, type: "price.updated" })), 200)
      const stranger = fake.event("invoice.paid", { object: "invoice", customer: "cus_nobody" })
      assert.strictEqual(yield* Effect.promise(() => fake.send(stranger)), 200)
      assert.deepStrictEqual(yield* ada.plan, ["free", "active"])
      assert.lengthOf(yield* sql`SELECT 1 FROM stripe_events`, 0)
      // Paid by the one, told as if it were the other's: the plan is whose subscription it is.
      const { session } = fake.books.pay([...fake.books.sessions.keys()][0]!)
      const crossed = fake.event("checkout.session.completed", { ...session, customer: eve.customer() })
      assert.strictEqual(yield* Effect.promise(() => fake.send(crossed)), 200)
      assert.deepStrictEqual(yield* eve.plan, ["free", "active"])
      const foreign = yield* eve.call("GET", `/billing/checkout/session/${session_id}`)
      assert.strictEqual(foreign.status, 404)
    })
  )

  it.effect("that are signed and not as they should be are refused, and change nothing", () =>
    Effect.gen(function* () {
      const { fake, owner, webhookUrl, sql } = yield* stripeStage({ told: false })
      const ada = yield* owner
      yield* ada.checkout({ plan: "pro" })
      fake.webhookUrl = webhookUrl
      const paid = fake.books.subscribe(ada.customer(), "price_pro", "active")
      const event = fake.eventOfSubscription(paid)
      const post = (body: string, at?: number) =>
        Effect.promise(async () => {
          const headers = { "stripe-signature": fake.signature(body, at === undefined ? {} : { at }) }
          return (await fetch(webhookUrl, { method: "POST", body, headers })).status
        })
      const { object } = event.data
      const odd = [
        null,
        [],
        "event",
        {},
        { ...event, data: null },
        { ...event, data: { object: null } },
        { ...event, data: { object: "sub_1" } },
        { ...event, data: { object: { ...object, customer: 7 } } },
        { ...event, data: { object: { ...object, customer: { id: null } } } },
        { ...event, data: { object: { ...object, customer: "cus_\u0000" } } },
        { ...event, id: "evt\u0000" },
        { ...event, id: "e".repeat(300) },
        { ...event, type: null },
        { ...event, livemode: "no" }
      ]
      for (const one of odd) assert.strictEqual(yield* post(JSON.stringify(one)), 400, JSON.stringify(one))
      assert.strictEqual(yield* post("not JSON"), 400)
      const other = { ...event, type: "price.updated", data: null }
      assert.strictEqual(yield* post(JSON.stringify(other)), 200, "of no concern, whatever it is like")
      const whole = JSON.stringify(event)
      assert.strictEqual(yield* post(whole, Date.UTC(2026, 0, 5, 9, 5, 1)), 400, "signed for later")
      assert.lengthOf(yield* sql`SELECT 1 FROM stripe_events`, 0)
      assert.deepStrictEqual(yield* ada.plan, ["free", "active"])
      // What Stripe answers is looked at as well; it sends the event again.
      for (const change of [{ status: "someday" }, { status: "active", period_end: 1e18 }]) {
        Object.assign(paid, change)
        assert.strictEqual(yield* post(whole), 500)
        assert.deepStrictEqual(yield* ada.plan, ["free", "active"])
      }
      Object.assign(paid, { period_end: Date.UTC(2026, 1, 5) / 1_000 })
      assert.strictEqual(yield* post(whole, Date.UTC(2026, 0, 5, 9, 4, 59)), 200)
      assert.deepStrictEqual(yield* ada.plan, ["pro", "active"])
    })
  )

  it.effect("are asked for again when Stripe cannot be asked, and then carried out once", () =>
    Effect.gen(function* () {
      const { fake, owner, webhookUrl } = yield* stripeStage({ told: false })
      const ada = yield* owner
      yield* ada.listen
      yield* ada.checkout({ plan: "pro" })
      fake.webhookUrl = webhookUrl
      const event = fake.eventOfSubscription(fake.books.subscribe(ada.customer(), "price_pro", "active"))
      fake.failNext(3)
      assert.strictEqual(yield* Effect.promise(() => fake.send(event)), 500)
      assert.deepStrictEqual(yield* ada.plan, ["free", "active"])
      assert.strictEqual(yield* Effect.promise(() => fake.send(event)), 200)
      assert.strictEqual(yield* Effect.promise(() => fake.send(event)), 200)
      assert.deepStrictEqual(yield* ada.plan, ["pro", "active"])
      assert.lengthOf(yield* ada.told("plan.changed"), 1)
    })
  )

  it.effect("that bring what is older than what is known are dropped", () =>
    Effect.gen(function* () {
      const { fake, owner, sql, webhookUrl } = yield* stripeStage({ told: false })
      const ada = yield* owner
      yield* ada.buy({ plan: "pro" })
      fake.webhookUrl = webhookUrl
      // A fetch that began later has been written while the answer to this one was on its way.
      const release = fake.hold()
      const late = yield* Effect.forkChild(
        Effect.promise(() => fake.send(fake.eventOfSubscription(ada.subscription())))
      )
      const begun = sql`SELECT 1 FROM billing_accounts WHERE fetches > 0`
      yield* until(
        "the fetch",
        Effect.map(begun, (rows) => rows.length === 1)
      )
      yield* sql`UPDATE billing_accounts SET fetches = fetches + 1, fetch_written = fetches + 1, state = 'canceling'`
      release()
      assert.strictEqual(yield* Fiber.join(late), 200)
      assert.deepStrictEqual(yield* ada.plan, ["free", "canceling"])
    })
  )
})
