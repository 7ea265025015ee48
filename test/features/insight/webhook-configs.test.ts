/** Webhook endpoints over HTTP: who may have which, and what they hear. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { webhookNames } from "../../../src/wire/Webhook.ts"
import { stage, statusOf } from "../../kit/webhooks/EndpointStage.ts"
import { enqueue, header } from "../../kit/webhooks/PumpStage.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { status } from "../../kit/webhooks/WebhookSink.ts"

layer(TestApp.shared, { excludeTestServices: true })("webhook configs", (it) => {
  it.effect("the secret is shown when an endpoint is created and never again", () =>
    Effect.gen(function* () {
      const { call, config } = yield* stage
      assert.match(config.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(config.status, "active")
      assert.isTrue(config.enabled)
      const { secret: _, ...shown } = config
      assert.deepStrictEqual((yield* call("GET", `/webhook-configs/${config.webhook_config_id}`)).body, shown)
      const list = yield* call("GET", "/webhook-configs")
      assert.deepStrictEqual(list.body, { data: [shown], meta: { total: 1, page: 1, limit: 20 } })
      const sql = yield* SqlClient.SqlClient
      const [row] =
        yield* sql`SELECT secret FROM webhook_configs WHERE webhook_config_id = ${config.webhook_config_id}::uuid`
      assert.notInclude(Buffer.from(row!["secret"] as Uint8Array).toString("latin1"), config.secret)
    })
  )

  it.effect("an endpoint can be changed, disabled and removed, and hears events accordingly", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      yield* enqueue(customer_id, [1])
      yield* sink.got("/hook", 1)
      const moved = yield* call("PATCH", path, {
        url: sink.url("/moved"),
        description: "new",
        headers: { "X-Team": "a" }
      })
      assert.strictEqual(moved.status, 200)
      assert.deepInclude(moved.body, {
        url: sink.url("/moved"),
        description: "new",
        headers: { "X-Team": "a" },
        events: config.events
      })
      yield* enqueue(customer_id, [2])
      yield* sink.got("/moved", 1)
      assert.strictEqual(header(sink.at("/moved")[0]!, "x-team"), "a")

      assert.deepInclude((yield* call("PATCH", path, { events: ["badge.*"] })).body, { events: ["badge.*"] })
      yield* enqueue(customer_id, [3])
      yield* call("PATCH", path, { events: ["coins.earned"] })
      yield* enqueue(customer_id, [4])
      yield* sink.got("/moved", 2)
      assert.strictEqual(JSON.parse(sink.at("/moved")[1]!.body).amount, 4)

      const off = yield* call("PATCH", path, { enabled: false })
      assert.strictEqual(off.body.status, "disabled")
      assert.isString(off.body.disabled_at)
      yield* enqueue(customer_id, [5])
      const on = yield* call("PATCH", path, { enabled: true })
      assert.deepInclude(on.body, { status: "active", disabled_at: null })
      yield* enqueue(customer_id, [6])
      yield* sink.got("/moved", 3)
      assert.strictEqual(JSON.parse(sink.at("/moved")[2]!.body).amount, 6)

      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.strictEqual((yield* call("DELETE", path)).status, 404)
      yield* enqueue(customer_id, [7])
      const sql = yield* SqlClient.SqlClient
      const left = sql`
        SELECT 1 FROM webhook_deliveries_all WHERE customer_id = ${customer_id}::uuid AND status <> 'delivered'`
      yield* until(
        "nothing left to send",
        Effect.map(left, (rows) => rows.length === 0)
      )
    })
  )

  it.effect("an endpoint shows since when it only fails, and moving it is a fresh start", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      sink.script("/hook", status(500))
      yield* enqueue(customer_id, [1])
      const failingSince = Effect.map(call("GET", path), ({ body }) => body.failing_since as string | null)
      yield* until(
        "it fails",
        Effect.map(failingSince, (since) => since !== null)
      )
      yield* call("PATCH", path, { description: "still there" })
      assert.isString(yield* failingSince)
      yield* call("PATCH", path, { url: sink.url("/moved") })
      assert.isNull(yield* failingSince)
    })
  )

  it.effect("removing an endpoint gives up what waits for it", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      sink.script("/hook", status(500))
      yield* enqueue(customer_id, [1])
      const list = call("GET", `/webhook-configs/${config.webhook_config_id}/deliveries`)
      yield* until(
        "one failure",
        Effect.map(list, ({ body }) => body.data[0]?.status === "failed")
      )
      const [{ delivery_id }] = (yield* list).body.data
      yield* call("DELETE", `/webhook-configs/${config.webhook_config_id}`)
      assert.strictEqual(yield* statusOf(call, delivery_id), "exhausted")
      assert.strictEqual((yield* call("POST", `/webhook-deliveries/${delivery_id}/replay`)).status, 404)
    })
  )

  it.effect("nothing of it can be seen or touched by another tenant", () =>
    Effect.gen(function* () {
      const { call, config, customer_id } = yield* stage
      yield* enqueue(customer_id, [1])
      const {
        data: [delivery]
      } = (yield* call("GET", `/webhook-configs/${config.webhook_config_id}/deliveries`)).body
      const other = yield* (yield* TestApp).tenant()
      const id = config.webhook_config_id
      const answers = yield* Effect.all([
        other.call("GET", `/webhook-configs/${id}`),
        other.call("PATCH", `/webhook-configs/${id}`, { enabled: false }),
        other.call("DELETE", `/webhook-configs/${id}`),
        other.call("POST", `/webhook-configs/${id}/rotate-secret`, {}),
        other.call("POST", `/webhook-configs/${id}/test`, { event: "coins.earned" }),
        other.call("POST", `/webhook-configs/${id}/recover`, { since: "2020-01-01T00:00:00Z" }),
        other.call("GET", `/webhook-configs/${id}/deliveries`),
        other.call("GET", `/webhook-deliveries/${delivery.delivery_id}`),
        other.call("POST", `/webhook-deliveries/${delivery.delivery_id}/replay`),
        other.call("GET", "/webhook-configs/not-an-id"),
        other.call("GET", "/webhook-deliveries/not-an-id")
      ])
      for (const answer of answers) {
        assert.strictEqual(answer.status, 404)
        assert.strictEqual(answer.body.error.code, "not_found")
      }
      assert.strictEqual((yield* other.call("GET", "/webhook-configs")).body.meta.total, 0)
    })
  )

  it.effect("the catalogue lists every event with a schema and an example", () =>
    Effect.gen(function* () {
      const { call } = yield* stage
      const { body, status } = yield* call("GET", "/webhook-configs/events")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        body.data.map((entry: { event: string }) => entry.event),
        webhookNames
      )
      const coins = body.data.find((entry: { event: string }) => entry.event === "coins.earned")
      assert.deepStrictEqual(coins.payload_schema.required, [
        "buddy_id",
        "amount",
        "balance",
        "reason",
        "reference_id",
        "ledger_id",
        "is_lucky"
      ])
      assert.deepStrictEqual(Object.keys(coins.example).toSorted(), coins.payload_schema.required.toSorted())
      // whoever subscribes to all of it may
      const all = yield* call("POST", "/webhook-configs", { url: "http://localhost:9/all", events: webhookNames })
      assert.strictEqual(all.status, 201)
    })
  )

  it.effect("bad endpoints are refused with one issue per problem", () =>
    Effect.gen(function* () {
      const { call } = yield* stage
      const good = { url: "http://localhost:9/hook", events: ["coins.earned"] }
      const bad: ReadonlyArray<readonly [unknown, RegExp]> = [
        [{}, /url/],
        [{ ...good, url: "nonsense" }, /url: must be an absolute URL/],
        [{ ...good, url: "ftp://localhost/" }, /url: must be an http or https URL/],
        [{ ...good, url: "http://user:pass@localhost/" }, /user name or password/],
        [{ ...good, events: [] }, /events/],
        [{ ...good, events: ["coins.unheard"] }, /events\.0: must be an event/],
        [{ ...good, events: ["nothing.*"] }, /events\.0: must be an event/],
        [{ ...good, colour: "red" }, /property colour should not exist/],
        [{ ...good, headers: { Host: "x" } }, /headers\.Host: is set by the service/],
        [{ ...good, headers: { "X-Svc-Signature": "x" } }, /is set by the service/],
        [{ ...good, headers: { "Webhook-Id": "x" } }, /is set by the service/],
        [{ ...good, headers: { "Content-Length": "1" } }, /is set by the service/],
        [{ ...good, headers: { "X A": "x" } }, /must be a header name/],
        [{ ...good, headers: { "X-A": "a\r\nX-B: b" } }, /printable ASCII/],
        [{ ...good, headers: { "X-A": "1", "x-a": "2" } }, /given twice/],
        [
          { ...good, headers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, ""])) },
          /at most 20/
        ]
      ]
      for (const [body, words] of bad) {
        const answer = yield* call("POST", "/webhook-configs", body)
        assert.strictEqual(answer.status, 422, JSON.stringify(body))
        assert.strictEqual(answer.body.error.code, "validation_failed")
        assert.match(answer.body.error.message, words)
        assert.isNotEmpty(answer.body.error.details.issues)
      }
      assert.strictEqual((yield* call("POST", "/webhook-configs", { ...good, events: ["*"] })).status, 201)
      assert.strictEqual(
        (yield* call("PATCH", `/webhook-configs/${crypto.randomUUID()}`, { enabled: true })).status,
        404
      )
    })
  )

  it.effect("of many who make the last endpoint at once, one does", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const make = (number: number) =>
        call("POST", "/webhook-configs", { url: `http://127.0.0.1:9/${number}`, events: ["coins.earned"] })
      const many = (count: number, concurrency: number) =>
        Effect.map(Effect.forEach(Array.from({ length: count }).keys(), make, { concurrency }), (answers) =>
          answers.flatMap(({ body, status }) => (status === 201 ? [body.webhook_config_id as string] : []))
        )
      yield* many(49, 1)
      // Whether two of them meet is chance: often enough that one time in so many they do.
      for (let round = 0; round < 25; round++) {
        const [last, ...more] = yield* many(20, 20)
        assert.isEmpty(more)
        yield* call("DELETE", `/webhook-configs/${last}`)
      }
    })
  )

  it.effect("a workspace has at most fifty endpoints", () =>
    Effect.gen(function* () {
      const { call } = yield* stage
      for (let count = 1; count < 50; count++) {
        assert.strictEqual(
          (yield* call("POST", "/webhook-configs", { url: `http://localhost:9/${count}`, events: ["*"] })).status,
          201
        )
      }
      const over = yield* call("POST", "/webhook-configs", { url: "http://localhost:9/50", events: ["*"] })
      assert.strictEqual(over.status, 409)
      assert.deepInclude(over.body.error, { code: "webhook_config_limit", details: { max: 50 } })
      assert.strictEqual((yield* call("GET", "/webhook-configs?limit=100")).body.meta.total, 50)
    })
  )
})

layer(TestApp.layer({ webhookAllowPrivate: false }), { excludeTestServices: true })(
  "webhook configs in production",
  (it) => {
    it.effect("only public https endpoints are accepted, on create and on change", () =>
      Effect.gen(function* () {
        const { call } = yield* (yield* TestApp).tenant()
        const refused = [
          "http://hooks.example.com/",
          "https://127.0.0.1/",
          "https://[::1]/",
          "https://localhost/",
          "https://2130706433/",
          "https://metadata.google.internal/",
          "https://hooks.example.com:22/"
        ]
        for (const url of refused) {
          const answer = yield* call("POST", "/webhook-configs", { url, events: ["*"] })
          assert.strictEqual(answer.status, 422, url)
          assert.deepStrictEqual(answer.body.error.details.issues[0].path, ["url"])
        }
        const good = yield* call("POST", "/webhook-configs", { url: "https://hooks.invalid/hook", events: ["*"] })
        assert.strictEqual(good.status, 201)
        const changed = yield* call("PATCH", `/webhook-configs/${good.body.webhook_config_id}`, {
          url: "https://10.0.0.1/"
        })
        assert.strictEqual(changed.status, 422)
      })
    )
  }
)
