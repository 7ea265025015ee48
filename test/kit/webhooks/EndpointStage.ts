/**
 * What the tests of the webhook routes share: a tenant with an endpoint, its deliveries, and how its receiver checks
 * them.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { header, standard } from "./PumpStage.ts"
import { type Call, TestApp } from "../service/TestApp.ts"
import { until } from "../service/time.ts"
import { type Received, webhookSink } from "./WebhookSink.ts"

export { isSignedWith as signedWith } from "../../../src/testing/signatures.ts"

/** A tenant with one endpoint at a sink of its own. */
export const stage = Effect.gen(function* () {
  const { call, customer_id } = yield* (yield* TestApp).tenant()
  const sink = yield* webhookSink
  const created = yield* call("POST", "/webhook-configs", {
    url: sink.url("/hook"),
    events: ["coins.*", "badge.awarded"]
  })
  assert.strictEqual(created.status, 201, created.text)
  return { call, customer_id, sink, config: created.body }
})

/** Is one of the Standard Webhooks signatures this secret's? */
export const standardWith = (request: Received, secret: string) =>
  header(request, "webhook-signature").split(" ").includes(standard(request, secret))

export const statusOf = (call: Call, delivery_id: string) =>
  Effect.map(call("GET", `/webhook-deliveries/${delivery_id}`), ({ body }) => String(body.status))

export const settledAs = (call: Call, delivery_id: string, wanted: string) =>
  until(
    `delivery ${wanted}`,
    Effect.map(statusOf(call, delivery_id), (found) => found === wanted)
  )
