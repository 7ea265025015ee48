/** A service that takes payments through the stand-in of Stripe, and owners of workspaces who pay. */
import { assert } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { StripeFake } from "../../../src/platform/billing/fake/StripeFake.ts"
import { postgresClient } from "../../../src/platform/postgres/Sql.ts"
import { TestService } from "../../../src/testing/TestService.ts"
import { webhookSink } from "../webhooks/WebhookSink.ts"
import type { AppSettings } from "../../../src/Config.ts"

const secret = "whsec_of_the_test"
const prices = {
  growth: { month: "price_growth", year: "price_growth_year" },
  pro: { month: "price_pro" },
  enterprise: { month: "price_enterprise" },
  credits: [{ credits: 500, price: "price_500" }]
}
const began = Date.UTC(2026, 0, 5, 9)

let owners = 0

/** Events are sent to the service by themselves only where `told` is not false. */
export const stripeStage = Effect.fnUntraced(function* (
  given: { readonly settings?: Partial<AppSettings>; readonly told?: boolean } = {}
) {
  yield* TestClock.setTime(began)
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const fake = yield* Effect.acquireRelease(
    Effect.promise(() => StripeFake.start({ secret, now })),
    (running) => Effect.promise(() => running.stop())
  )
  const settings = {
    billingManual: false,
    stripeSecretKey: Redacted.make("sk_test_1"),
    stripeWebhookSecret: Redacted.make(secret),
    stripePrices: JSON.stringify(prices),
    stripeApiUrl: fake.url,
    publicUrl: "https://hatchery.test",
    ...given.settings
  }
  const built = yield* Layer.build(TestService.layer({ settings }))
  const service = yield* Effect.provideContext(TestService, built)
  const side = yield* Layer.build(
    postgresClient({ url: service.databaseUrl, maxConnections: 1, applicationName: "aside" })
  )
  const sql = yield* Effect.provideContext(SqlClient.SqlClient, side)
  const webhookUrl = `${service.baseUrl}/billing/stripe/webhook`
  const sink = yield* webhookSink
  fake.webhookUrl = given.told === false ? undefined : webhookUrl

  const owner = Effect.gen(function* () {
    const account = { email: `owner-${++owners}@example.test`, password: "correct horse battery", company_name: "Acme" }
    const { body } = yield* service.call("POST", "/auth/register", account)
    const customer_id = body.customer.customer_id as string
    let key = body.access_token as string
    const call = (method: string, path: string, sent?: unknown) =>
      Effect.suspend(() => service.call(method, path, sent, { key }))
    const read = (path: string) => Effect.map(call("GET", path), (answer) => answer.body)
    const signIn = Effect.gen(function* () {
      const { email, password } = account
      key = (yield* service.call("POST", "/auth/login", { email, password })).body.access_token
    })
    const checkout = Effect.fnUntraced(function* (wanted: object) {
      const { body, status, text } = yield* call("POST", "/billing/checkout", wanted)
      assert.strictEqual(status, 201, text)
      return body as { readonly session_id: string; readonly url: string }
    })
    /** Opens the page the person was sent to, as the person does. */
    const visit = (url: string) => Effect.promise(() => fetch(url, { redirect: "manual" }))
    const buy = Effect.fnUntraced(function* (wanted: object) {
      const { session_id, url } = yield* checkout(wanted)
      const { headers, status } = yield* visit(url)
      assert.deepStrictEqual(
        [status, headers.get("location")],
        [303, `https://hatchery.test/billing/return#session_id=${session_id}`]
      )
      return session_id
    })
    /** What the workspace's endpoints were told, oldest first. */
    const told = (event: string) =>
      Effect.map(
        sql`SELECT body FROM webhook_deliveries_all
          WHERE customer_id = ${customer_id}::uuid AND event = ${event} ORDER BY delivery_id`,
        (rows) => rows.map((row) => JSON.parse((row as { body: string }).body) as Record<string, unknown>)
      )
    const listen = call("POST", "/webhook-configs", { url: sink.url("/told"), events: ["*"] })
    const customer = () => [...fake.books.customers.values()].find(({ email }) => email === account.email)!.id
    const subscription = () => fake.books.of(customer())!
    const plan = Effect.map(read("/billing/status"), ({ plan, state }) => [plan, state] as const)
    return {
      account,
      customer_id,
      call,
      read,
      signIn,
      checkout,
      visit,
      buy,
      told,
      listen,
      customer,
      subscription,
      plan
    }
  })

  return { service, fake, owner, sql, webhookUrl }
})
