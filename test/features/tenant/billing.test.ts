import { assert, it as test, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { describe } from "vitest"
import { AppConfig } from "../../../src/Config.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { caughtUp, plantDelta } from "../../kit/insight/analytics.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

let people = 0
const owner = Effect.gen(function* () {
  const app = yield* TestApp
  const { body } = yield* app.call("POST", "/auth/register", {
    email: `owner-${++people}@example.test`,
    password: "correct horse battery",
    company_name: "Acme"
  })
  const call = (method: string, path: string, sent?: unknown) =>
    app.call(method, path, sent, { key: body.access_token as string })
  return { call, customer_id: body.customer.customer_id as string }
})

layer(TestApp.layer({ publicUrl: "https://hatchery.test" }), { excludeTestServices: true })("billing", (it) => {
  it.effect("changes the plan when a checkout is looked at, and never twice for one session", () =>
    Effect.gen(function* () {
      const { call } = yield* owner
      const plan = () => Effect.map(call("GET", "/auth/api-keys/whoami"), (answer) => answer.body)
      const checkout = yield* call("POST", "/billing/checkout", { plan: "pro", interval: "year" })
      assert.strictEqual(checkout.status, 201)
      const { session_id, url } = checkout.body
      assert.strictEqual(url, `https://hatchery.test/api/v1/billing/checkout/session/${session_id}`)
      assert.strictEqual((yield* plan()).plan, "free")
      const completed = yield* call("GET", `/billing/checkout/session/${session_id}`)
      assert.strictEqual(completed.status, 200)
      assert.deepInclude(completed.body, {
        session_id,
        plan: "pro",
        interval: "year",
        status: "complete",
        provider: "manual"
      })
      const entitled = yield* plan()
      assert.strictEqual(entitled.plan, "pro")
      assert.include(entitled.capabilities, "paths")
      const later = yield* call("POST", "/billing/checkout", { plan: "growth" })
      yield* call("GET", `/billing/checkout/session/${later.body.session_id}`)
      const again = yield* call("GET", `/billing/checkout/session/${session_id}`)
      assert.deepStrictEqual(again.body, completed.body)
      assert.strictEqual((yield* plan()).plan, "growth")
    })
  )

  it.effect("completes a session once when many look at the same time", () =>
    Effect.gen(function* () {
      const { call } = yield* owner
      const { session_id } = (yield* call("POST", "/billing/checkout", { plan: "growth" })).body
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => call("GET", `/billing/checkout/session/${session_id}`)),
        { concurrency: 8 }
      )
      assert.deepStrictEqual(
        answers.map((answer) => answer.body.status),
        Array.from({ length: 8 }, () => "complete")
      )
      assert.strictEqual(new Set(answers.map((answer) => answer.body.completed_at)).size, 1)
    })
  )

  it.effect("shows another workspace's session to nobody", () =>
    Effect.gen(function* () {
      const { call } = yield* owner
      const stranger = yield* owner
      const { session_id } = (yield* call("POST", "/billing/checkout", { plan: "pro" })).body
      for (const id of [session_id, "no-uuid", "0199aaaa-0000-7000-8000-000000000000"]) {
        assert.strictEqual((yield* stranger.call("GET", `/billing/checkout/session/${id}`)).status, 404)
      }
      assert.strictEqual((yield* stranger.call("GET", "/billing/status")).body.plan, "free")
      assert.strictEqual((yield* call("GET", "/billing/status")).body.plan, "free")
    })
  )

  it.effect("reports plan, usage of the month and what the plan allows, to keys as well", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* app.tenant({ plan: "growth" })
      const month = new Date().toISOString().slice(0, 7)
      yield* sql`INSERT INTO event_usage (customer_id, month, slot, used)
                 VALUES (${customer_id}::uuid, ${month}, 0, 40), (${customer_id}::uuid, ${month}, 3, 2),
                        (${customer_id}::uuid, '2020-01', 0, 1000)`
      const { body } = yield* call("GET", "/billing/status")
      assert.deepInclude(body, { plan: "growth", provider: "manual", interval: null })
      assert.deepInclude(body.usage, { events_used: 42, events_per_month: 500_000 })
      assert.match(body.usage.resets_at, /-01T00:00:00\.000Z$/)
      assert.isAbove(Date.parse(body.usage.resets_at), Date.parse(`${month}-28`))
      const unlimited = yield* app.tenant({ plan: "enterprise" })
      assert.isNull((yield* unlimited.call("GET", "/billing/status")).body.usage.events_per_month)
    })
  )

  it.effect("reports months by what was counted in them, which outlives what it was counted of", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const month = new Date().toISOString().slice(0, 7)
      const first = Math.floor(Date.parse(`${month}-01`) / 86_400_000)
      const deliveries = (day: number, count: number) =>
        ["webhook_delivered", day, "", "e1|egg.created", count, 0] as const
      yield* plantDelta(tenant, {
        c: [deliveries(first, 2), deliveries(first - 1, 5)],
        u: [
          ["default", "ada", "", first],
          ["default", "bob", "", first],
          ["other", "ada", "", first],
          ["default", "ada", "", first - 1]
        ]
      })
      yield* caughtUp(tenant.customer_id)
      const { months } = (yield* tenant.call("GET", "/billing/usage?months=3")).body
      assert.strictEqual(months[0].month, month)
      assert.deepStrictEqual(
        months.map((one: (typeof months)[number]) => [one.active_users, one.webhooks_delivered]),
        [
          [2, 2],
          [1, 5],
          [0, 0]
        ]
      )
    })
  )

  it.effect("tells credits that came back as unused in the month they were paid in", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      const [drawn, failed] = [yield* uuid, yield* uuid]
      yield* sql`
        INSERT INTO credit_ledger
          (customer_id, seq, entry_id, type, amount, balance_after, purpose, image_id, lots, created_at)
        SELECT ${tenant.customer_id}::uuid, 1000 + seq, gen_random_uuid(), type, amount, 100, 'icon', image_id, '[]',
          date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - before
        FROM (VALUES (1, 'charge', -4, ${drawn}::uuid, interval '1 hour'),
          (2, 'charge', -3, ${failed}::uuid, interval '1 minute'),
          (3, 'refund', 3, ${failed}::uuid, interval '0')) AS entry (seq, type, amount, image_id, before)`
      const { months } = (yield* tenant.call("GET", "/billing/usage?months=2")).body
      assert.deepStrictEqual(
        months.map((one: (typeof months)[number]) => one.credits_used),
        [0, 4]
      )
    })
  )

  it.effect("refuses plans and intervals that do not exist, and keys at the till", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* owner
      for (const body of [{ plan: "platinum" }, {}, { plan: "pro", interval: "week" }, { plan: "pro", price: 1 }]) {
        assert.strictEqual((yield* call("POST", "/billing/checkout", body)).status, 422, JSON.stringify(body))
      }
      assert.strictEqual((yield* call("POST", "/billing/portal")).body.url, "https://hatchery.test")
      const withKey = yield* app.tenant()
      const refused = yield* withKey.call("POST", "/billing/checkout", { plan: "pro" })
      assert.deepStrictEqual([refused.status, refused.body.error.code], [403, "forbidden"])
    })
  )
})

