/**
 * A tenant's own receiver, as the contract's part 6 describes one: it trusts nothing it cannot verify with libraries
 * other people wrote, and it reads the body as it came.
 */
import { assert } from "@effect/vitest"
import { verify as octokitVerify } from "@octokit/webhooks-methods"
import { Effect } from "effect"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Stripe } from "stripe"
import { Webhook as SvixWebhook } from "svix"
import { header } from "./PumpStage.ts"
import type { TestTenant } from "../service/TestApp.ts"
import { until } from "../service/time.ts"
import { type Received, webhookSink } from "./WebhookSink.ts"

// Tests read into bodies freely; a wrong guess fails where it stands.
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Headers, signature and age of one delivery, by the contract's table and four libraries that know nothing of us. */
export const verified = Effect.fnUntraced(function* (request: Received, secret: string) {
  assert.strictEqual(request.method, "POST")
  assert.strictEqual(header(request, "content-type"), "application/json")
  assert.match(header(request, "x-svc-delivery"), uuid)
  assert.strictEqual(header(request, "webhook-id"), header(request, "x-svc-delivery"))
  const timestamp = header(request, "x-svc-timestamp")
  assert.match(timestamp, /^\d{10}$/)
  const signature = header(request, "x-svc-signature")
  assert.match(signature, /^sha256=[0-9a-f]{64}$/)
  assert.isTrue(
    yield* Effect.promise(() => octokitVerify(secret, `${timestamp}.${request.body}`, signature)),
    "X-Svc-Signature"
  )
  // These also refuse what is older than five minutes.
  Stripe.webhooks.constructEvent(request.body, `t=${timestamp},v1=${signature.slice("sha256=".length)}`, secret)
  const headers = request.headers as Record<string, string>
  new StandardWebhook(secret).verify(request.body, headers)
  new SvixWebhook(secret).verify(request.body, headers)
})

/** Subscribes a receiver to everything. `heard` waits for an event and answers the first body that `matches`. */
export const listening = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const sink = yield* webhookSink
  const endpoint = yield* call("POST", "/webhook-configs", { url: sink.url("/hook"), events: ["*"] })
  assert.strictEqual(endpoint.status, 201, endpoint.text)
  const secret: string = endpoint.body.secret
  const named = (event: string) => sink.at("/hook").filter((request) => header(request, "x-svc-event") === event)
  const bodies = (event: string): ReadonlyArray<Body> => named(event).map(({ body }) => JSON.parse(body))

  const heard = Effect.fnUntraced(function* (event: string, matches: (body: Body) => boolean = () => true) {
    const find = () => named(event).find(({ body }) => matches(JSON.parse(body)))
    yield* until(
      `a fitting ${event}`,
      Effect.sync(() => find() !== undefined)
    )
    const request = find()!
    yield* verified(request, secret)
    return JSON.parse(request.body) as Body
  })

  /** Every delivery there was, verified, with no delivery id twice. */
  const verifyAll = Effect.gen(function* () {
    const ids = sink.received.map((request) => header(request, "x-svc-delivery"))
    assert.strictEqual(new Set(ids).size, ids.length)
    yield* Effect.forEach(sink.received, (request) => verified(request, secret), { discard: true })
  })

  return { heard, bodies, verifyAll }
})

export type Listening = Effect.Success<ReturnType<typeof listening>>
