import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { createHmac } from "node:crypto"
import { Outbox } from "../../src/platform/Outbox.ts"
import { webhookNames } from "../../src/wire/Webhook.ts"
import { TestApp, type Call } from "../kit/TestApp.ts"
import { until } from "../kit/time.ts"
import { coinsEarned } from "../kit/webhooks.ts"
import { type Received, status, webhookSink } from "../kit/WebhookSink.ts"

const header = (request: Received, name: string) => String(request.headers[name])

const signed = (request: Received, secret: string) =>
  header(request, "x-svc-signature") ===
    "sha256=" + createHmac("sha256", secret).update(`${header(request, "x-svc-timestamp")}.${request.body}`).digest("hex")

const standard = (request: Received, secret: string) =>
  header(request, "webhook-signature").split(" ").includes(
    new Webhook(secret).sign(
      header(request, "webhook-id"),
      new Date(Number(header(request, "webhook-timestamp")) * 1000),
      request.body
    )
  )

const statusOf = (call: Call, delivery_id: string) =>
  Effect.map(call("GET", `/webhook-deliveries/${delivery_id}`), ({ body }) => String(body.status))

const settled = (call: Call, delivery_id: string, wanted: string) =>
  until(`delivery ${wanted}`, Effect.map(statusOf(call, delivery_id), (found) => found === wanted))

/** A tenant with one endpoint at a sink of its own. */
const stage = Effect.gen(function*() {
  const { call, customer_id } = yield* (yield* TestApp).tenant()
  const sink = yield* webhookSink
  const created = yield* call("POST", "/webhook-configs", { url: sink.url("/hook"), events: ["coins.*", "badge.awarded"] })
  assert.strictEqual(created.status, 201, created.text)
  return { call, customer_id, sink, config: created.body }
})

const enqueue = (customer_id: string, ...amounts: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    yield* (yield* Outbox).enqueue(customer_id, amounts.map(coinsEarned))
  })

