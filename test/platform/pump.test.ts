import { assert, it } from "@effect/vitest"
import { Clock, Effect, Exit, Layer, Random, Scope } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { createHmac } from "node:crypto"
import { Outbox } from "../../src/platform/Outbox.ts"
import { makeAttempt, retry_delays_ms, retry_jitter, retryDelayMs } from "../../src/platform/WebhookAttempt.ts"
import { Vault } from "../../src/platform/Vault.ts"
import { pumpLimits, pumpWith } from "../../src/platform/WebhookPump.ts"
import { WebhookQueue } from "../../src/platform/WebhookQueue.ts"
import { WebhookSender } from "../../src/platform/WebhookSender.ts"
import { testDatabase } from "../kit/PgTemplate.ts"
import { advance, advanceUntil, settle, until } from "../kit/time.ts"
import { coinsEarned, deliveriesOf, makeEndpoint, makeTenant, pumpingNode, quietNode } from "../kit/webhooks.ts"
import { hang, type Received, status, webhookSink } from "../kit/WebhookSink.ts"

const start = Date.parse("2026-11-20T21:00:00.000Z")

/** Database, sink, one pumping node and a tenant, at a fixed moment. */
const stage = Effect.gen(function*() {
  yield* TestClock.setTime(start)
  const url = yield* testDatabase
  const sink = yield* webhookSink
  const node = yield* pumpingNode(url)
  const customer_id = yield* Effect.provide(makeTenant, node)
  return { url, sink, node, customer_id }
})

const enqueue = (customer_id: string, amounts: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    yield* (yield* Outbox).enqueue(customer_id, amounts.map(coinsEarned))
  })

const statuses = (webhook_config_id: string) => Effect.map(deliveriesOf(webhook_config_id), (rows) => rows.map((row) => row.status))

const allAre = (webhook_config_id: string, wanted: string, count: number) =>
  until(`${count} deliveries ${wanted}`, Effect.map(statuses(webhook_config_id), (found) =>
    found.length === count && found.every((status) => status === wanted)))

const attemptsMade = (webhook_config_id: string, count: number) =>
  until(`attempt ${count} written`, Effect.map(deliveriesOf(webhook_config_id), (rows) =>
    rows.every((row) => row.attempts === count && row.locked_until === null)))

/** Sends as a pump does, without a pump around it. */
const attempter = Effect.flatMap(Layer.build(WebhookSender.layer), (sender) => Effect.provide(makeAttempt, sender))

const header = (request: Received, name: string) => String(request.headers[name])

const ownSignature = (request: Received, secret: string) =>
  "sha256=" + createHmac("sha256", secret).update(`${header(request, "x-svc-timestamp")}.${request.body}`).digest("hex")

it.effect("a committed change is delivered at once, signed, with the bare body and the endpoint's own headers", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      const { secret, webhook_config_id } = yield* makeEndpoint(customer_id, sink.url("/hook?a=1"), {
        events: ["coins.*"], headers: { "X-Team": "growth" }
      })
      yield* enqueue(customer_id, [7])
      yield* allAre(webhook_config_id, "delivered", 1)
      const [request] = sink.received
      const [delivery] = yield* deliveriesOf(webhook_config_id)
      assert.strictEqual(request!.method, "POST")
      assert.strictEqual(request!.path, "/hook?a=1")
      assert.deepStrictEqual(JSON.parse(request!.body), coinsEarned(7).body)
      assert.strictEqual(header(request!, "content-type"), "application/json")
      assert.strictEqual(header(request!, "x-svc-event"), "coins.earned")
      assert.strictEqual(header(request!, "x-svc-delivery"), delivery!.delivery_id)
      assert.strictEqual(header(request!, "x-svc-timestamp"), String(start / 1000))
      assert.strictEqual(header(request!, "x-svc-signature"), ownSignature(request!, secret))
      assert.strictEqual(header(request!, "x-team"), "growth")
      assert.strictEqual(delivery!.attempts, 1)
      assert.strictEqual(delivery!.response_status, 204)
      assert.isNull(delivery!.next_attempt_at)
    }).pipe(Effect.provide(node))
  }))

