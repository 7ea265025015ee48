/** Many deliveries at once: what they cost, what a change of their endpoint means to them, and who shares them. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../src/platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../src/platform/postgres/Ids.ts"
import { pumpLimits, pumpWith } from "../../src/platform/webhooks/WebhookPump.ts"
import { type AttemptResult, type Lease, WebhookQueue } from "../../src/platform/webhooks/WebhookQueue.ts"
import { type Outcome, WebhookSender } from "../../src/platform/webhooks/WebhookSender.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { allAre, enqueue, start, statuses } from "../kit/webhooks/PumpStage.ts"
import { settle, until } from "../kit/service/time.ts"
import { makeEndpoint, makeTenant, quietNode } from "../kit/webhooks/PumpNodes.ts"

const answered: Outcome = { response_status: 204, error: null, response_excerpt: "" }

const amounts = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A node without a pump, and an endpoint for which so many deliveries wait. */
const backlog = (count: number) =>
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

it.effect("two hundred deliveries cost a few statements, and leave a row each", () =>
  Effect.gen(function* () {
    const { node, webhook_config_id } = yield* backlog(200)
    let statements = 0
    const counted = Layer.effect(
      WebhookQueue,
      Effect.map(WebhookQueue, (queue) =>
        WebhookQueue.of({
          ...queue,
          lease: (request) => Effect.suspend(() => (statements++, queue.lease(request))),
          conclude: (results) => Effect.suspend(() => (statements++, queue.conclude(results)))
        })
      )
    )
    const sender = Layer.succeed(WebhookSender, {
      send: (_, done) => queueMicrotask(() => done(answered))
    })
    yield* Effect.gen(function* () {
      yield* Layer.build(pumpWith.pipe(Layer.provide([counted, sender])))
      yield* allAre(webhook_config_id, "delivered", 200)
      assert.isAtMost(statements, 30)
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT FROM webhook_past_attempts`, [])
      assert.deepStrictEqual(
        yield* sql`
          SELECT count(*)::int AS count, count(DISTINCT delivery_id)::int AS deliveries, max(attempt) AS attempt,
            max(attempted_at) AS attempted_at, max(response_status) AS response_status, max(error) AS error
          FROM webhook_attempts`,
        [{ count: 200, deliveries: 200, attempt: 1, attempted_at: new Date(start), response_status: 204, error: null }]
      )
    }).pipe(Effect.provide(node), Effect.scoped)
  })
)

it.effect("what a pump has leased ahead is not sent once the endpoint is disabled", () =>
  Effect.gen(function* () {
    const { customer_id, node, webhook_config_id } = yield* backlog(100)
    let sent = 0
    const held: Array<(outcome: Outcome) => void> = []
    const sender = Layer.succeed(WebhookSender, {
      send: (_, done) => {
        if (++sent <= 20) queueMicrotask(() => done(answered))
        else held.push(done)
      }
    })
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Layer.build(pumpWith.pipe(Layer.provide([WebhookQueue.layer, sender])))
      yield* until(
        "all places are taken",
        Effect.sync(() => held.length === pumpLimits.endpoint_in_flight_max)
      )
      const [leased] = yield* sql`SELECT sum(cardinality(delivery_ids))::int AS count FROM webhook_leases`
      assert.isAbove((leased as { count: number }).count, pumpLimits.endpoint_in_flight_max)
      yield* sql`
        UPDATE webhook_configs SET enabled = false, disabled_at = ${new Date(start)}
        WHERE webhook_config_id = ${webhook_config_id}::uuid`
      yield* (yield* CacheInvalidation).publish({ _tag: "Tenant", customer_id })
      for (const done of held.splice(0)) done(answered)
      yield* until(
        "what was under way is written down",
        Effect.map(statuses(webhook_config_id), (found) => found.filter((one) => one === "delivered").length === 25)
      )
      yield* settle
      assert.strictEqual(sent, 25)
      assert.strictEqual((yield* statuses(webhook_config_id)).filter((one) => one === "pending").length, 75)
    }).pipe(Effect.provide(node), Effect.scoped)
  })
)

const delivered = ({ endpoint }: Lease, delivery_id: string): AttemptResult => ({
  customer_id: endpoint.customer_id,
  delivery_id,
  webhook_config_id: endpoint.webhook_config_id,
  attempt: 1,
  finished_at: start + 7,
  status: "delivered",
  next_attempt_at: null,
  response_ms: 7,
  notification_id: null,
  ...answered
})

const idsOf = ({ leases }: { readonly leases: ReadonlyArray<Lease> }) =>
  leases.flatMap(({ deliveries }) => deliveries.map(({ delivery_id }) => delivery_id))

/** A pump of this release that looks at one endpoint. */
const pumpAt = (webhook_config_id: string) =>
  Effect.gen(function* () {
    const pump_id = yield* uuid
    const queue = yield* WebhookQueue
    const held = new Set<string>()
    return {
      lease: (wanted: number) =>
        Effect.map(
          queue.lease({
            pump_id,
            endpoints: [webhook_config_id],
            windows: new Map([[webhook_config_id, { held, wanted }]]),
            now: new Date(start),
            leased_until: new Date(start + pumpLimits.lease_ms),
            places: pumpLimits.endpoint_in_flight_max,
            total_max: 100,
            held: new Map()
          }),
          (leases) => {
            for (const id of idsOf(leases)) held.add(id)
            return leases
          }
        ),
      conclude: (lease: Lease, ids: ReadonlyArray<string>) => {
        for (const id of ids) held.delete(id)
        return queue.conclude(ids.map((id) => delivered(lease, id)))
      }
    }
  })

it.effect("a pump takes ahead where it is alone; several share five places and never a delivery", () =>
  Effect.gen(function* () {
    const { node, webhook_config_id } = yield* backlog(40)
    yield* Effect.gen(function* () {
      const [one, other] = [yield* pumpAt(webhook_config_id), yield* pumpAt(webhook_config_id)]
      const alone = yield* one.lease(20)
      assert.strictEqual(idsOf(alone).length, 20)
      assert.deepStrictEqual(idsOf(yield* other.lease(20)), [])
      yield* one.conclude(alone.leases[0]!, idsOf(alone).slice(0, 18))
      yield* one.lease(0)
      const shared = idsOf(yield* other.lease(20))
      assert.strictEqual(shared.length, 3)
      assert.deepStrictEqual(idsOf(yield* one.lease(20)), [], "two and three are five")
      assert.isEmpty(shared.filter((id) => idsOf(alone).includes(id)))
      yield* one.conclude(alone.leases[0]!, idsOf(alone).slice(18))
      yield* one.lease(0)
      assert.strictEqual(idsOf(yield* other.lease(20)).length, 17, "all that is left, alone again")
    }).pipe(Effect.provide(node))
  })
)

/** What a pump of a release that knew no outbox sends to the database. */
const olderPump = (webhook_config_id: string) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const locked_until = new Date(start + pumpLimits.lease_ms)
    return {
      claim: Effect.map(
        sql`SELECT delivery_id FROM claim_webhook_deliveries(${[webhook_config_id]}::uuid[], ${new Date(start)},
          ${locked_until}, 5, 400) WHERE delivery_id IS NOT NULL`,
        (rows) => rows.map((row) => String(row["delivery_id"]))
      ),
      finish: (customer_id: string, ids: ReadonlyArray<string>) => {
        const results = ids.map((delivery_id) => ({
          customer_id,
          delivery_id,
          webhook_config_id,
          locked_until,
          attempt: 1,
          attempted_at: new Date(start),
          finished_at: new Date(start),
          status: "delivered",
          response_status: 204,
          response_ms: 0,
          response_excerpt: ""
        }))
        return sql`SELECT * FROM finish_webhook_deliveries(${JSON.stringify(results)}::jsonb, 5)`
      },
      /** as that release wrote it */
      replay: sql`
        UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = ${new Date(start)},
          ladder_base = attempts, finished_at = NULL
        WHERE webhook_config_id = ${webhook_config_id}::uuid AND locked_until IS NULL`,
      sweepAttempts: sql`
        DELETE FROM webhook_attempts AS attempt USING webhook_deliveries AS gone
        WHERE attempt.customer_id = gone.customer_id AND attempt.delivery_id = gone.delivery_id`
    }
  })

const attemptsOnRecord = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT count(*)::int AS count FROM webhook_attempts`
  return (row as { count: number }).count
})

it.effect("pumps of older releases and of this one spare what the other has under way", () =>
  Effect.gen(function* () {
    const { customer_id, node, webhook_config_id } = yield* backlog(12)
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`SELECT webhook_outbox_expand(${customer_id}::uuid, ${webhook_config_id}::uuid)`
      const older = yield* olderPump(webhook_config_id)
      const newer = yield* pumpAt(webhook_config_id)
      const first = yield* older.claim
      assert.strictEqual(first.length, 5)
      assert.deepStrictEqual(idsOf(yield* newer.lease(20)), [])
      yield* older.finish(customer_id, first.slice(0, 3))
      const second = yield* newer.lease(20)
      assert.strictEqual(idsOf(second).length, 3)
      assert.isEmpty(idsOf(second).filter((id) => first.includes(id)))
      assert.deepStrictEqual(yield* older.claim, [])
      yield* newer.conclude(second.leases[0]!, idsOf(second))
      yield* newer.lease(0)
      const third = yield* older.claim
      assert.strictEqual(third.length, 3)
      yield* older.finish(customer_id, [...first.slice(3), ...third])
      const last = yield* newer.lease(20)
      assert.strictEqual(idsOf(last).length, 1)
      assert.deepStrictEqual(yield* older.claim, [])
      yield* newer.conclude(last.leases[0]!, idsOf(last))
      yield* allAre(webhook_config_id, "delivered", 12)
      assert.strictEqual(yield* attemptsOnRecord, 12)
      yield* older.replay
      assert.strictEqual(yield* attemptsOnRecord, 12, "an attempt outlives the replay of its delivery")
      assert.strictEqual((yield* sql`SELECT FROM webhook_past_attempts`).length, 12)
      yield* older.sweepAttempts
      assert.strictEqual(yield* attemptsOnRecord, 0)
    }).pipe(Effect.provide(node))
  })
)
