/** What looks wrong is told once, lasts while it is seen, and ends by itself; the test has looks of its own. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Alerts } from "../../../src/features/insight/alerts/Service.ts"
import { day_ms, hour, list, lookAt, spike, sums, type Listed } from "../../kit/insight/alertLooks.ts"
import { caughtUp } from "../../kit/insight/analytics.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { planned } from "../../kit/surfaces/Planned.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const App = Alerts.layer.pipe(Layer.provideMerge(TestApp.shared))

layer(App, { excludeTestServices: true })("alerts", (it) => {
  it.effect("tell of a rule that pays fifty times what it does, once however often it is looked at", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* call("POST", "/webhook-configs", { url: "http://127.0.0.1:9/never", events: ["economy.*"] })
      yield* sums(customer_id, [...spike, { metric: "coins_in", ago: 0, key: "coin_rule:new", amount: 9_000 }])
      for (const minutes of [0, 5, 10]) yield* lookAt(customer_id, hour + minutes * 60_000)
      const [alert, ...others] = yield* list(tenant)
      assert.deepStrictEqual(others, [], "a rule nothing is known of is no sign")
      assert.deepInclude(alert, {
        kind: "rule_spike",
        severity: "warning",
        status: "open",
        observed: 5_000,
        expected: 100,
        factor: 50
      })
      const events = () =>
        sql`SELECT d.event FROM webhook_deliveries_all AS d WHERE d.customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(yield* events(), [{ event: "economy.alert_opened" }])
      const { notifications } = (yield* call("GET", "/notifications")).body
      assert.deepStrictEqual(
        notifications.map((one: Record<string, unknown>) => [one["kind"], one["severity"]]),
        [["economy_alert", "warning"]]
      )
      yield* lookAt(customer_id, hour + 10 * 60_000 + day_ms - 1)
      assert.strictEqual((yield* list(tenant))[0]!.status, "open")
      yield* lookAt(customer_id, hour + 10 * 60_000 + day_ms)
      assert.strictEqual((yield* list(tenant))[0]!.status, "resolved")
      assert.lengthOf(yield* events(), 2)
    })
  )

  it.effect("can be acknowledged and dismissed, and a dismissed one is not told for seven days", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* sums(customer_id, spike)
      yield* lookAt(customer_id, hour)
      const [{ alert_id }] = (yield* list(tenant)) as [Listed]
      const patch = (status: string, note?: string) =>
        call("PATCH", `/economy/alerts/${alert_id}`, { status, ...(note === undefined ? {} : { note }) })
      const acknowledged = yield* patch("acknowledged", "A campaign of ours")
      assert.deepInclude(acknowledged.body, { status: "acknowledged", note: "A campaign of ours", resolved_at: null })
      assert.strictEqual((yield* patch("acknowledged")).body.error.code, "invalid_transition")
      yield* lookAt(customer_id, hour + 60_000)
      assert.lengthOf(yield* list(tenant), 1, "it is still the same")
      assert.deepInclude((yield* patch("dismissed")).body, { status: "dismissed", note: "A campaign of ours" })
      for (const status of ["acknowledged", "dismissed"]) assert.strictEqual((yield* patch(status)).status, 409)
      assert.strictEqual((yield* patch("resolved")).status, 422)
      const dismissedAt = (at: number) =>
        sql`UPDATE economy_alerts SET ended_at = ${new Date(at)} WHERE alert_id = ${alert_id}::uuid`
      yield* dismissedAt(hour - 7 * day_ms + 120_000)
      yield* lookAt(customer_id, hour + 60_000)
      assert.lengthOf(yield* list(tenant), 1, "muted")
      yield* lookAt(customer_id, hour + 180_000)
      assert.lengthOf(yield* list(tenant, "?status=open&kind=rule_spike"), 1)
      const other = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* other.call("GET", `/economy/alerts/${alert_id}`)).status, 404)
    })
  )

  it.effect("look for what the workspace wants", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const path = "/economy/alert-config"
      assert.deepStrictEqual((yield* call("GET", path)).body.rule_spike, { enabled: true, factor: 10, min: 1_000 })
      const refused = [{ rule_spike: { factor: 1 } }, { silence: { factor: 5 } }, { budget: { min: 5 } }, { other: {} }]
      for (const body of refused) assert.strictEqual((yield* call("PATCH", path, body)).status, 422)
      yield* sums(customer_id, spike)
      yield* call("PATCH", path, { rule_spike: { factor: 60 } })
      yield* lookAt(customer_id, hour)
      assert.deepStrictEqual(yield* list(tenant), [])
      const changed = yield* call("PATCH", path, { rule_spike: { min: 2_000 } })
      assert.deepStrictEqual(changed.body.rule_spike, { enabled: true, factor: 60, min: 2_000 })
      yield* call("PATCH", path, { rule_spike: { factor: 50, enabled: false } })
      yield* lookAt(customer_id, hour)
      assert.deepStrictEqual(yield* list(tenant), [])
      yield* call("PATCH", path, { rule_spike: { enabled: true } })
      yield* lookAt(customer_id, hour)
      assert.lengthOf(yield* list(tenant), 1)
    })
  )

  it.effect("tell of a farmer, of silence, of types nobody knows, of limits, of no sinks and of the quota", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      const { customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const farmer = "0193a1f0-5c00-7000-8000-0000000000aa"
      const week = [1, 2, 3, 4, 5, 6, 7]
      yield* sums(customer_id, [
        { metric: "buddy", ago: 0, key: farmer, count: 90, amount: 6_000 },
        { metric: "buddy", ago: 0, key: `${farmer.slice(0, -1)}b`, count: 59, amount: 6_000 },
        { metric: "active", ago: 0, key: "", count: 100, amount: 10_000 },
        { metric: "coins_in", ago: 0, key: "badge:first", amount: 200_000 },
        { metric: "events", ago: 0, key: "made.up", count: 1_000 },
        ...week.map((day) => ({ metric: "events", ago: day * 24 + 3, key: "gone.silent", count: 200 })),
        ...week.map((day) => ({ metric: "events", ago: day * 24 + 12, key: "of.the.night", count: 200 })),
        ...week.map((day) => ({ metric: "coins_out", ago: day * 24 + 3, key: "", amount: 2_000 })),
        { metric: "limited", ago: 0, key: "coin_rule:lesson:limit_reached", count: 600 }
      ])
      yield* sql`INSERT INTO event_usage (customer_id, month, slot, used)
        VALUES (${customer_id}::uuid, ${new Date(hour).toISOString().slice(0, 7)}, 0, 9_500)`
      yield* lookAt(customer_id, hour + 60_000)
      const found = yield* list(tenant)
      const told = Object.fromEntries(found.map(({ kind, severity, subject }) => [kind, [severity, subject.id]]))
      assert.deepStrictEqual(told, {
        user_farming: ["warning", farmer],
        silence: ["warning", "gone.silent"],
        unknown_types: ["info", "event_types"],
        no_sinks: ["info", "sinks"],
        quota: ["warning", "2031-03"],
        refusals: ["warning", "coin_rule:lesson:limit_reached"]
      })
      yield* sql`UPDATE event_usage SET used = 10_000 WHERE customer_id = ${customer_id}::uuid`
      yield* lookAt(customer_id, hour + 120_000)
      assert.strictEqual((yield* list(tenant, "?kind=quota"))[0]!.severity, "critical")
      const { notifications } = (yield* tenant.call("GET", "/notifications")).body
      const kinds = notifications.map(({ kind }: { readonly kind: string }) => kind)
      assert.includeMembers(kinds, ["quota_warning", "quota_exhausted"])
      assert.notInclude(JSON.stringify(notifications), farmer)
    })
  )

  it.effect("that nobody wants do not keep people from hearing of the quota, each word once a month", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const off = yield* call("PATCH", "/economy/alert-config", { quota: { enabled: false } })
      assert.strictEqual(off.status, 200, off.text)
      const used = (count: number, at: number) =>
        Effect.andThen(
          sql`INSERT INTO event_usage (customer_id, month, slot, used)
            VALUES (${customer_id}::uuid, ${new Date(hour).toISOString().slice(0, 7)}, 0, ${count})
            ON CONFLICT (customer_id, month, slot) DO UPDATE SET used = excluded.used`,
          lookAt(customer_id, hour + at)
        )
      const told = Effect.map(call("GET", "/notifications"), ({ body }) =>
        (body.notifications as ReadonlyArray<{ kind: string; details: object }>)
          .map(({ details, kind }) => [kind, details])
          .toReversed()
      )
      yield* used(7_900, 60_000)
      assert.deepStrictEqual(yield* told, [])
      yield* used(8_000, 120_000)
      const warning = ["quota_warning", { month: "2031-03", used: 8_000, max: 10_000 }]
      assert.deepStrictEqual(yield* told, [warning])
      yield* call("POST", "/notifications/read", { before: "2100-01-01T00:00:00Z" })
      yield* used(10_000, 180_000)
      yield* used(10_000, 240_000)
      const exhausted = ["quota_exhausted", { month: "2031-03", used: 10_000, max: 10_000 }]
      assert.deepStrictEqual(yield* told, [warning, exhausted])
      // A larger plan has events left; those run out anew, and that is told anew.
      yield* planned(customer_id, "growth")
      yield* used(399_999, 300_000)
      assert.lengthOf(yield* told, 2)
      yield* used(400_000, 360_000)
      const again = ["quota_warning", { month: "2031-03", used: 400_000, max: 500_000 }]
      assert.deepStrictEqual(yield* told, [warning, exhausted, again])
      assert.deepStrictEqual(yield* list(tenant), [])
    })
  )

  it.effect("go by hours of what was committed, and tell of a budget that runs out", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const rule = {
        rule_key: "bonus",
        trigger: { event_type: "bonus.drawn" },
        amount: { mode: "fixed", value: 10 },
        limits: { max_per_day: 2 },
        budget: { period: "total", max_coins: 24 }
      }
      yield* publish(tenant, { ...studyContent, coin_rules: [rule] })
      const { buddy_id } = yield* hatch(tenant, "ada")
      const bonus = () => lesson("ada", { type: "bonus.drawn", properties: {} })
      const events = Array.from({ length: 62 }, bonus)
      assert.strictEqual((yield* call("POST", "/events/batch", { events })).status, 200)
      yield* caughtUp(customer_id)
      const counted = yield* sql`
        SELECT metric, key, sum(count)::int AS count, sum(amount)::int AS amount FROM analytics_hours
        WHERE customer_id = ${customer_id}::uuid GROUP BY 1, 2 ORDER BY 1, 2`
      const by = new Map(counted.map((row) => [`${row["metric"]} ${row["key"]}`, [row["count"], row["amount"]]]))
      assert.deepStrictEqual(by.get("coins_in coin_rule:bonus"), [2, 20])
      assert.deepStrictEqual(by.get("events bonus.drawn"), [62, 20])
      assert.deepStrictEqual(by.get("limited coin_rule:bonus:limit_reached"), [60, 0])
      yield* lookAt(customer_id, Date.now())
      assert.deepInclude((yield* list(tenant, "?kind=budget"))[0], { severity: "warning", observed: 20, expected: 24 })
      const [busy] = yield* sql`
        SELECT sum(count)::int AS count FROM analytics_hours
        WHERE customer_id = ${customer_id}::uuid AND metric = 'buddy' AND key = ${buddy_id}`
      assert.isTrue(busy!["count"] === null || Number(busy!["count"]) >= 60)
    })
  )

  it.effect("tell of the budget of a drop as of that of a rule", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, studyContent)
      yield* hatch(tenant, "ada")
      const drop = {
        drop_key: "gift",
        name: "Gift",
        trigger: { event_type: "gift.drawn" },
        probability: 1,
        reward_pool: [{ weight: 1, reward: { coins: 10 } }],
        budget: { period: "month", max_coins: 20 }
      }
      const made = yield* call("POST", "/customers/me/surprise-drops", drop)
      assert.strictEqual(made.status, 201, made.text)
      const gifts = ["first", "second"].map(() => lesson("ada", { type: "gift.drawn", properties: {} }))
      yield* call("POST", "/events/batch", { events: gifts })
      yield* caughtUp(customer_id)
      yield* lookAt(customer_id, Date.now())
      const found = yield* list(tenant, "?kind=budget")
      assert.deepInclude(found[0], { severity: "critical", observed: 20, expected: 20 })
      assert.deepInclude(found[0], { links: ["/api/v1/customers/me/surprise-drops"] })
      assert.deepStrictEqual(found[0]!["subject"], { type: "rule", id: "gift", key: "gift" })
    })
  )
})