it.effect("a change that rolls back delivers nothing, and one inside a transaction is sent only after its commit", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { webhook_config_id } = yield* makeEndpoint(customer_id, sink.url("/hook"))
      yield* Effect.exit(sql.withTransaction(Effect.andThen(enqueue(customer_id, [1]), Effect.fail("no"))))
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* enqueue(customer_id, [2])
        yield* settle
        assert.strictEqual(sink.received.length, 0)
      }))
      yield* allAre(webhook_config_id, "delivered", 1)
      assert.deepStrictEqual(sink.received.map(({ body }) => JSON.parse(body).amount), [2])
    }).pipe(Effect.provide(node))
  }))

it.effect("a failing delivery climbs the whole ladder under one id with a new timestamp each time, then is exhausted", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      sink.script("/hook", status(500, {}, "boom\u0007\n"))
      const { secret, webhook_config_id } = yield* makeEndpoint(customer_id, sink.url("/hook"))
      yield* enqueue(customer_id, [1])
      for (let attempt = 1; attempt <= retry_delays_ms.length; attempt++) {
        yield* attemptsMade(webhook_config_id, attempt)
        const [delivery] = yield* deliveriesOf(webhook_config_id)
        const now = yield* Clock.currentTimeMillis
        const wait = delivery!.next_attempt_at!.getTime() - now
        const nominal = retry_delays_ms[attempt - 1]!
        assert.strictEqual(delivery!.status, "failed")
        assert.isAtLeast(wait, nominal * (1 - retry_jitter) - 1)
        assert.isAtMost(wait, nominal * (1 + retry_jitter) + 1)
        // not a moment early
        yield* advance(wait - 1)
        assert.strictEqual(sink.received.length, attempt)
        yield* advance(1)
        yield* sink.got("/hook", attempt + 1)
      }
      yield* allAre(webhook_config_id, "exhausted", 1)
      yield* advance("30 days")
      assert.strictEqual(sink.received.length, 8)
      assert.strictEqual(new Set(sink.received.map((request) => header(request, "x-svc-delivery"))).size, 1)
      assert.strictEqual(new Set(sink.received.map((request) => header(request, "webhook-id"))).size, 1)
      assert.strictEqual(new Set(sink.received.map((request) => header(request, "x-svc-timestamp"))).size, 8)
      assert.strictEqual(new Set(sink.received.map((request) => request.body)).size, 1)
      for (const request of sink.received) assert.strictEqual(header(request, "x-svc-signature"), ownSignature(request, secret))
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT attempt, response_status, error, response_excerpt FROM webhook_attempts ORDER BY attempt`
      assert.deepStrictEqual(rows.map((row) => row["attempt"]), [1, 2, 3, 4, 5, 6, 7, 8])
      assert.deepStrictEqual(rows[0], { attempt: 1, response_status: 500, error: null, response_excerpt: "boom" })
    }).pipe(Effect.provide(node))
  }))

it.effect("jitter comes from the seeded source, so a run repeats exactly", () =>
  Effect.gen(function*() {
    const draws = Effect.all(Array.from({ length: 7 }, (_, index) =>
      Effect.map(Random.next, (draw) => retryDelayMs(index + 1, draw))))
    const [first, second] = [yield* draws.pipe(Random.withSeed("a")), yield* draws.pipe(Random.withSeed("a"))]
    assert.deepStrictEqual(first, second)
    assert.notDeepEqual(first, yield* draws.pipe(Random.withSeed("b")))
    assert.isUndefined(retryDelayMs(8, 0.5))
    assert.deepStrictEqual([1, 2, 3, 4, 5, 6, 7].map((failures) => retryDelayMs(failures, 0.5)), [...retry_delays_ms])
  }))

it.effect("redirects and 410 are failures, are not followed, and a later 2xx still delivers", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      const answers = [301, 302, 307, 410, 429, 204]
      sink.script("/hook", (response, _, nth) =>
        void response.writeHead(answers[nth - 1]!, { location: sink.url("/elsewhere"), "retry-after": "1" }).end())
      const { webhook_config_id } = yield* makeEndpoint(customer_id, sink.url("/hook"))
      yield* enqueue(customer_id, [1])
      for (let attempt = 1; attempt < answers.length; attempt++) {
        yield* attemptsMade(webhook_config_id, attempt)
        const [delivery] = yield* deliveriesOf(webhook_config_id)
        assert.strictEqual(delivery!.response_status, answers[attempt - 1])
        assert.strictEqual(delivery!.status, "failed")
        yield* TestClock.setTime(delivery!.next_attempt_at!.getTime())
        yield* sink.got("/hook", attempt + 1)
      }
      yield* allAre(webhook_config_id, "delivered", 1)
      assert.strictEqual(sink.at("/elsewhere").length, 0)
    }).pipe(Effect.provide(node))
  }))

it.effect("an endpoint that never answers holds five places of its own and delays nobody else", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      sink.script("/slow", hang)
      const slow = yield* makeEndpoint(customer_id, sink.url("/slow"))
      const fast = yield* makeEndpoint(customer_id, sink.url("/fast"))
      yield* enqueue(customer_id, Array.from({ length: 60 }, (_, index) => index + 1))
      yield* allAre(fast.webhook_config_id, "delivered", 60)
      yield* sink.got("/slow", 5)
      yield* settle
      assert.strictEqual(sink.at("/slow").length, 5)
      assert.isAtMost(sink.mostOpen("/fast"), 5)
      assert.strictEqual(yield* Clock.currentTimeMillis, start)
      // 15 s is all a receiver gets
      yield* advance("14999 millis")
      assert.strictEqual(sink.open("/slow"), 5)
      yield* advance("1 millis")
      yield* until("sockets closed", Effect.sync(() => sink.open("/slow") < 5))
      yield* until("time-outs written", Effect.map(deliveriesOf(slow.webhook_config_id), (rows) =>
        rows.filter((row) => row.status === "failed").length === 5))
      const sql = yield* SqlClient.SqlClient
      const [attempt] = yield* sql`SELECT error, response_ms FROM webhook_attempts WHERE error IS NOT NULL`
      assert.deepStrictEqual(attempt, { error: "no answer within 15 s", response_ms: 15_000 })
      assert.strictEqual(sink.mostOpen("/slow"), 5)
    }).pipe(Effect.provide(node))
  }))

it.effect("a status counts even when the body drips or never ends", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      sink.script("/drip", (response) => void response.writeHead(200).write("x"))
      sink.script("/flood", (response) => {
        response.writeHead(200)
        const chunk = Buffer.alloc(16_384, 120)
        const pour = () => {
          while (!response.destroyed && response.write(chunk)) continue
          if (!response.destroyed) response.once("drain", pour)
        }
        pour()
      })
      const drip = yield* makeEndpoint(customer_id, sink.url("/drip"))
      const flood = yield* makeEndpoint(customer_id, sink.url("/flood"))
      yield* enqueue(customer_id, [1])
      yield* allAre(flood.webhook_config_id, "delivered", 1)
      yield* sink.got("/drip", 1)
      yield* advanceUntil("the drip is cut", Effect.map(statuses(drip.webhook_config_id), (found) => found[0] === "delivered"), {
        step: "500 millis"
      })
      assert.isAtMost((yield* Clock.currentTimeMillis) - start, 4_000)
      const sql = yield* SqlClient.SqlClient
      const excerpts = yield* sql`SELECT response_excerpt FROM webhook_attempts ORDER BY length(response_excerpt)`
      assert.deepStrictEqual(excerpts.map((row) => row["response_excerpt"]), ["x", "x".repeat(256)])
    }).pipe(Effect.provide(node))
  }))

it.effect("nothing listening, garbage TLS and an unknown host are failures with a reason", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      yield* makeEndpoint(customer_id, "http://127.0.0.1:1/")
      yield* makeEndpoint(customer_id, sink.url("/").replace("http:", "https:"))
      yield* makeEndpoint(customer_id, "http://no-such-host.invalid/")
      yield* enqueue(customer_id, [1])
      const sql = yield* SqlClient.SqlClient
      const errors = Effect.map(sql`SELECT error FROM webhook_attempts ORDER BY error`, (rows) => rows.map((row) => String(row["error"])))
      yield* until("three failures", Effect.map(errors, (found) => found.length === 3))
      const found = yield* errors
      assert.include(found, "connection refused")
      assert.include(found, "host name not found")
      assert.isTrue(found.some((error) => error.startsWith("TLS failure")), found.join())
    }).pipe(Effect.provide(node))
  }))

it.effect("a URL saved under another policy is not called any more", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(start)
    const sink = yield* webhookSink
    const node = yield* pumpingNode(yield* testDatabase, { webhookAllowPrivate: false })
    yield* Effect.gen(function*() {
      const customer_id = yield* makeTenant
      const plain = yield* makeEndpoint(customer_id, sink.url("/hook"))
      const literal = yield* makeEndpoint(customer_id, sink.url("/hook").replace("http:", "https:"))
      const name = yield* makeEndpoint(customer_id, `https://localhost:${sink.port}/hook`)
      yield* enqueue(customer_id, [1])
      for (const { webhook_config_id } of [plain, literal, name]) yield* allAre(webhook_config_id, "failed", 1)
      assert.strictEqual(sink.connections(), 0)
    }).pipe(Effect.provide(node))
  }))

