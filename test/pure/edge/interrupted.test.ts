import { assert, it } from "@effect/vitest"
import { ByteSize, Effect, Fiber, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { AppConfig } from "../../../src/Config.ts"
import { Admission } from "../../../src/edge/Admission.ts"
import { DemoDesk } from "../../../src/edge/DemoDesk.ts"
import { EnvelopeLive } from "../../../src/edge/Envelope.ts"
import { Exchange } from "../../../src/edge/Exchange.ts"
import { PublicAnswers } from "../../../src/edge/pages/PublicAnswers.ts"
import { RouteTable } from "../../../src/edge/RouteTable.ts"
import { AuditLog } from "../../../src/platform/auth/AuditLog.ts"
import { RateLimits } from "../../../src/platform/requests/RateLimits.ts"
import { SharedRedis } from "../../../src/platform/requests/Redis.ts"
import { limits } from "../../../src/wire/Limits.ts"

const deserted = Effect.gen(function* () {
  const work = yield* Effect.forkDetach(Effect.never)
  yield* Fiber.interrupt(work)
  return yield* Fiber.join(work)
})

const App = HttpRouter.add("GET", "/deserted", Effect.as(deserted, HttpServerResponse.empty())).pipe(
  Layer.provide(EnvelopeLive),
  // Nothing is changed here.
  Layer.provide(Layer.succeed(AuditLog, { record: () => Effect.void, note: () => Effect.void })),
  Layer.provide(Layer.succeed(PublicAnswers, { find: () => undefined, changes: () => 0, keep: () => undefined })),
  Layer.provide([Exchange.layer, Admission.layer.pipe(Layer.provide(RateLimits.layer))]),
  Layer.provide([DemoDesk.layer, SharedRedis.layer]),
  Layer.provide(AppConfig.test()),
  Layer.provide(
    Layer.succeed(RouteTable, {
      all: [],
      methodsOf: () => [],
      templateOf: () => undefined,
      bodyLimitOf: () => ByteSize.bytes(limits.body_bytes_max)
    })
  )
)

it.live("a request whose work was interrupted by somebody else is told when to try again", () =>
  Effect.acquireUseRelease(
    Effect.sync(() => HttpRouter.toWebHandler(App, { disableLogger: true })),
    ({ handler }) =>
      Effect.promise(async () => {
        const answer = await handler(new Request("http://localhost/deserted"))
        assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "2"])
        assert.strictEqual((await answer.json()).error.code, "service_unavailable")
      }),
    ({ dispose }) => Effect.promise(dispose)
  )
)
