/** Deliveries between the commit that tells them and their first attempt. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { uuid } from "../../src/platform/postgres/Ids.ts"
import { pumpLimits } from "../../src/platform/webhooks/WebhookPump.ts"
import { type AttemptResult, type LeasedDelivery, WebhookQueue } from "../../src/platform/webhooks/WebhookQueue.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { coinsEarned, deliveriesOf, makeEndpoint, makeTenant, quietNode } from "../kit/webhooks/PumpNodes.ts"
import { enqueue, start } from "../kit/webhooks/PumpStage.ts"

const amounts = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A node without a pump, and an endpoint that is told so much by one commit. */
const told = (count: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const node = yield* quietNode(yield* testDatabase)
    const endpoint = yield* Effect.gen(function* () {
      const made = yield* makeEndpoint(yield* makeTenant, "http://127.0.0.1:9/")
      yield* enqueue(made.customer_id, amounts(count))
      return made
    }).pipe(Effect.provide(node))
    return { node, ...endpoint }
  })

type Endpoint = Effect.Success<ReturnType<typeof told>>

const outboxRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    SELECT cardinality(delivery_ids) AS told, cardinality(done_ids) AS done FROM webhook_outbox ORDER BY 1 DESC`
})

/** What a new pump gets at a moment. */
const lease = ({ webhook_config_id }: Endpoint, now: number, wanted: number) =>
  Effect.gen(function* () {
    const queue = yield* WebhookQueue
    const found = yield* queue.lease({
      pump_id: yield* uuid,
      endpoints: null,
      windows: new Map([[webhook_config_id, { held: [], wanted }]]),
      now: new Date(now),
      leased_until: new Date(now + pumpLimits.lease_ms),
      places: pumpLimits.endpoint_in_flight_max,
      total_max: 1_000,
      held: new Map()
    })
    return found.leases.flatMap(({ deliveries }) => deliveries)
  })

const conclude = (
  { customer_id, webhook_config_id }: Endpoint,
  deliveries: ReadonlyArray<LeasedDelivery>,
  status: "delivered" | "failed"
) =>
  Effect.gen(function* () {
    const isFailed = status === "failed"
    const results = deliveries.map(({ attempts, delivery_id }): AttemptResult => ({
      customer_id,
      delivery_id,
      webhook_config_id,
      attempt: attempts + 1,
      finished_at: start + 7,
      status,
      next_attempt_at: isFailed ? start + 60_000 : null,
      response_status: isFailed ? 500 : 204,
      response_ms: 7,
      error: isFailed ? "HTTP 500" : null,
      response_excerpt: "",
      notification_id: null
    }))
    yield* (yield* WebhookQueue).conclude(results)
  })

it.effect("what a commit tells an endpoint is one row, and a delivery has its own from its first attempt on", () =>
  Effect.gen(function* () {
    const endpoint = yield* told(6)
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ownRows = sql`SELECT status, attempts FROM webhook_deliveries ORDER BY status`
      assert.deepStrictEqual(yield* outboxRows, [{ told: 6, done: 0 }])
      assert.deepStrictEqual(yield* ownRows, [])
      const leased = yield* lease(endpoint, start, 20)
      assert.deepStrictEqual(
        leased.map(({ body }) => JSON.parse(body)),
        amounts(6).map((amount) => coinsEarned(amount).body)
      )
      yield* conclude(endpoint, leased.slice(0, 2), "delivered")
      yield* conclude(endpoint, leased.slice(2, 3), "failed")
      assert.deepStrictEqual(yield* outboxRows, [{ told: 6, done: 3 }])
      assert.deepStrictEqual(yield* ownRows, [
        { status: "delivered", attempts: 1 },
        { status: "delivered", attempts: 1 },
        { status: "failed", attempts: 1 }
      ])
      assert.lengthOf(yield* deliveriesOf(endpoint.webhook_config_id), 6)
      yield* conclude(endpoint, leased.slice(3), "delivered")
      assert.deepStrictEqual(yield* outboxRows, [])
      const states = yield* deliveriesOf(endpoint.webhook_config_id)
      assert.deepStrictEqual(states.map(({ status }) => status).toSorted(), [
        "delivered",
        "delivered",
        "delivered",
        "delivered",
        "delivered",
        "failed"
      ])
      const kept = yield* sql<{ body: string }>`SELECT body FROM webhook_deliveries`
      assert.sameMembers(
        kept.map(({ body }) => body),
        leased.map(({ body }) => body)
      )
    }).pipe(Effect.provide(endpoint.node))
  })
)

it.effect("what a pump that died has sent and not written down is sent again, and nothing else", () =>
  Effect.gen(function* () {
    const endpoint = yield* told(5)
    yield* Effect.gen(function* () {
      const first = yield* lease(endpoint, start, 20)
      yield* conclude(endpoint, first.slice(0, 2), "delivered")
      assert.deepStrictEqual(yield* lease(endpoint, start, 20), [])
      const again = yield* lease(endpoint, start + pumpLimits.lease_ms + 1, 20)
      assert.deepStrictEqual(again, first.slice(2))
      yield* conclude(endpoint, again, "delivered")
      yield* conclude(endpoint, first.slice(2), "failed")
      const states = yield* deliveriesOf(endpoint.webhook_config_id)
      assert.deepStrictEqual(
        states.map(({ attempts, status }) => [status, attempts]),
        first.map(() => ["delivered", 1])
      )
      assert.deepStrictEqual(yield* outboxRows, [])
    }).pipe(Effect.provide(endpoint.node))
  })
)

it.effect("an endpoint that only fails is tried one at a time, out of the outbox too", () =>
  Effect.gen(function* () {
    const endpoint = yield* told(3)
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE webhook_configs SET failing_since = ${new Date(start)}`
      const [only, ...more] = yield* lease(endpoint, start, 20)
      assert.deepStrictEqual(more, [])
      yield* conclude(endpoint, [only!], "failed")
      const next = yield* lease(endpoint, start + pumpLimits.lease_ms + 1, 20)
      assert.lengthOf(next, 1)
      assert.notStrictEqual(next[0]!.delivery_id, only!.delivery_id)
    }).pipe(Effect.provide(endpoint.node))
  })
)

it.effect("what is told to an endpoint that is gone ends, and many deliveries share a few rows", () =>
  Effect.gen(function* () {
    const endpoint = yield* told(300)
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* outboxRows, [
        { told: 256, done: 0 },
        { told: 44, done: 0 }
      ])
      yield* sql`DELETE FROM webhook_configs`
      assert.deepStrictEqual(yield* lease(endpoint, start, 20), [])
      assert.deepStrictEqual(yield* outboxRows, [])
      const states = yield* deliveriesOf(endpoint.webhook_config_id)
      assert.deepStrictEqual([...new Set(states.map(({ status }) => status))], ["exhausted"])
      assert.lengthOf(states, 300)
    }).pipe(Effect.provide(endpoint.node))
  })
)
