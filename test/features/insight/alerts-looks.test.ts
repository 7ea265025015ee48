/** What a look goes by beside sums, what it leaves alone, and what becomes of alerts about somebody who is erased. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Alerts } from "../../../src/features/insight/alerts/Service.ts"
import { personal } from "../../../src/features/insight/alerts/Store/Personal.ts"
import { eraseAll } from "../../../src/platform/erasures/Personal.ts"
import { requestTables } from "../../../src/platform/erasures/Requests.ts"
import { tellBeside } from "../../../src/platform/notifications/Tell.ts"
import { hour, hour_ms, list, lookAt, spike, sums } from "../../kit/insight/alertLooks.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

const App = Alerts.layer.pipe(Layer.provideMerge(TestApp.layer()))

layer(App, { excludeTestServices: true })("alerts", (it) => {
  it.effect("take a type that was archived for one that is not defined, as the list of types in use does", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const type = { event_type: "course.closed" }
      assert.strictEqual((yield* call("POST", "/event-types", type)).status, 201)
      yield* sums(customer_id, [{ metric: "events", ago: 0, key: "course.closed", count: 60 }])
      yield* lookAt(customer_id, hour)
      assert.isEmpty(yield* list(tenant))
      const { body } = yield* call("PUT", "/event-types/course.closed", { ...type, status: "archived" })
      assert.strictEqual(body.status, "archived")
      yield* lookAt(customer_id, hour)
      assert.deepStrictEqual(
        (yield* list(tenant)).map(({ kind, observed }) => [kind, observed]),
        [["unknown_types", 60]]
      )
    })
  )

  it.effect("tell of an endpoint that keeps failing, by its host, as long as it is meant to work", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const url = "https://receiver.example/a/secret/path"
      const hook = (yield* call("POST", "/webhook-configs", { url, events: ["user.erased"] })).body
      yield* sums(customer_id, [{ metric: "events", ago: 0, key: "lesson.completed", count: 1 }])
      const failing = (hours: number) => sql`
        UPDATE webhook_configs SET failing_since = ${new Date(hour - hours * hour_ms)}
        WHERE customer_id = ${customer_id}::uuid`
      const told = Effect.map(list(tenant), (all) => all.filter(({ kind }) => kind === "webhook_failing"))
      yield* failing(0)
      yield* lookAt(customer_id, hour + 60_000)
      assert.lengthOf(yield* told, 0, "not for a few minutes")
      yield* failing(100)
      yield* sql`UPDATE webhook_configs SET enabled = false WHERE customer_id = ${customer_id}::uuid`
      yield* lookAt(customer_id, hour + 60_000)
      assert.lengthOf(yield* told, 0, "nor of one that is switched off")
      yield* sql`UPDATE webhook_configs SET enabled = true WHERE customer_id = ${customer_id}::uuid`
      yield* turn(call, { webhooks: false })
      yield* lookAt(customer_id, hour + 60_000)
      assert.lengthOf(yield* told, 0, "nor of any where nothing is sent")
      yield* turn(call, { webhooks: true })
      yield* lookAt(customer_id, hour + 60_000)
      const [alert] = yield* told
      assert.strictEqual(alert?.subject.id, hook.webhook_config_id)
      assert.notInclude(JSON.stringify(alert), "secret")
    })
  )

  it.effect("are none without analytics, while the news of a month that runs out go on", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* turn(call, { analytics: false })
      yield* sql`
        INSERT INTO event_usage (customer_id, month, slot, used) VALUES (${customer_id}::uuid, '2031-03', 0, 10_000)`
      yield* sums(customer_id, spike)
      yield* lookAt(customer_id, hour + 60_000)
      const news = (yield* call("GET", "/notifications")).body.notifications
      const kinds = news.map(({ kind }: { readonly kind: string }) => kind)
      assert.include(kinds, "quota_exhausted")
      yield* turn(call, { analytics: true })
      assert.deepStrictEqual(yield* list(tenant), [])
    })
  )

  it.effect("of the endpoint of a cause lead to the cause, where it is shown", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "growth" })
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const cause = {
        cause_key: "trees",
        name: "Trees",
        unit_label: "tree",
        counter: { event_type: "lesson.completed", metric: "count", property: null, units_per_event: 1 },
        threshold_unit: 10,
        webhook_url: "https://receiver.example/trees",
        status: "active"
      }
      const made = yield* call("POST", "/customers/me/causes", cause)
      assert.strictEqual(made.status, 201, made.text)
      yield* sql`
        UPDATE webhook_configs SET failing_since = ${new Date(hour - 2 * hour_ms)}, enabled = true
        WHERE customer_id = ${customer_id}::uuid`
      yield* sums(customer_id, [{ metric: "events", ago: 0, key: "lesson.completed", count: 1 }])
      yield* lookAt(customer_id, hour + 60_000)
      const [alert] = yield* list(tenant, "?kind=webhook_failing")
      const links = alert!["links"] as ReadonlyArray<string>
      for (const link of links) {
        const shown = yield* call("GET", link.replace("/api/v1", ""))
        assert.strictEqual(shown.status, 200, `${link} ${shown.text}`)
      }
      assert.lengthOf(links, 1)
    })
  )

  it.effect("about a buddy go with it, what was told of them, and its hours", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      const [gone, stays] = [crypto.randomUUID(), crypto.randomUUID()]
      for (const buddy_id of [gone, stays]) {
        const alert_id = crypto.randomUUID()
        yield* sums(customer_id, [{ metric: "buddy", ago: 0, key: buddy_id, count: 90, amount: 6_000 }])
        yield* sql`
          INSERT INTO economy_alerts (customer_id, alert_id, kind, subject_type, subject_id, subject_key, severity,
            status, sign, first_seen_at, last_seen_at)
          VALUES (${customer_id}::uuid, ${alert_id}::uuid, 'user_farming', 'buddy', ${buddy_id}, ${buddy_id}, 'warning',
            'open', '{}', now(), now())`
        yield* tellBeside(sql, customer_id, {
          kind: "economy_alert",
          subject: alert_id,
          message: "A buddy earns much more than all others.",
          details: { alert_id, buddy_was: buddy_id.slice(0, 8) }
        })
      }
      const person = {
        customer_id,
        user_id: "u",
        buddy_ids: [gone],
        egg_ids: [],
        event_limit: 0,
        requested_at: new Date()
      }
      const news = requestTables.filter(({ table }) => table === "notifications")
      for (const table of [...news, ...personal]) yield* eraseAll(table, person, () => Effect.void)
      const left = yield* sql`
        SELECT key AS id FROM analytics_hours WHERE customer_id = ${customer_id}::uuid AND metric = 'buddy'
        UNION ALL SELECT subject_id FROM economy_alerts WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(
        left.map(({ id }) => id),
        [stays, stays]
      )
      const told = yield* sql`
        SELECT details ->> 'buddy_was' AS buddy_was FROM notifications WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(told, [{ buddy_was: stays.slice(0, 8) }])
    })
  )

  it.effect("are looked for while figures of the workspace are added up", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* sums(customer_id, spike)
      yield* sql`INSERT INTO alert_looks (customer_id, counted_at) VALUES (${customer_id}::uuid, now())
        ON CONFLICT DO NOTHING`
      yield* lookAt(customer_id, hour + 60_000)
      const [held, free] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holding = openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`SELECT 1 FROM economy_alerts WHERE customer_id = ${customer_id}::uuid FOR UPDATE`
          yield* Deferred.succeed(held, undefined)
          yield* Deferred.await(free)
        })
      )
      const holder = yield* Effect.forkChild(Effect.orDie(holding))
      yield* Deferred.await(held)
      const looking = yield* Effect.forkChild(lookAt(customer_id, hour + 120_000))
      yield* until(
        "the look waits for the alert",
        Effect.map(
          sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          (found) => found.length > 0
        )
      )
      const unlocked = yield* sql`
        SELECT 1 FROM alert_looks WHERE customer_id = ${customer_id}::uuid FOR UPDATE SKIP LOCKED`
      yield* Deferred.succeed(free, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(looking)
      assert.lengthOf(unlocked, 1, "whoever adds up does not wait for the look")
    })
  )

  it.effect("come with word of deliveries that were given up, once for an endpoint and day, also after midnight", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const counted = (day: string, endpoint: string) => sql`
        INSERT INTO analytics_counters (customer_id, metric, day, audience, key, count, amount)
        VALUES (${customer_id}::uuid, 'webhook_exhausted', ${day}::date, '', ${`${endpoint}|badge.awarded`}, 2, 0)`
      const told = Effect.map(call("GET", "/notifications?kind=deliveries_exhausted"), ({ body }) =>
        (body.notifications as ReadonlyArray<{ details: { webhook_config_id: string; day: string } }>)
          .map(({ details: { day, webhook_config_id } }) => `${webhook_config_id} ${day}`)
          .toSorted()
      )
      const midnight = Date.UTC(2031, 2, 20)
      yield* counted("2031-03-18", "older")
      yield* counted("2031-03-19", "first")
      yield* lookAt(customer_id, midnight - 60_000)
      assert.deepStrictEqual(yield* told, ["first 2031-03-19", "older 2031-03-18"])
      yield* counted("2031-03-19", "second")
      yield* lookAt(customer_id, midnight + 1_000)
      const both = ["first 2031-03-19", "older 2031-03-18", "second 2031-03-19"]
      assert.deepStrictEqual(yield* told, both)
      yield* call("POST", "/notifications/read", { before: "2100-01-01T00:00:00Z" })
      yield* lookAt(customer_id, midnight + 2_000)
      assert.deepStrictEqual(yield* told, both)
    })
  )
})