layer(TestApp.layer(), { excludeTestServices: true })("webhook configs", (it) => {
  it.effect("the secret is shown when an endpoint is created and never again", () =>
    Effect.gen(function*() {
      const { call, config } = yield* stage
      assert.match(config.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(config.status, "active")
      assert.isTrue(config.enabled)
      const { secret: _, ...shown } = config
      assert.deepStrictEqual((yield* call("GET", `/webhook-configs/${config.webhook_config_id}`)).body, shown)
      const list = yield* call("GET", "/webhook-configs")
      assert.deepStrictEqual(list.body, { data: [shown], meta: { total: 1, page: 1, limit: 20 } })
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT secret FROM webhook_configs WHERE webhook_config_id = ${config.webhook_config_id}::uuid`
      assert.notInclude(Buffer.from(row!["secret"] as Uint8Array).toString("latin1"), config.secret)
    }))

  it.effect("an endpoint can be changed, disabled and removed, and hears events accordingly", () =>
    Effect.gen(function*() {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      yield* enqueue(customer_id, 1)
      yield* sink.got("/hook", 1)
      const moved = yield* call("PATCH", path, { url: sink.url("/moved"), description: "new", headers: { "X-Team": "a" } })
      assert.strictEqual(moved.status, 200)
      assert.deepInclude(moved.body, { url: sink.url("/moved"), description: "new", headers: { "X-Team": "a" }, events: config.events })
      yield* enqueue(customer_id, 2)
      yield* sink.got("/moved", 1)
      assert.strictEqual(header(sink.at("/moved")[0]!, "x-team"), "a")

      assert.deepInclude((yield* call("PATCH", path, { events: ["badge.*"] })).body, { events: ["badge.*"] })
      yield* enqueue(customer_id, 3)
      yield* call("PATCH", path, { events: ["coins.earned"] })
      yield* enqueue(customer_id, 4)
      yield* sink.got("/moved", 2)
      assert.strictEqual(JSON.parse(sink.at("/moved")[1]!.body).amount, 4)

      const off = yield* call("PATCH", path, { enabled: false })
      assert.strictEqual(off.body.status, "disabled")
      assert.isString(off.body.disabled_at)
      yield* enqueue(customer_id, 5)
      const on = yield* call("PATCH", path, { enabled: true })
      assert.deepInclude(on.body, { status: "active", disabled_at: null })
      yield* enqueue(customer_id, 6)
      yield* sink.got("/moved", 3)
      assert.strictEqual(JSON.parse(sink.at("/moved")[2]!.body).amount, 6)

      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.strictEqual((yield* call("DELETE", path)).status, 404)
      yield* enqueue(customer_id, 7)
      const sql = yield* SqlClient.SqlClient
      const left = yield* sql`SELECT 1 FROM webhook_deliveries WHERE customer_id = ${customer_id}::uuid AND status <> 'delivered'`
      assert.strictEqual(left.length, 0)
    }))

  it.effect("removing an endpoint gives up what waits for it", () =>
    Effect.gen(function*() {
      const { call, config, customer_id, sink } = yield* stage
      sink.script("/hook", status(500))
      yield* enqueue(customer_id, 1)
      const list = call("GET", `/webhook-configs/${config.webhook_config_id}/deliveries`)
      yield* until("one failure", Effect.map(list, ({ body }) => body.data[0]?.status === "failed"))
      const [{ delivery_id }] = (yield* list).body.data
      yield* call("DELETE", `/webhook-configs/${config.webhook_config_id}`)
      assert.strictEqual(yield* statusOf(call, delivery_id), "exhausted")
      assert.strictEqual((yield* call("POST", `/webhook-deliveries/${delivery_id}/replay`)).status, 404)
    }))

  it.effect("nothing of it can be seen or touched by another tenant", () =>
    Effect.gen(function*() {
      const { call, config, customer_id } = yield* stage
      yield* enqueue(customer_id, 1)
      const { data: [delivery] } = (yield* call("GET", `/webhook-configs/${config.webhook_config_id}/deliveries`)).body
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
    }))

  it.effect("the catalogue lists every event with a schema and an example", () =>
    Effect.gen(function*() {
      const { call } = yield* stage
      const { body, status } = yield* call("GET", "/webhook-configs/events")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body.data.map((entry: { event: string }) => entry.event), webhookNames)
      const coins = body.data.find((entry: { event: string }) => entry.event === "coins.earned")
      assert.deepStrictEqual(coins.payload_schema.required, [
        "buddy_id", "amount", "balance", "reason", "reference_id", "ledger_id", "is_lucky"
      ])
      assert.deepStrictEqual(Object.keys(coins.example).toSorted(), coins.payload_schema.required.toSorted())
      // whoever subscribes to all of it may
      const all = yield* call("POST", "/webhook-configs", { url: "http://localhost:9/all", events: webhookNames })
      assert.strictEqual(all.status, 201)
    }))

  it.effect("a test delivery carries the example of the event, signed, whatever the endpoint subscribes to", () =>
    Effect.gen(function*() {
      const { call, config, sink } = yield* stage
      const answer = yield* call("POST", `/webhook-configs/${config.webhook_config_id}/test`, { event: "buddy.hatched" })
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(answer.body, { event: "buddy.hatched", webhook_config_id: config.webhook_config_id })
      yield* settled(call, answer.body.delivery_id, "delivered")
      const request = sink.at("/hook")[0]!
      assert.strictEqual(header(request, "x-svc-event"), "buddy.hatched")
      assert.strictEqual(header(request, "x-svc-delivery"), answer.body.delivery_id)
      assert.isTrue(signed(request, config.secret))
      const unknown = yield* call("POST", `/webhook-configs/${config.webhook_config_id}/test`, { event: "nope" })
      assert.strictEqual(unknown.status, 422)
      yield* call("PATCH", `/webhook-configs/${config.webhook_config_id}`, { enabled: false })
      const disabled = yield* call("POST", `/webhook-configs/${config.webhook_config_id}/test`, { event: "buddy.hatched" })
      assert.strictEqual(disabled.status, 409)
      assert.strictEqual(disabled.body.error.code, "webhook_config_disabled")
    }))

  it.effect("a rotated secret signs at once, or beside the old one while a grace runs", () =>
    Effect.gen(function*() {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      const second = yield* call("POST", `${path}/rotate-secret`)
      assert.strictEqual(second.status, 200, second.text)
      assert.deepStrictEqual(Object.keys(second.body).toSorted(), ["previous_secret_expires_at", "secret", "webhook_config_id"])
      assert.isNull(second.body.previous_secret_expires_at)
      yield* enqueue(customer_id, 1)
      yield* sink.got("/hook", 1)
      assert.isTrue(signed(sink.at("/hook")[0]!, second.body.secret))
      assert.isFalse(standard(sink.at("/hook")[0]!, config.secret))

      const third = yield* call("POST", `${path}/rotate-secret`, { grace_hours: 24 })
      const end = Date.parse(third.body.previous_secret_expires_at) - Date.now()
      assert.isTrue(end > 23.9 * 3_600_000 && end <= 24 * 3_600_000)
      assert.strictEqual((yield* call("GET", path)).body.previous_secret_expires_at, third.body.previous_secret_expires_at)
      yield* enqueue(customer_id, 2)
      yield* sink.got("/hook", 2)
      const during = sink.at("/hook")[1]!
      assert.isTrue(signed(during, second.body.secret))
      assert.isTrue(standard(during, second.body.secret) && standard(during, third.body.secret))

      const fourth = yield* call("POST", `${path}/rotate-secret`, { grace_hours: 0 })
      yield* enqueue(customer_id, 3)
      yield* sink.got("/hook", 3)
      assert.isTrue(signed(sink.at("/hook")[2]!, fourth.body.secret))
      for (const grace_hours of [73, -1, 1.5, "1"]) {
        assert.strictEqual((yield* call("POST", `${path}/rotate-secret`, { grace_hours })).status, 422)
      }
    }))

  it.effect("deliveries are listed newest first, page by page, with a filter, and each shows its attempts", () =>
    Effect.gen(function*() {
      const { call, config, customer_id, sink } = yield* stage
      sink.script("/hook", (response, request) => void response.writeHead(JSON.parse(request.body).amount === 3 ? 500 : 200).end("ok"))
      for (const amount of [1, 2, 3, 4, 5]) yield* enqueue(customer_id, amount)
      const path = `/webhook-configs/${config.webhook_config_id}/deliveries`
      yield* until("all tried", Effect.map(call("GET", path), ({ body }) => body.data.every((row: { attempts: number }) => row.attempts > 0)))
      const first = (yield* call("GET", `${path}?limit=2`)).body
      assert.deepStrictEqual(Object.keys(first), ["data", "nextCursor"])
      const second = (yield* call("GET", `${path}?limit=2&cursor=${first.nextCursor}`)).body
      const third = (yield* call("GET", `${path}?limit=2&cursor=${second.nextCursor}`)).body
      assert.isNull(third.nextCursor)
      const all = [...first.data, ...second.data, ...third.data]
      const amounts = yield* Effect.forEach(all, (row) =>
        Effect.map(call("GET", `/webhook-deliveries/${row.delivery_id}`), ({ body }) => body.body.amount))
      assert.deepStrictEqual(amounts, [5, 4, 3, 2, 1])
      const failed = (yield* call("GET", `${path}?status=failed`)).body.data
      assert.strictEqual(failed.length, 1)
      assert.deepInclude(failed[0], { event: "coins.earned", status: "failed", response_status: 500, finished_at: null })
      assert.isString(failed[0].next_attempt_at)
      const { body } = yield* call("GET", `/webhook-deliveries/${all[0].delivery_id}`)
      assert.deepInclude(body, { status: "delivered", attempts: 1, response_status: 200, next_attempt_at: null })
      assert.deepInclude(body.attempt_log[0], { attempt: 1, response_status: 200, error: null, response_excerpt: "ok" })
      assert.strictEqual((yield* call("GET", `${path}?cursor=garbage`)).status, 400)
      assert.strictEqual((yield* call("GET", `${path}?limit=x`)).status, 422)
      assert.strictEqual((yield* call("GET", `${path}?limit=0`)).body.data.length, 1)
      assert.strictEqual((yield* call("GET", `${path}?status=lost`)).status, 422)
    }))

  it.effect("a replay keeps the delivery id and body, and signs anew with the current secret", () =>
    Effect.gen(function*() {
      const { call, config, customer_id, sink } = yield* stage
      yield* enqueue(customer_id, 1)
      yield* sink.got("/hook", 1)
      const delivery_id = header(sink.at("/hook")[0]!, "x-svc-delivery")
      yield* settled(call, delivery_id, "delivered")
      const { secret } = (yield* call("POST", `/webhook-configs/${config.webhook_config_id}/rotate-secret`, {})).body
      const replayed = yield* call("POST", `/webhook-deliveries/${delivery_id}/replay`)
      assert.strictEqual(replayed.status, 200)
      assert.deepInclude(replayed.body, { delivery_id, status: "pending", finished_at: null })
      yield* sink.got("/hook", 2)
      yield* settled(call, delivery_id, "delivered")
      const [before, after] = sink.at("/hook")
      assert.strictEqual(header(after!, "x-svc-delivery"), delivery_id)
      assert.strictEqual(after!.body, before!.body)
      assert.isTrue(signed(after!, secret))
      assert.strictEqual((yield* call("GET", `/webhook-deliveries/${delivery_id}`)).body.attempt_log.length, 2)
    }))

  it.effect("recover sends again what did not succeed in a period, and climbs the ladder from its foot", () =>
    Effect.gen(function*() {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      const before = new Date(Date.now() - 1_000).toISOString()
      sink.script("/hook", (response, request) => void response.writeHead(JSON.parse(request.body).amount === 1 ? 200 : 503).end())
      yield* enqueue(customer_id, 1, 2, 3)
      const tried = (count: number) => until(`${count} tries`, Effect.sync(() => sink.at("/hook").length === count))
      yield* tried(3)
      const list = Effect.map(call("GET", `${path}/deliveries`), ({ body }) => body.data as ReadonlyArray<{ status: string; attempts: number }>)
      yield* until("two failures", Effect.map(list, (rows) => rows.filter((row) => row.status === "failed").length === 2))
      // as if the ladder had ended long ago
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE webhook_deliveries SET status = 'exhausted', attempts = 8, next_attempt_at = NULL, finished_at = created_at
                 WHERE customer_id = ${customer_id}::uuid AND status = 'failed'`
      yield* sql`UPDATE webhook_attempts SET attempt = 8 WHERE customer_id = ${customer_id}::uuid AND response_status = 503`
      const early = yield* call("POST", `${path}/recover`, { since: "2020-01-01T00:00:00Z", until: before })
      assert.deepStrictEqual(early.body, { webhook_config_id: config.webhook_config_id, recovered: 0 })
      const answer = yield* call("POST", `${path}/recover`, { since: before })
      assert.deepStrictEqual(answer.body, { webhook_config_id: config.webhook_config_id, recovered: 2 })
      yield* tried(5)
      yield* until("failed again, to be tried again", Effect.map(list, (rows) =>
        rows.filter((row) => row.status === "failed" && row.attempts === 9).length === 2))
      sink.script("/hook", status(200))
      yield* call("POST", `${path}/recover`, { since: before, until: null })
      yield* until("all delivered", Effect.map(list, (rows) => rows.every((row) => row.status === "delivered")))
      for (const body of [{ since: "2099-01-01T00:00:00Z" }, { since: before, until: before }, { since: "yesterday" }, {}]) {
        assert.strictEqual((yield* call("POST", `${path}/recover`, body)).status, 422, JSON.stringify(body))
      }
    }))

  it.effect("bad endpoints are refused with one issue per problem", () =>
    Effect.gen(function*() {
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
        [{ ...good, headers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, ""])) }, /at most 20/]
      ]
      for (const [body, words] of bad) {
        const answer = yield* call("POST", "/webhook-configs", body)
        assert.strictEqual(answer.status, 422, JSON.stringify(body))
        assert.strictEqual(answer.body.error.code, "validation_failed")
        assert.match(answer.body.error.message, words)
        assert.isNotEmpty(answer.body.error.details.issues)
      }
      assert.strictEqual((yield* call("POST", "/webhook-configs", { ...good, events: ["*"] })).status, 201)
      assert.strictEqual((yield* call("PATCH", `/webhook-configs/${crypto.randomUUID()}`, { enabled: true })).status, 404)
    }))

  it.effect("a workspace has at most fifty endpoints", () =>
    Effect.gen(function*() {
      const { call } = yield* stage
      for (let count = 1; count < 50; count++) {
        assert.strictEqual((yield* call("POST", "/webhook-configs", { url: `http://localhost:9/${count}`, events: ["*"] })).status, 201)
      }
      const over = yield* call("POST", "/webhook-configs", { url: "http://localhost:9/50", events: ["*"] })
      assert.strictEqual(over.status, 409)
      assert.deepInclude(over.body.error, { code: "webhook_config_limit", details: { max: 50 } })
      assert.strictEqual((yield* call("GET", "/webhook-configs?limit=100")).body.meta.total, 50)
    }))
})

layer(TestApp.layer({ webhookAllowPrivate: false }), { excludeTestServices: true })("webhook configs in production", (it) => {
  it.effect("only public https endpoints are accepted, on create and on change", () =>
    Effect.gen(function*() {
      const { call } = yield* (yield* TestApp).tenant()
      const refused = ["http://hooks.example.com/", "https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https://2130706433/",
        "https://metadata.google.internal/", "https://hooks.example.com:22/"]
      for (const url of refused) {
        const answer = yield* call("POST", "/webhook-configs", { url, events: ["*"] })
        assert.strictEqual(answer.status, 422, url)
        assert.deepStrictEqual(answer.body.error.details.issues[0].path, ["url"])
      }
      const good = yield* call("POST", "/webhook-configs", { url: "https://hooks.invalid/hook", events: ["*"] })
      assert.strictEqual(good.status, 201)
      const changed = yield* call("PATCH", `/webhook-configs/${good.body.webhook_config_id}`, { url: "https://10.0.0.1/" })
      assert.strictEqual(changed.status, 422)
    }))
})