it.effect("while a grace runs the own header is signed with the old secret and the standard one with both", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const fresh = yield* makeEndpoint(customer_id, sink.url("/hook"))
      const id = fresh.webhook_config_id
      // what rotate-secret leaves in the database: the secret made first becomes the previous one
      const next = "whsec_" + Buffer.alloc(32, 7).toString("base64")
      const sealed = yield* (yield* Vault).seal(next, `webhook:${id}`)
      yield* sql`UPDATE webhook_configs SET previous_secret = secret, secret = ${sealed},
                 previous_secret_expires_at = ${new Date(start + 3_600_000)} WHERE webhook_config_id = ${id}::uuid`
      yield* enqueue(customer_id, [1])
      yield* allAre(id, "delivered", 1)
      const during = sink.received[0]!
      assert.strictEqual(header(during, "x-svc-signature"), ownSignature(during, fresh.secret))
      const signatures = header(during, "webhook-signature").split(" ")
      assert.strictEqual(signatures.length, 2)
      for (const secret of [next, fresh.secret]) assert.include(signatures, standard(during, secret))
      yield* advance("1 hour")
      yield* enqueue(customer_id, [2])
      yield* allAre(id, "delivered", 2)
      const after = sink.received[1]!
      assert.strictEqual(header(after, "x-svc-signature"), ownSignature(after, next))
      assert.strictEqual(header(after, "webhook-signature"), standard(after, next))
    }).pipe(Effect.provide(node))
  }))

