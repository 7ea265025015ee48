/** Forecasts: what is asked for, what comes of it, what stops it, and that it changes nothing. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ForecastReport } from "../../../src/features/insight/forecasts/Api.ts"
import { fingerprint } from "../../kit/contract/Fingerprint.ts"
import { caughtUp, plantDelta, today } from "../../kit/insight/analytics.ts"
import { copies } from "../../kit/players/BuddyCopies.ts"
import { hatch, lesson as finished, publish, studyContent } from "../../kit/players/players.ts"
import { type Answer, type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const path = "/economy/forecasts"
const lesson = "lesson.completed"

const assumed = {
  source: "assumed",
  users: 40,
  events_per_user_week: { [lesson]: 7 }
}

const codeOf = ({ body, status }: Answer) => [status, body.error?.code]

const ended = Effect.fnUntraced(function* (call: Call, operation_id: string) {
  const read = Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body)
  yield* until(
    "the forecast has ended",
    Effect.map(read, ({ status }) => status !== "pending" && status !== "processing")
  )
  return yield* read
})

const started = Effect.fnUntraced(function* (call: Call, body?: unknown) {
  const answer = yield* call("POST", path, body)
  assert.deepStrictEqual([answer.status, answer.body.status], [202, "pending"], answer.text)
  return answer.body.operation_id as string
})

const forecast = Effect.fnUntraced(function* (call: Call, body?: unknown) {
  const operation = yield* ended(call, yield* started(call, body))
  assert.strictEqual(operation.status, "completed", JSON.stringify(operation.error))
  return operation.result as ForecastReport
})

const unlimited = {
  ...studyContent,
  coin_rules: [{ ...studyContent.coin_rules[0], limits: {} }],
  badge_definitions: [],
  streak_rules: []
}

/** 30 users who finished a lesson at noon of each of the last 28 days; the first of them bought a hat each week. */
const active = Effect.fnUntraced(function* (tenant: TestTenant) {
  const { customer_id } = tenant
  const sql = yield* SqlClient.SqlClient
  const { buddy_id } = yield* hatch(tenant, "copy-0")
  yield* copies(customer_id, buddy_id, 29)
  yield* sql`
    INSERT INTO events (customer_id, event_id, buddy_id, user_id, type, audience, occurred_at, received_at,
      properties, payload_hash, mode, config_version_id, effects, trace)
    SELECT b.customer_id, b.user_id || '-' || n, b.buddy_id, b.user_id, ${lesson}, 'default', d.at, d.at,
      '{"score":90}', '', 'live', null, '{"coins":10,"tokens":[]}', '[]'
    FROM buddy_identities AS b, generate_series(1, 28) AS n,
      LATERAL (SELECT date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - n * interval '1 day'
        + interval '12 hours' AS at) AS d
    WHERE b.customer_id = ${customer_id}::uuid`
  const body = { source: "purchase", price_paid: 20 }
  yield* sql`
    INSERT INTO buddy_history (customer_id, buddy_id, history_id, kind, key, body, created_at)
    SELECT ${customer_id}::uuid, ${buddy_id}::uuid, gen_random_uuid(), 'item', 'hat', ${JSON.stringify(body)}::json,
      now() - n * interval '7 days' FROM generate_series(1, 3) AS n`
  const users = Array.from({ length: 30 }, (_, place) => `copy-${place}`)
  yield* plantDelta(tenant, {
    c: Array.from({ length: 27 }, (_, back) => ["events", today() - 1 - back, "default", lesson, 30, 300] as const),
    u: Array.from({ length: 27 }, (_, back) =>
      users.map((one) => ["default", one, "", today() - 1 - back] as const)
    ).flat()
  })
  yield* caughtUp(customer_id)
  return buddy_id
})

const monday = (weeks: number) => today() - ((((today() + 3) % 7) + 7) % 7) - 7 * weeks

