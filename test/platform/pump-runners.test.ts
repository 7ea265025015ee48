/** Several pumps, and pumps that stop or die. */
import { assert, it } from "@effect/vitest"
import type { ServerResponse } from "node:http"
import { Clock, Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { uuid } from "../../src/platform/postgres/Ids.ts"
import { pumpLimits } from "../../src/platform/webhooks/WebhookPump.ts"
import { WebhookQueue } from "../../src/platform/webhooks/WebhookQueue.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { allAre, attempter, enqueue, header, stage, start, statuses } from "../kit/webhooks/PumpStage.ts"
import { advance, advanceUntil, settle } from "../kit/service/time.ts"
import { deliveriesOf, makeEndpoint, makeTenant, pumpingNode, quietNode } from "../kit/webhooks/PumpNodes.ts"
import { status, webhookSink } from "../kit/webhooks/WebhookSink.ts"

/** As a pump that looks at everything; each time another one. */
const leaseAt = (from: number) =>
  Effect.gen(function* () {
    return yield* (yield* WebhookQueue).lease({
      pump_id: yield* uuid,
      endpoints: null,
      windows: new Map(),
      now: new Date(from),
      leased_until: new Date(from + pumpLimits.lease_ms),
      places: pumpLimits.endpoint_in_flight_max,
      total_max: 10,
      held: new Map()
    })
  })

it.effect("a delivery whose pump died while sending is sent again under its id when the lease has run out", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const url = yield* testDatabase
    const sink = yield* webhookSink
    const writer = yield* quietNode(url)
    const { endpoint } = yield* Effect.gen(function* () {
      const endpoint = yield* makeEndpoint(yield* makeTenant, sink.url("/hook"))
      yield* enqueue(endpoint.customer_id, [1])
      // a pump leases and sends, and dies before it can write the result down
      const { leases } = yield* leaseAt(start)
      const sent = yield* (yield* attempter)(leases[0]!)
      assert.strictEqual(sent.status, "delivered")
      return { endpoint }
    }).pipe(Effect.provide(writer), Effect.scoped)
    assert.strictEqual(sink.received.length, 1)
    const survivor = yield* pumpingNode(url)
    yield* advance(pumpLimits.lease_ms - 1)
    assert.strictEqual(sink.received.length, 1)
    yield* advanceUntil(
      "the lease has run out",
      Effect.sync(() => sink.received.length === 2)
    )
    yield* allAre(endpoint.webhook_config_id, "delivered", 1).pipe(Effect.provide(survivor))
    assert.strictEqual(sink.received.length, 2)
    assert.strictEqual(new Set(sink.received.map((request) => header(request, "x-svc-delivery"))).size, 1)
  })
)

it.effect("a result that comes after the lease was lost changes nothing", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const sink = yield* webhookSink
    const node = yield* quietNode(yield* testDatabase)
    yield* Effect.gen(function* () {
      const { customer_id, webhook_config_id } = yield* makeEndpoint(yield* makeTenant, sink.url("/hook"))
      yield* enqueue(customer_id, [1])
      const queue = yield* WebhookQueue
      const attempt = yield* attempter
      const frozen = (yield* leaseAt(start)).leases[0]!
      const thawed = yield* attempt(frozen)
      assert.strictEqual(thawed.status, "delivered")
      assert.strictEqual((yield* leaseAt(start + 1_000)).leases.length, 0, "a lease is exclusive")
      const second = (yield* leaseAt(start + pumpLimits.lease_ms)).leases[0]!
      sink.script("/hook", status(500))
      yield* queue.conclude([yield* attempt(second)])
      yield* queue.conclude([thawed])
      const [delivery] = yield* deliveriesOf(webhook_config_id)
      assert.strictEqual(delivery!.status, "failed")
      assert.strictEqual(delivery!.attempts, 1)
    }).pipe(Effect.provide(node), Effect.scoped)
  })
)

it.effect(
  "a pump that is shut down hands its deliveries back, and the next one sends them without waiting for a lease",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const url = yield* testDatabase
      const sink = yield* webhookSink
      const scope = yield* Scope.make()
      const first = yield* Scope.provide(pumpingNode(url), scope)
      sink.script("/hook", (response, _, nth) => (nth === 1 ? undefined : void response.writeHead(204).end()))
      const endpoint = yield* Effect.gen(function* () {
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
    })
)

it.effect("two pumps share a backlog: every delivery once, never more than five at an endpoint", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const url = yield* testDatabase
    const sink = yield* webhookSink
    const writer = yield* quietNode(url)
    // Answered in later turns of the event loop, so that requests overlap.
    const later = (turns: number) => (response: ServerResponse) => {
      if (turns === 0) response.writeHead(204).end()
      else setImmediate(() => later(turns - 1)(response))
    }
    sink.script("/a", later(60))
    sink.script("/b", later(20))
    const [a, b] = yield* Effect.gen(function* () {
      const customer_id = yield* makeTenant
      const endpoints = [
        yield* makeEndpoint(customer_id, sink.url("/a")),
        yield* makeEndpoint(customer_id, sink.url("/b"))
      ] as const
      yield* enqueue(
        customer_id,
        Array.from({ length: 150 }, (_, index) => index + 1)
      )
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
  })
)

it.effect("tenants with a backlog leave room to whoever comes later, however many endpoints they have", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const node = yield* quietNode(yield* testDatabase)
    yield* Effect.gen(function* () {
      const raging = yield* Effect.all([makeTenant, makeTenant, makeTenant])
      for (const customer_id of raging) {
        for (let nth = 0; nth < 4; nth++) yield* makeEndpoint(customer_id, "https://slow.example/")
        yield* enqueue(customer_id, [1, 2, 3, 4, 5])
      }
      yield* TestClock.adjust("1 second")
      const late = yield* makeEndpoint(yield* makeTenant, "https://quick.example/")
      yield* enqueue(late.customer_id, [1])
      const queue = yield* WebhookQueue
      const request = {
        pump_id: yield* uuid,
        endpoints: null,
        windows: new Map(),
        now: new Date(start + 1_000),
        leased_until: new Date(start + 1_000 + pumpLimits.lease_ms),
        places: pumpLimits.endpoint_in_flight_max,
        total_max: 20
      }
      const holding = new Map(raging.map((customer_id) => [customer_id, 20]))
      const beside = yield* queue.lease({ ...request, held: holding })
      assert.deepStrictEqual(
        beside.leases.map(({ endpoint }) => endpoint.webhook_config_id),
        [late.webhook_config_id],
        "who holds as much as is left gets no more"
      )
      yield* queue.release(request.pump_id)
      const { leases } = yield* queue.lease({ ...request, held: new Map() })
      const counts = Map.groupBy(leases, ({ endpoint }) => endpoint.customer_id)
      assert.strictEqual(counts.size, 4)
      assert.isAtMost(
        leases.reduce((sum, { deliveries }) => sum + deliveries.length, 0),
        20
      )
    }).pipe(Effect.provide(node), Effect.scoped)
  })
)

it.effect("a node without a pump wakes the pump of another node", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink, url } = yield* stage
    const endpoint = yield* Effect.provide(makeEndpoint(customer_id, sink.url("/hook")), node)
    // the pump has had its first look and sleeps
    yield* settle
    const writer = yield* quietNode(url)
    yield* Effect.provide(enqueue(customer_id, [1]), writer)
    yield* allAre(endpoint.webhook_config_id, "delivered", 1).pipe(Effect.provide(node))
    assert.strictEqual(yield* Clock.currentTimeMillis, start)
  })
)
