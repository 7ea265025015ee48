/** From the outbox to a receiver: when a delivery is sent, and when it is sent again. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer, Random } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { retry_delays_ms, retry_jitter, retryDelayMs } from "../../src/platform/webhooks/WebhookAttempt.ts"
import { pumpWith } from "../../src/platform/webhooks/WebhookPump.ts"
import { WebhookQueue } from "../../src/platform/webhooks/WebhookQueue.ts"
import { WebhookSender } from "../../src/platform/webhooks/WebhookSender.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { allAre, attemptsMade, enqueue, header, ownSignature, stage, start } from "../kit/webhooks/PumpStage.ts"
import { advance, advanceUntil, settle, until } from "../kit/service/time.ts"
import { deliveriesOf, coinsEarned, makeEndpoint, quietNode } from "../kit/webhooks/PumpNodes.ts"
import { status } from "../kit/webhooks/WebhookSink.ts"

it.effect("a committed change is delivered at once, signed, with the bare body and the endpoint's own headers", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      const { secret, webhook_config_id } = yield* makeEndpoint(customer_id, sink.url("/hook?a=1"), {
        events: ["coins.*"],
        headers: { "X-Team": "growth" }
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
  })
)

it.effect("a change that rolls back delivers nothing, and one inside a transaction is sent only after its commit", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { webhook_config_id } = yield* makeEndpoint(customer_id, sink.url("/hook"))
      yield* Effect.exit(sql.withTransaction(Effect.andThen(enqueue(customer_id, [1]), Effect.fail("no"))))
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* enqueue(customer_id, [2])
          yield* settle
          assert.strictEqual(sink.received.length, 0)
        })
      )
      yield* allAre(webhook_config_id, "delivered", 1)
      assert.deepStrictEqual(
        sink.received.map(({ body }) => JSON.parse(body).amount),
        [2]
      )
    }).pipe(Effect.provide(node))
  })
)

it.effect(
  "a failing delivery climbs the whole ladder under one id with a new timestamp each time, then is exhausted",
  () =>
    Effect.gen(function* () {
      const { customer_id, node, sink } = yield* stage
      yield* Effect.gen(function* () {
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
        for (const request of sink.received)
          assert.strictEqual(header(request, "x-svc-signature"), ownSignature(request, secret))
        const sql = yield* SqlClient.SqlClient
        const rows =
          yield* sql`SELECT attempt, response_status, error, response_excerpt FROM webhook_attempts ORDER BY attempt`
        assert.deepStrictEqual(
          rows.map((row) => row["attempt"]),
          [1, 2, 3, 4, 5, 6, 7, 8]
        )
        assert.deepStrictEqual(rows[0], { attempt: 1, response_status: 500, error: null, response_excerpt: "boom" })
      }).pipe(Effect.provide(node))
    })
)

it.effect("jitter comes from the seeded source, so a run repeats exactly", () =>
  Effect.gen(function* () {
    const draws = Effect.all(
      Array.from({ length: 7 }, (_, index) => Effect.map(Random.next, (draw) => retryDelayMs(index + 1, draw)))
    )
    const [first, second] = [yield* draws.pipe(Random.withSeed("a")), yield* draws.pipe(Random.withSeed("a"))]
    assert.deepStrictEqual(first, second)
    assert.notDeepEqual(first, yield* draws.pipe(Random.withSeed("b")))
    assert.isUndefined(retryDelayMs(8, 0.5))
    assert.deepStrictEqual(
      [1, 2, 3, 4, 5, 6, 7].map((failures) => retryDelayMs(failures, 0.5)),
      [...retry_delays_ms]
    )
  })
)

it.effect("an idle pump asks the database six times a minute", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    let leases = 0
    const counted = Layer.effect(
      WebhookQueue,
      Effect.map(WebhookQueue, (queue) =>
        WebhookQueue.of({ ...queue, lease: (request) => Effect.suspend(() => (leases++, queue.lease(request))) })
      )
    )
    const node = yield* quietNode(yield* testDatabase)
    yield* Effect.gen(function* () {
      yield* Layer.build(pumpWith.pipe(Layer.provide([counted, WebhookSender.layer])))
      // it looks when it starts and once more when it begins to hear of changes; after that only sweeps are left
      yield* advanceUntil(
        "the start is over",
        Effect.sync(() => leases >= 4)
      )
      const before = leases
      for (let sweep = 1; sweep <= 6; sweep++) {
        yield* advance("10 seconds")
        yield* until(
          `sweep ${sweep}`,
          Effect.sync(() => leases >= before + sweep)
        )
      }
      yield* settle
      assert.strictEqual(leases - before, 6)
    }).pipe(Effect.provide(node), Effect.scoped)
  })
)
