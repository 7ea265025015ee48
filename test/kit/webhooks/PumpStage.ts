/** What the tests of the pump share: a stage to play on, what was delivered, and how a receiver checks it. */
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { createHmac } from "node:crypto"
import { Outbox } from "../../../src/platform/webhooks/Outbox.ts"
import { makeAttempt, makeOpening } from "../../../src/platform/webhooks/WebhookAttempt.ts"
import type { AttemptResult, Lease } from "../../../src/platform/webhooks/WebhookQueue.ts"
import { WebhookSender } from "../../../src/platform/webhooks/WebhookSender.ts"
import { testDatabase } from "../postgres/PgTemplate.ts"
import { until } from "../service/time.ts"
import { coinsEarned, deliveriesOf, makeTenant, pumpingNode } from "./PumpNodes.ts"
import { type Received, webhookSink } from "./WebhookSink.ts"

export const start = Date.parse("2026-11-20T21:00:00.000Z")

/** Database, sink, one pumping node and a tenant, at a fixed moment. */
export const stage = Effect.gen(function* () {
  yield* TestClock.setTime(start)
  const url = yield* testDatabase
  const sink = yield* webhookSink
  const node = yield* pumpingNode(url)
  const customer_id = yield* Effect.provide(makeTenant, node)
  return { url, sink, node, customer_id }
})

export const enqueue = (customer_id: string, amounts: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    yield* (yield* Outbox).enqueue(customer_id, amounts.map(coinsEarned))
  })

export const statuses = (webhook_config_id: string) =>
  Effect.map(deliveriesOf(webhook_config_id), (rows) => rows.map((row) => row.status))

export const allAre = (webhook_config_id: string, wanted: string, count: number) =>
  until(
    `${count} deliveries ${wanted}`,
    Effect.map(
      statuses(webhook_config_id),
      (found) => found.length === count && found.every((status) => status === wanted)
    )
  )

export const attemptsMade = (webhook_config_id: string, count: number) =>
  until(
    `attempt ${count} written`,
    Effect.map(deliveriesOf(webhook_config_id), (rows) =>
      rows.every((row) => row.attempts === count && row.locked_until === null)
    )
  )

/** Sends the first delivery of a lease as a pump does, without a pump around it. */
export const attempter = Effect.flatMap(Layer.build(WebhookSender.layer), (sender) =>
  Effect.gen(function* () {
    const attempt = yield* makeAttempt
    const open = yield* makeOpening
    return Effect.fnUntraced(function* ({ deliveries, endpoint }: Lease) {
      const opened = yield* open(endpoint, undefined, yield* Clock.currentTimeMillis)
      return yield* Effect.callback<AttemptResult>((resume) =>
        attempt(opened, deliveries[0]!, (result) => resume(Effect.succeed(result)))
      )
    })
  }).pipe(Effect.provide(sender))
)

export const header = (request: Received, name: string) => String(request.headers[name])

export const ownSignature = (request: Received, secret: string) =>
  "sha256=" +
  createHmac("sha256", secret)
    .update(`${header(request, "x-svc-timestamp")}.${request.body}`)
    .digest("hex")

/** The signature a Standard Webhooks receiver expects. */
export const standard = (request: Received, secret: string) =>
  new Webhook(secret).sign(
    header(request, "webhook-id"),
    new Date(Number(header(request, "webhook-timestamp")) * 1000),
    request.body
  )