const standard = (request: Received, secret: string) =>
  new Webhook(secret).sign(
    header(request, "webhook-id"),
    new Date(Number(header(request, "webhook-timestamp")) * 1000),
    request.body
  )

it.effect("a delivery whose pump died while sending is sent again under its id when the lease has run out", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(start)
    const url = yield* testDatabase
    const sink = yield* webhookSink
    const writer = yield* quietNode(url)
    const { endpoint } = yield* Effect.gen(function*() {
      const endpoint = yield* makeEndpoint(yield* makeTenant, sink.url("/hook"))
      yield* enqueue(endpoint.customer_id, [1])
      // a pump leases and sends, and dies before it can write the result down
      const now = new Date(start)
      const { claims } = yield* (yield* WebhookQueue).claim({
        endpoints: null, now, locked_until: new Date(start + pumpLimits.lease_ms), endpoint_max: 5, total_max: 10
      })
      const sent = yield* (yield* attempter)(claims[0]!)
      assert.strictEqual(sent.status, "delivered")
      return { endpoint }
    }).pipe(Effect.provide(writer), Effect.scoped)
    assert.strictEqual(sink.received.length, 1)
    const survivor = yield* pumpingNode(url)
    yield* advance(pumpLimits.lease_ms - 1)
    assert.strictEqual(sink.received.length, 1)
    yield* advanceUntil("the lease has run out", Effect.sync(() => sink.received.length === 2))
    yield* allAre(endpoint.webhook_config_id, "delivered", 1).pipe(Effect.provide(survivor))
    assert.strictEqual(sink.received.length, 2)
    assert.strictEqual(new Set(sink.received.map((request) => header(request, "x-svc-delivery"))).size, 1)
  }))

