/** Users on a test clock live at its moment; everybody else, and everything that leaves the service, in the present. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { ImageError } from "../../../src/platform/images/ImageProvider.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const day_ms = 86_400_000
const day_seconds = 86_400

const content = {
  ...studyContent,
  coin_rules: [
    {
      ...studyContent.coin_rules[0]!,
      trigger: { event_type: "lesson.completed" },
      limits: { max_per_day: 1, day_boundary: "utc" }
    }
  ],
  skill_decay_rules: [{ rule_key: "fade", skill_key: "focus", idle_days: 7, period: "day", amount: 1 }]
}

const clockFor = Effect.fnUntraced(function* ({ call }: TestTenant, ...user_ids: ReadonlyArray<string>) {
  const made = yield* call("POST", "/test/clocks", { name: "trip", user_ids })
  assert.strictEqual(made.status, 201, made.text)
  const path = `/test/clocks/${made.body.test_clock_id}`
  const advance = (by_seconds: number) =>
    Effect.map(call("POST", `${path}/advance`, { by_seconds }), (answer) => {
      assert.strictEqual(answer.status, 200, answer.text)
      return answer.body as { now: string; operation_id: string }
    })
  return { path, advance, now: made.body.now as string }
})

const finished = ({ call }: TestTenant, operation_id: string) =>
  until(
    `the operation ${operation_id} has ended`,
    Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body.status === "completed")
  )

layer(TestApp.layer(), { excludeTestServices: true })("test clocks", (it) => {
  const school = Effect.gen(function* () {
    const tenant = yield* (yield* TestApp).tenant()
    yield* publish(tenant, content)
    return tenant
  })

  it.effect("are made, listed, shown and removed; with a test key only", () =>
    Effect.gen(function* () {
      const { call: asLive } = yield* (yield* TestApp).tenant({ mode: "live" })
      const { key } = (yield* asLive("POST", "/auth/api-keys", { label: "test", mode: "test" })).body
      const call: Call = (method, path, body, options) => asLive(method, path, body, { key, ...options })
      const made = yield* call("POST", "/test/clocks", { user_ids: ["ada", "ada"] })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepStrictEqual([made.body.name, made.body.user_ids], [null, ["ada"]])
      const path = `/test/clocks/${made.body.test_clock_id}`
      assert.deepStrictEqual((yield* call("GET", path)).body, made.body)
      assert.deepStrictEqual((yield* call("GET", "/test/clocks")).body.data, [made.body])
      const attached = yield* call("POST", `${path}/users`, { user_ids: ["bob"] })
      assert.deepStrictEqual(attached.body.user_ids, ["ada", "bob"])

      for (const [method, route, body] of [
        ["GET", "/test/clocks", undefined],
        ["POST", "/test/clocks", {}],
        ["GET", path, undefined],
        ["POST", `${path}/users`, { user_ids: ["eve"] }],
        ["POST", `${path}/advance`, { by_seconds: 1 }],
        ["DELETE", path, undefined]
      ] as const) {
        const refused = yield* asLive(method, route, body)
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [403, "forbidden"], `${method} ${route}`)
      }
      assert.strictEqual((yield* call("DELETE", path, undefined, { key })).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.strictEqual((yield* call("DELETE", path)).status, 404)
    })
  )

  it.effect("only move forward, hold a user once, and say what is wrong", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const { now, path } = yield* clockFor(tenant, "ada")
      const other = yield* clockFor(tenant)
      const taken = yield* call("POST", `${other.path}/users`, { user_ids: ["bob", "ada"] })
      assert.deepStrictEqual([taken.status, taken.body.error.code], [409, "test_clock_conflict"])
      assert.strictEqual(taken.body.error.details.user_id, "ada")
      assert.deepStrictEqual((yield* call("GET", other.path)).body.user_ids, [])
      for (const body of [
        {},
        { by_seconds: 0 },
        { by_seconds: 1, to: now },
        { to: now },
        { to: "tomorrow" },
        { to: new Date(Date.parse(now) + 400 * day_ms).toISOString() }
      ]) {
        const refused = yield* call("POST", `${path}/advance`, body)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"])
      }
      assert.strictEqual((yield* call("GET", path)).body.now, now)
      const past = { now: new Date(Date.parse(now) - day_ms).toISOString() }
      assert.strictEqual((yield* call("POST", "/test/clocks", past)).status, 422)
      const many = yield* call("POST", "/test/clocks", { user_ids: Array.from({ length: 101 }, (_, n) => `u${n}`) })
      assert.strictEqual(many.status, 422)
      const full = Array.from({ length: 100 }, (_, n) => `u${n}`)
      const over = yield* call("POST", `${path}/users`, { user_ids: full })
      assert.deepStrictEqual([over.status, over.body.error.code], [409, "test_clock_limit"])
      for (let made = 2; made < 20; made++) yield* clockFor(tenant)
      const limit = yield* call("POST", "/test/clocks", {})
      assert.deepStrictEqual([limit.status, limit.body.error.details], [409, { max: 20, of: "clocks" }])
    })
  )

  it.effect("let days pass for limits and streaks of their users, and of nobody else", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const { advance, now } = yield* clockFor(tenant, "ada")
      yield* hatch(tenant, "ada")
      yield* hatch(tenant, "bob")
      const learn = (user_id: string, occurred_at: string) =>
        Effect.map(call("POST", "/events", lesson(user_id, { occurred_at })), ({ body, status }) => ({
          status,
          coins: body.effects?.coins,
          streak: body.effects?.streak_updates[0]?.current_streak
        }))
      const first = yield* learn("ada", now)
      assert.deepStrictEqual([first.status, first.streak], [200, 1])
      const tomorrow = yield* advance(day_seconds)
      assert.strictEqual(Date.parse(tomorrow.now) - Date.parse(now), day_ms)
      // For bob it has not come yet.
      assert.strictEqual((yield* learn("bob", tomorrow.now)).status, 422)
      assert.deepStrictEqual(yield* learn("ada", tomorrow.now), { status: 200, coins: 10, streak: 2 })
      assert.deepStrictEqual((yield* learn("ada", tomorrow.now)).coins, 0)
      const later = yield* advance(day_seconds)
      assert.deepStrictEqual(yield* learn("ada", later.now), { status: 200, coins: 10, streak: 3 })
      const dry = yield* call("POST", "/events?dry_run=true", lesson("ada", { occurred_at: later.now }))
      assert.strictEqual(dry.body.effects.coins, 0)
      yield* advance(3 * day_seconds)
      const back = yield* learn("ada", (yield* advance(1)).now)
      assert.strictEqual(back.streak, 1)
    })
  )

  it.effect("let skills fade, are told in the present, and leave everything in order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* school
      const { call, customer_id } = tenant
      const sink = yield* webhookSink
      yield* call("POST", "/webhook-configs", { url: sink.url("/clock"), events: ["skill.decayed", "coins.earned"] })
      const { advance, now } = yield* clockFor(tenant, "ada")
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* hatch(tenant, "bob")
      for (let lessons = 0; lessons < 4; lessons++) yield* call("POST", "/events", lesson("ada", { occurred_at: now }))
      const level = Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.skills.focus.level)
      assert.strictEqual(yield* level, 2)
      const { operation_id } = yield* advance(8 * day_seconds)
      yield* finished(tenant, operation_id)
      assert.strictEqual(yield* level, 1)
      yield* until(
        "both kinds of news were delivered",
        Effect.sync(() => new Set(sink.at("/clock").map(({ headers }) => headers["x-svc-event"])).size === 2)
      )
      const [rows] = (yield* sql`
        SELECT (SELECT bool_and(created_at < now() + interval '1 hour') FROM webhook_deliveries_all
                WHERE customer_id = ${customer_id}::uuid) AS deliveries,
               (SELECT max(created_at) > now() + interval '7 days' FROM buddy_history
                WHERE customer_id = ${customer_id}::uuid AND kind = 'decay') AS history`) as ReadonlyArray<unknown>
      assert.deepStrictEqual({ ...(rows as object) }, { deliveries: true, history: true })
      const red = (yield* checkInvariants({ quiescent: false })).filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(red, [])
    })
  )

  it.effect("warn of a streak at their own moment, once, and of nobody else's", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const sink = yield* webhookSink
      yield* call("POST", "/webhook-configs", { url: sink.url("/risk"), events: ["streak.*", "coins.spent"] })
      const { advance, now } = yield* clockFor(tenant, "ada")
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* hatch(tenant, "bob")
      for (const user of ["ada", "bob"]) yield* call("POST", "/events", lesson(user, { occurred_at: now }))
      const told = (event: string) => sink.at("/risk").filter(({ headers }) => headers["x-svc-event"] === event)
      const expires = Date.parse(now.slice(0, 10)) + 2 * day_ms
      const minutesBefore = (minutes: number) => Math.floor((expires - Date.parse(now)) / 1_000) - minutes * 60
      const analytics = Effect.map(call("GET", "/customers/me/streak-at-risk/analytics"), ({ body }) => body)
      yield* advance(minutesBefore(241))
      assert.deepInclude(yield* analytics, { warned: 0 })
      yield* advance(120)
      assert.deepInclude(yield* analytics, { warned: 1, open: 1 })
      // Later looks have nothing to add.
      for (const step of [60, 60, 3 * 3_600]) yield* advance(step)
      yield* call("POST", `/buddies/${buddy_id}/coins/spend`, { amount: 1 })
      yield* until(
        "what was sent last is there",
        Effect.sync(() => told("coins.spent").length === 1 && told("streak.at_risk").length > 0)
      )
      assert.deepStrictEqual(
        told("streak.at_risk").map(({ body }) => JSON.parse(body)),
        [
          {
            buddy_id,
            user_id: "ada",
            streak_key: "daily",
            current_streak: 1,
            period_key: new Date(expires - day_ms).toISOString().slice(0, 10),
            expires_at: new Date(expires).toISOString()
          }
        ]
      )
      assert.deepInclude(yield* analytics, { warned: 1, open: 1 })
    })
  )

  it.effect("hold the ladder of a picture that could not be drawn until their time comes", () =>
    Effect.gen(function* () {
      const images = yield* FakeImages
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* school
      const { advance, now } = yield* clockFor(tenant, "ada")
      const failure = new ImageError({ detail: "told to fail", reason: "unavailable", retryable: false })
      yield* images.failNext(1, failure, { stage: 1 })
      const { buddy_id } = yield* hatch(tenant, "ada")
      const appearance = Effect.map(tenant.call("GET", `/buddies/${buddy_id}`), ({ body }) => body.appearance)
      assert.deepInclude(yield* appearance, { status: "failed" })
      const [row] = (yield* sql`
        SELECT appearance_retry_at FROM buddies WHERE buddy_id = ${buddy_id}::uuid`) as ReadonlyArray<{
        readonly appearance_retry_at: Date
      }>
      assert.strictEqual(row!.appearance_retry_at.getTime() - Date.parse(now), 60_000)
      yield* advance(61)
      yield* until(
        "the picture is there",
        Effect.map(appearance, ({ status }) => status === "ready")
      )
    })
  )

  it.effect("open and close what is for sale at their own time", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const { advance, now } = yield* clockFor(tenant, "ada")
      yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
      const opens = new Date(Date.parse(now) + day_ms).toISOString()
      const item = { item_key: "hat", name: "Hat", category: "head", price_coins: 0, available_from: opens }
      assert.strictEqual((yield* call("POST", "/marketplaces/shop/items", item)).status, 201)
      const buy = (buddy_id: string) =>
        Effect.map(call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id: "hat" }), ({ status }) => status)
      const [ada, bob] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob")]
      const offered = Effect.fnUntraced(function* (user_id: string, buddy_id: string) {
        const key: string = (yield* call("POST", "/widget-sessions", { buddy_id, user_id })).body.token
        return (yield* call("GET", "/widget/marketplace", undefined, { key })).body.meta.total
      })
      assert.strictEqual(yield* buy(ada.buddy_id), 409)
      assert.strictEqual(yield* offered("ada", ada.buddy_id), 0)
      yield* advance(2 * day_seconds)
      assert.strictEqual(yield* offered("ada", ada.buddy_id), 1)
      assert.strictEqual(yield* offered("bob", bob.buddy_id), 0)
      assert.strictEqual(yield* buy(ada.buddy_id), 201)
      assert.strictEqual(yield* buy(bob.buddy_id), 409)
    })
  )

  it.effect("give their users back to the present when they are removed", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const { advance, path } = yield* clockFor(tenant, "ada")
      yield* hatch(tenant, "ada")
      const { now } = yield* advance(2 * day_seconds)
      assert.strictEqual((yield* call("POST", "/events", lesson("ada", { occurred_at: now }))).status, 200)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("POST", "/events", lesson("ada", { occurred_at: now }))).status, 422)
      assert.strictEqual((yield* call("POST", "/events", lesson("ada"))).status, 200)
    })
  )
})