layer(TestApp.layer({ billingManual: false }), { excludeTestServices: true })("without a billing provider", (it) => {
  it.effect("nobody upgrades, whatever was begun before, and nothing is left behind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* owner
      for (const [path, body] of [
        ["/billing/checkout", { plan: "enterprise" }],
        ["/billing/portal", undefined]
      ] as const) {
        const refused = yield* call("POST", path, body)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [503, "service_unavailable"])
        assert.deepStrictEqual(refused.body.error.details, { reason: "no_provider" })
      }
      assert.lengthOf(yield* sql`SELECT 1 FROM checkout_sessions WHERE customer_id = ${customer_id}::uuid`, 0)
      const session_id = "0199aaaa-0000-7000-8000-000000000001"
      yield* sql`INSERT INTO checkout_sessions
                   (customer_id, session_id, provider, plan, billing_interval, status, created_at)
                 VALUES (${customer_id}::uuid, ${session_id}::uuid, 'manual', 'pro', 'month', 'open', now())`
      const looked = yield* call("GET", `/billing/checkout/session/${session_id}`)
      assert.deepStrictEqual([looked.status, looked.body.status], [200, "open"])
      assert.deepInclude((yield* call("GET", "/billing/status")).body, { plan: "free", provider: "none" })
    })
  )
})

describe("the manual provider", () => {
  const read = (env: Record<string, string>) =>
    Effect.runSyncExit(
      Effect.map(AppConfig, ({ billingManual }) => billingManual).pipe(
        Effect.provide(AppConfig.layer),
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env))
      )
    )
  const DATABASE_URL = "postgres://localhost/hatchery"
  const STRIPE_SECRET_KEY = "sk_live_1"
  const rest = { STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_PRICES: '{"pro":{"month":"price_1"}}' }

  test("is there on the embedded default or when asked for by name, and never beside Stripe", () => {
    assert.deepStrictEqual(read({}), Exit.succeed(true))
    assert.deepStrictEqual(read({ BILLING_MANUAL: "false" }), Exit.succeed(false))
    assert.deepStrictEqual(read({ DATABASE_URL }), Exit.succeed(false))
    assert.deepStrictEqual(read({ DATABASE_URL, BILLING_MANUAL: "true" }), Exit.succeed(true))
    assert.deepStrictEqual(read({ STRIPE_SECRET_KEY, ...rest }), Exit.succeed(false))
    const both = read({ STRIPE_SECRET_KEY, ...rest, BILLING_MANUAL: "true" })
    assert.isTrue(Exit.isFailure(both))
    assert.include(String(Exit.isFailure(both) ? both.cause : ""), "BILLING_MANUAL")
    assert.notInclude(String(Exit.isFailure(both) ? both.cause : ""), STRIPE_SECRET_KEY)
  })
})
