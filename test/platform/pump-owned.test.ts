/** Endpoints that belong to one thing (a cause) and not to the tenant's list. */
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { OwnedEndpoints } from "../../src/platform/OwnedEndpoints.ts"
import { webhook, webhookEvents } from "../../src/wire/Webhook.ts"
import { allAre, enqueue, header, ownSignature, stage } from "../kit/pumping.ts"
import { deliveriesOf, makeEndpoint } from "../kit/webhooks.ts"

const owner = "cause:trees"
const crossed = webhook("cause.threshold_reached", webhookEvents["cause.threshold_reached"].example)

it.effect("an owned endpoint hears what its owner sends to it and nothing else, signed with its own secret", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      const owned = yield* OwnedEndpoints
      const listed = yield* makeEndpoint(customer_id, sink.url("/listed"))
      const made = yield* owned.save(customer_id, owner, { url: sink.url("/cause"), enabled: true })
      assert.strictEqual(made.secret!.slice(-4), made.secret_last4)
      assert.isTrue(Option.isSome(yield* owned.send(customer_id, owner, crossed)))
      yield* enqueue(customer_id, [1])
      yield* allAre(made.webhook_config_id, "delivered", 1)
      yield* allAre(listed.webhook_config_id, "delivered", 1)
      const [request] = sink.at("/cause")
      assert.strictEqual(header(request!, "x-svc-event"), "cause.threshold_reached")
      assert.strictEqual(header(request!, "x-svc-signature"), ownSignature(request!, made.secret!))
      assert.deepStrictEqual(JSON.parse(request!.body), crossed.body)
      assert.deepStrictEqual(sink.received.map(({ path }) => path).toSorted(), ["/cause", "/listed"])
    }).pipe(Effect.provide(node))
  })
)

it.effect("an owned endpoint can be moved, switched off, rotated and removed", () =>
  Effect.gen(function* () {
    const { customer_id, node, sink } = yield* stage
    yield* Effect.gen(function* () {
      const owned = yield* OwnedEndpoints
      assert.isTrue(Option.isNone(yield* owned.get(customer_id, owner)))
      assert.isTrue(Option.isNone(yield* owned.rotate(customer_id, owner)))
      const made = yield* owned.save(customer_id, owner, { url: sink.url("/old"), enabled: true })
      const off = yield* owned.save(customer_id, owner, { url: sink.url("/new"), enabled: false })
      assert.isUndefined(off.secret, "shown once")
      assert.strictEqual(off.webhook_config_id, made.webhook_config_id)
      assert.isTrue(Option.isNone(yield* owned.send(customer_id, owner, crossed)), "switched off: nothing is queued")
      yield* owned.save(customer_id, owner, { url: sink.url("/new"), enabled: true })
      const secret = Option.getOrThrow(yield* owned.rotate(customer_id, owner))
      assert.notStrictEqual(secret, made.secret)
      yield* owned.send(customer_id, owner, crossed)
      yield* allAre(made.webhook_config_id, "delivered", 1)
      const [request] = sink.at("/new")
      assert.strictEqual(header(request!, "x-svc-signature"), ownSignature(request!, secret))
      yield* owned.remove(customer_id, owner)
      assert.isTrue(Option.isNone(yield* owned.send(customer_id, owner, crossed)))
      assert.strictEqual((yield* deliveriesOf(made.webhook_config_id)).length, 1)
    }).pipe(Effect.provide(node))
  })
)