it.effect("a result that comes after the lease was lost changes nothing", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(start)
    const sink = yield* webhookSink
    const node = yield* quietNode(yield* testDatabase)
    yield* Effect.gen(function*() {
      const { customer_id, webhook_config_id } = yield* makeEndpoint(yield* makeTenant, sink.url("/hook"))
      yield* enqueue(customer_id, [1])
      const queue = yield* WebhookQueue
      const lease = (from: number) =>
        queue.claim({
          endpoints: [webhook_config_id], now: new Date(from), locked_until: new Date(from + pumpLimits.lease_ms), endpoint_max: 5, total_max: 5
        })
      const attempt = yield* attempter
      const frozen = (yield* lease(start)).claims[0]!
      const thawed = yield* attempt(frozen)
      assert.strictEqual(thawed.status, "delivered")
      assert.strictEqual((yield* lease(start + 1_000)).claims.length, 0, "a lease is exclusive")
      const second = (yield* lease(start + pumpLimits.lease_ms)).claims[0]!
      sink.script("/hook", status(500))
      yield* queue.finish([yield* attempt(second)])
      yield* queue.finish([thawed])
      const [delivery] = yield* deliveriesOf(webhook_config_id)
      assert.strictEqual(delivery!.status, "failed")
      assert.strictEqual(delivery!.attempts, 1)
    }).pipe(Effect.provide(node), Effect.scoped)
  }))

it.effect("a pump that is shut down hands its deliveries back, and the next one sends them without waiting for a lease", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(start)
    const url = yield* testDatabase
    const sink = yield* webhookSink
    const scope = yield* Scope.make()
    const first = yield* Scope.provide(pumpingNode(url), scope)
    sink.script("/hook", (response, _, nth) => nth === 1 ? undefined : void response.writeHead(204).end())
    const endpoint = yield* Effect.gen(function*() {
      const endpoint = yield* makeEndpoint(yield* makeTenant, sink.url("/hook"))
      yield* enqueue(endpoint.customer_id, [1])
      return endpoint
    }).pipe(Effect.provide(first))
    yield* sink.got("/hook", 1)
    yield* Scope.close(scope, Exit.void)
    const second = yield* pumpingNode(url)
    yield* allAre(endpoint.webhook_config_id, "delivered", 1).pipe(Effect.provide(second))
    assert.strictEqual(yield* Clock.currentTimeMillis, start)
    assert.strictEqual(sink.received.length, 2)
  }))

it.effect("two pumps share a backlog: every delivery once, never more than five at an endpoint", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(start)
    const url = yield* testDatabase
    const sink = yield* webhookSink
    const writer = yield* quietNode(url)
    const later = (milliseconds: number) => (response: import("node:http").ServerResponse) =>
      void setTimeout(() => response.writeHead(204).end(), milliseconds)
    sink.script("/a", later(3))
    sink.script("/b", later(1))
    const [a, b] = yield* Effect.gen(function*() {
      const customer_id = yield* makeTenant
      const endpoints = [yield* makeEndpoint(customer_id, sink.url("/a")), yield* makeEndpoint(customer_id, sink.url("/b"))] as const
      yield* enqueue(customer_id, Array.from({ length: 150 }, (_, index) => index + 1))
      return endpoints
    }).pipe(Effect.provide(writer))
    yield* pumpingNode(url)
    yield* pumpingNode(url)
    for (const { webhook_config_id } of [a, b]) {
      const done = Effect.map(statuses(webhook_config_id), (found) => found.every((one) => one === "delivered"))
      yield* advanceUntil("the backlog is gone", Effect.provide(done, writer), { step: "100 millis", steps_max: 2_000 })
    }
    for (const path of ["/a", "/b"]) {
      assert.strictEqual(sink.at(path).length, 150)
      assert.strictEqual(new Set(sink.at(path).map((request) => header(request, "x-svc-delivery"))).size, 150)
      assert.isAtMost(sink.mostOpen(path), 5)
    }
  }))

it.effect("a node without a pump wakes the pump of another node", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink, url } = yield* stage
    const endpoint = yield* Effect.provide(makeEndpoint(customer_id, sink.url("/hook")), node)
    // the pump has had its first look and sleeps
    yield* settle
    const writer = yield* quietNode(url)
    yield* Effect.provide(enqueue(customer_id, [1]), writer)
    yield* allAre(endpoint.webhook_config_id, "delivered", 1).pipe(Effect.provide(node))
    assert.strictEqual(yield* Clock.currentTimeMillis, start)
  }))