layer(TestApp.shared, { excludeTestServices: true })("a forecast", (it) => {
  it.effect("loses users as the last eight cohorts did whose second week is over", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, unlimited)
      // The oldest of the eight all came back, the newest and one before all of them never did.
      const come = (weeks: number, ...after: ReadonlyArray<number>) =>
        ["a", "b", "c"].flatMap((one) =>
          [0, ...after].map((later) => ["default", `${one}${weeks}`, "", monday(weeks - later)] as const)
        )
      yield* plantDelta(tenant, { c: [], u: [...come(10), ...come(9, 1), ...come(2), ...come(1, 1)] })
      yield* caughtUp(customer_id)
      const { population } = yield* forecast(call, { horizon_days: 1, runs: 10, behaviour: assumed })
      assert.strictEqual(population.weekly_retention, 0.5)
    })
  )

  it.effect("of assumed users is the same for the same seed, and writes nothing", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const version = (yield* publish(tenant, unlimited)).config_version_id
      const before = yield* fingerprint(customer_id)
      const asked = { horizon_days: 40, runs: 10, seed: "spring", behaviour: assumed }
      const report = yield* forecast(call, asked)
      assert.deepInclude(report, { config_version_id: version, horizon_days: 40, runs: 10, seed: "spring" })
      assert.deepStrictEqual(report.population, { donors: 40, users: 40, new_per_day: 0, weekly_retention: null })
      assert.strictEqual(report.daily.length, 40)
      // Without properties no lesson has a score: the rule that asks for one pays nobody.
      assert.deepStrictEqual(report.daily[39]!.issued, { p5: 0, p50: 0, p95: 0 })
      assert.isAbove(report.daily[39]!.active.p50!, 10)
      assert.deepStrictEqual(
        report.stages.map(({ stage }) => stage),
        [1, 2]
      )
      assert.include(report.not_modelled, "campaigns")
      assert.isAtLeast(report.assumptions.length, 3)
      const { audit_log: _asked, operations: _before, ...others } = before
      const { audit_log: _told, operations: _after, ...now } = yield* fingerprint(customer_id)
      assert.deepStrictEqual(now, others)

      assert.strictEqual(JSON.stringify(yield* forecast(call, asked)), JSON.stringify(report))
      const other = yield* forecast(call, { ...asked, seed: "autumn" })
      assert.notDeepEqual(other.daily, report.daily)
      const unseeded = yield* forecast(call, { ...asked, seed: undefined })
      assert.match(unseeded.seed, /^[0-9A-Za-z]{22}$/)
      const again = yield* forecast(call, { ...asked, seed: unseeded.seed })
      assert.deepStrictEqual(again, unseeded)
    })
  )

  it.effect("of recorded users lives their days on under the draft, from what they have", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const version = (yield* publish(tenant, unlimited)).config_version_id
      yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
      const hat = yield* call("POST", "/marketplaces/shop/items", {
        item_key: "hat",
        name: "Hat",
        category: "head",
        price_coins: 20
      })
      assert.strictEqual(hat.status, 201, hat.text)
      const buddy_id = yield* active(tenant)
      yield* call("POST", `/buddies/${buddy_id}/coins`, { operation: "earn", amount: 7 })
      yield* caughtUp(tenant.customer_id)

      const asked = { horizon_days: 30, runs: 10, seed: "s", new_users_per_day: 0 }
      const report = yield* forecast(call, asked)
      assert.strictEqual(report.config_version_id, version)
      assert.deepInclude(report.population, { donors: 30, users: 30, new_per_day: 0 })
      const first = report.daily[0]!
      assert.isAbove(first.active.p50!, 15)
      assert.strictEqual(first.issued.p50, first.active.p50! * 10)
      const rule = report.rules.find(({ key }) => key === "lesson_coins")
      assert.deepInclude(rule, { type: "coin_rule", share: 1 })
      // One of them buys, and a hat is had once.
      for (const { spent } of report.daily) assert.isAtMost(spent.p95!, 20)
      const left = report.daily.at(-1)!.outstanding.p50! - report.daily.reduce((sum, one) => sum + one.issued.p50!, 0)
      assert.isBelow(Math.abs(left), 200)
      const [item] = report.items
      assert.deepInclude(item, { item_id: hat.body.item_id, item_key: "hat", price: 20, affordable_share: 1 })
      assert.isAtLeast(item!.days_to_afford!.p50, 2)
      assert.notInclude(JSON.stringify(report), buddy_id)
      assert.notInclude(JSON.stringify(report), "copy-")

      const { config_version_id: draft } = (yield* call("POST", "/config-versions")).body
      const content = { coin_rules: [{ ...unlimited.coin_rules[0], amount: { mode: "fixed", value: 30 } }] }
      assert.strictEqual((yield* call("PATCH", `/config-versions/${draft}`, { content })).status, 200)
      const better = yield* forecast(call, asked)
      assert.strictEqual(better.config_version_id, draft)
      assert.strictEqual(better.daily[0]!.issued.p50, first.issued.p50! * 3)
      const named = yield* forecast(call, { ...asked, config_version_id: 1 })
      assert.deepStrictEqual(named.daily, report.daily)
      const drafted = yield* forecast(call, { ...asked, config_version_id: "draft", item_ids: [hat.body.item_id] })
      assert.deepStrictEqual(drafted, better)
    })
  )

  it.effect("of users who have begun today lives the day that has only begun", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, unlimited)
      const { buddy_id } = yield* hatch(tenant, "copy-0")
      yield* copies(customer_id, buddy_id, 24)
      const events = Array.from({ length: 500 }, (_, index) => finished(`copy-${index % 25}`))
      yield* call("POST", "/events/batch", { events })
      yield* caughtUp(customer_id)
      const behaviour = { source: "recorded", window_days: 7 }
      const { daily } = yield* forecast(call, { horizon_days: 7, runs: 10, new_users_per_day: 0, behaviour })
      const p50s = daily.map(({ active: there }) => there.p50)
      assert.deepStrictEqual(p50s, [0, 0, 0, 0, 0, 0, 25])
    })
  )

  it.effect("lives days that were recorded to their end, and so no weekday less than the others", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, unlimited)
      yield* active(tenant)
      // All of them come every day, and today's noon may be ahead.
      for (const window_days of [18, 28]) {
        const behaviour = { source: "recorded", window_days }
        const asked = { runs: 10, seed: "s", new_users_per_day: 0, behaviour }
        const { daily, population } = yield* forecast(call, { ...asked, horizon_days: 8 })
        assert.deepInclude(population, { donors: 30, users: 30, weekly_retention: 1 })
        for (const { active: there, day, issued } of daily) {
          assert.deepStrictEqual(there, { p5: 30, p50: 30, p95: 30 }, `${window_days} days, day ${day}`)
          assert.strictEqual(issued.p50, 300)
        }
      }
    })
  )

  it.effect("is one at a time, and ends at once when it is cancelled", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant, unlimited)
      const long = { horizon_days: 365, runs: 1_000, behaviour: { ...assumed, users: 5_000 } }
      const operation_id = yield* started(call, long)
      const second = yield* call("POST", path, long)
      assert.deepStrictEqual(codeOf(second), [409, "operation_in_progress"])
      yield* until(
        "the forecast is under way",
        Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body.status === "processing")
      )
      const cancelled = yield* call("POST", `/operations/${operation_id}/cancel`)
      assert.deepStrictEqual([cancelled.status, cancelled.body.status], [200, "cancelled"], cancelled.text)
      assert.isNull(cancelled.body.result)
      const next = yield* forecast(call, { horizon_days: 1, runs: 10, behaviour: assumed })
      assert.strictEqual(next.runs, 10)
      const after = yield* call("GET", `/operations/${operation_id}`)
      assert.deepStrictEqual([after.body.status, after.body.result], ["cancelled", null])
    })
  )

  it.effect("is refused without data, for what does not exist, and for more than may be", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant()
      const { call } = tenant
      assert.deepStrictEqual(codeOf(yield* call("POST", path)), [404, "not_found"])
      yield* publish(tenant, unlimited)
      const nothing = yield* call("POST", path)
      assert.deepStrictEqual(codeOf(nothing), [409, "forecast_no_data"])
      assert.deepInclude(nothing.body.error.details, { users: 0, events: 0, users_needed: 20, events_needed: 500 })
      for (const config_version_id of [99, "99", "nothing", "draft", tenant.customer_id])
        assert.deepStrictEqual(
          codeOf(yield* call("POST", path, { config_version_id, behaviour: assumed })),
          [404, "not_found"],
          String(config_version_id)
        )
      const unknown = yield* call("POST", path, { audience: "nobody", behaviour: assumed })
      assert.deepStrictEqual(codeOf(unknown), [400, "unknown_audience"])
      const wrong = [
        { horizon_days: 0 },
        { horizon_days: 366 },
        { runs: 9 },
        { runs: 1_001 },
        { seed: "" },
        { seed: "s".repeat(65) },
        { behaviour: { source: "recorded", window_days: 6 } },
        { behaviour: { source: "recorded", window_days: 91 } },
        { behaviour: { source: "dreamt" } },
        { behaviour: { ...assumed, users: 0 } },
        { behaviour: { ...assumed, users: 100_001 } },
        { behaviour: { ...assumed, events_per_user_week: {} } },
        { behaviour: { ...assumed, events_per_user_week: { a: -1 } } },
        { behaviour: { ...assumed, events_per_user_week: { a: 10_001 } } },
        { behaviour: { ...assumed, events_per_user_week: { " ": 1 } } },
        { behaviour: { ...assumed, window_days: 28 } },
        { new_users_per_day: -1 },
        { new_users_per_day: 100_001 },
        { new_users_per_day: "some" },
        { item_ids: [] },
        { item_ids: Array.from({ length: 51 }, () => tenant.customer_id) },
        { item_ids: ["hat"], behaviour: assumed },
        { item_ids: [tenant.customer_id], behaviour: assumed },
        { horizon: 3 }
      ]
      for (const body of wrong) {
        const answer = yield* call("POST", path, body)
        assert.deepStrictEqual(codeOf(answer), [422, "validation_failed"], JSON.stringify(body).slice(0, 200))
      }
      const { data } = (yield* call("GET", "/operations?type=forecast")).body
      assert.deepStrictEqual(data, [])
      const poor = yield* app.tenant({ plan: "growth" })
      assert.deepStrictEqual(codeOf(yield* poor.call("POST", path)), [402, "plan_feature_locked"])
    })
  )
})
