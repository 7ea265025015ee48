/** A secret that is replaced once more while the grace of the one before it runs. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { signedWith, stage, standardWith } from "../../kit/webhooks/EndpointStage.ts"
import { enqueue } from "../../kit/webhooks/PumpStage.ts"
import { ForwardClock, forward } from "../../kit/service/ForwardClock.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const Ahead = TestApp.layer().pipe(Layer.provideMerge(ForwardClock.layer))

layer(Ahead, { excludeTestServices: true })("a secret that is rotated twice", (it) => {
  it.effect("signs until its grace ends, and so does the one in between", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      const path = `/webhook-configs/${config.webhook_config_id}`
      const rotate = (grace_hours: number) =>
        Effect.map(call("POST", `${path}/rotate-secret`, { grace_hours }), ({ body }) => body)
      let sent = 0
      const signers = Effect.gen(function* () {
        yield* enqueue(customer_id, [++sent])
        yield* sink.got("/hook", sent)
        const request = sink.at("/hook")[sent - 1]!
        const among = (all: ReadonlyArray<string>, signs: (secret: string) => boolean) =>
          all.flatMap((secret, index) => (signs(secret) ? [index + 1] : []))
        return {
          own: among(secrets, (secret) => signedWith(request, secret)),
          standard: among(secrets, (secret) => standardWith(request, secret))
        }
      })
      const secrets: Array<string> = [config.secret]
      secrets.push((yield* rotate(24)).secret)
      yield* forward("1 hour")
      // The answer of the first may have been lost: nobody has that secret.
      const third = yield* rotate(48)
      secrets.push(third.secret)
      assert.deepStrictEqual(yield* signers, { own: [1], standard: [1, 2, 3] })
      yield* forward("23 hours")
      assert.deepStrictEqual(yield* signers, { own: [2], standard: [2, 3] })
      assert.strictEqual((yield* call("GET", path)).body.previous_secret_expires_at, third.previous_secret_expires_at)
      yield* forward("25 hours")
      assert.deepStrictEqual(yield* signers, { own: [3], standard: [3] })
      assert.isNull((yield* call("GET", path)).body.previous_secret_expires_at)
      // Without a grace everything older stops at once.
      secrets.push((yield* rotate(72)).secret, (yield* rotate(72)).secret, (yield* rotate(0)).secret)
      assert.deepStrictEqual(yield* signers, { own: [6], standard: [6] })
    })
  )
})