it.effect("five days of only failures disable the endpoint and tell the tenant; one success starts the count again", () =>
  Effect.gen(function*() {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const day = 86_400_000
      sink.script("/dead", status(500))
      sink.script("/moody", (response, request) =>
        void response.writeHead(JSON.parse(request.body).amount === 3 ? 200 : 500).end())
      const dead = yield* makeEndpoint(customer_id, sink.url("/dead"))
      const moody = yield* makeEndpoint(customer_id, sink.url("/moody"))
      const config = ({ webhook_config_id }: { readonly webhook_config_id: string }) => Effect.map(
        sql`SELECT enabled, failing_since, disabled_at FROM webhook_configs WHERE webhook_config_id = ${webhook_config_id}::uuid`,
        (rows) => rows[0] as { enabled: boolean; failing_since: Date | null; disabled_at: Date | null }
      )
      // one event a day, each tried once on its day (the later steps of the ladder follow while the clock jumps)
      for (let today = 1; today <= 5; today++) {
        yield* TestClock.setTime(start + (today - 1) * day)
        yield* enqueue(customer_id, [today])
        for (const path of ["/dead", "/moody"]) {
          yield* advanceUntil(`day ${today} is tried at ${path}`, Effect.sync(() =>
            sink.at(path).some((request) => JSON.parse(request.body).amount === today)))
        }
        yield* advanceUntil("nothing is in flight", Effect.map(
          sql`SELECT 1 FROM webhook_deliveries WHERE locked_until IS NOT NULL`, (rows) => rows.length === 0))
        assert.isTrue((yield* config(dead)).enabled, `day ${today}`)
      }
      assert.isAtMost((yield* config(dead)).failing_since!.getTime(), start + 60_000)
      assert.isAtLeast((yield* config(moody)).failing_since!.getTime(), start + 2 * day)
      yield* TestClock.setTime(start + 5 * day)
      yield* enqueue(customer_id, [6])
      yield* advanceUntil("the dead endpoint is disabled", Effect.map(config(dead), ({ enabled }) => !enabled))
      assert.isAtLeast((yield* config(dead)).disabled_at!.getTime(), start + 5 * day)
      assert.isTrue((yield* config(moody)).enabled)
      const notifications = yield* sql`SELECT customer_id, kind, details FROM notifications`
      assert.deepStrictEqual(notifications.map(({ customer_id, details, kind }) =>
        [customer_id, kind, (details as { webhook_config_id: string }).webhook_config_id]), [
        [customer_id, "webhook_endpoint_disabled", dead.webhook_config_id]
      ])
      const [tried, queued] = [sink.at("/dead").length, (yield* deliveriesOf(dead.webhook_config_id)).length]
      yield* enqueue(customer_id, [7])
      yield* advanceUntil("the other one still hears", Effect.sync(() =>
        sink.at("/moody").some((request) => JSON.parse(request.body).amount === 7)))
      assert.strictEqual((yield* deliveriesOf(dead.webhook_config_id)).length, queued, "nothing is queued for a disabled endpoint")
      assert.strictEqual(sink.at("/dead").length, tried, "and it hears nothing")
    }).pipe(Effect.provide(node))
  }))

it.effect("an idle pump asks the database six times a minute", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(start)
    let claims = 0
    const counted = Layer.effect(WebhookQueue, Effect.map(WebhookQueue, (queue) =>
      WebhookQueue.of({ ...queue, claim: (request) => Effect.suspend(() => (claims++, queue.claim(request))) })))
    const node = yield* quietNode(yield* testDatabase)
    yield* Effect.gen(function*() {
      yield* Layer.build(pumpWith.pipe(Layer.provide([counted, WebhookSender.layer])))
      yield* until("the first look", Effect.sync(() => claims > 0))
      // a node that just began to listen for changes cannot know what it missed: one look more
      yield* settle
      const before = claims
      for (let second = 0; second < 60; second++) {
        const seen = claims
        yield* advance("1 second")
        if (second % 10 === 9) yield* until("a sweep", Effect.sync(() => claims > seen))
      }
      assert.isAtLeast(claims - before, 6)
      assert.isAtMost(claims - before, 7)
    }).pipe(Effect.provide(node), Effect.scoped)
  }))
