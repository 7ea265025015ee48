/** A process that dies while a model thinks of a plan: the work fails, costs nothing, and can be begun anew. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestService } from "hatchery/testing"
import { fakeModel, hangs, idea, says } from "../../kit/ai/FakeModel.ts"
import { until } from "../../kit/service/time.ts"
import { begin, planned, sessions } from "../../kit/tenant/Onboarding.ts"

it.live("a plan whose process was killed fails, gives its credits back, and leaves its session free", () =>
  Effect.gen(function* () {
    const model = yield* fakeModel
    const settings = {
      aiProviderUrl: model.url,
      aiProviderKey: Redacted.make("sk-secret"),
      aiProviderModel: "parrot-1",
      aiCallsPerDay: 100
    }
    yield* Effect.gen(function* () {
      const service = yield* TestService
      const { call } = yield* service.tenant({ plan: "pro" })
      const balance = Effect.map(call("GET", "/credits/balance"), ({ body }) => body.balance as number)
      const before = yield* balance
      const id = yield* begin(call)
      model.next(hangs)
      yield* Effect.forkChild(Effect.exit(Effect.ignoreCause(call("POST", `${sessions}/${id}/generate-plan`))))
      yield* until(
        "the model to be asked",
        Effect.sync(() => model.asked.length === 1)
      )
      assert.strictEqual(yield* balance, before - 2)
      const preparing = Effect.map(call("GET", `${sessions}/preparing-status`), ({ body }) => body)
      const { operation_id, status } = yield* preparing
      assert.strictEqual(status, "preparing")
      yield* service.crash
      yield* service.start
      yield* until(
        "the work to have ended",
        Effect.map(preparing, (now) => now.status === "failed")
      )
      const operation = (yield* call("GET", `/operations/${operation_id}`)).body
      assert.deepInclude(operation, { status: "failed", result: null })
      assert.strictEqual(operation.error.code, "internal_server_error")
      assert.strictEqual(yield* balance, before)
      // Whoever was asked in vain is not asked again by itself.
      assert.lengthOf(model.asked, 1)
      const current = (yield* call("GET", `${sessions}/current`)).body
      assert.deepInclude(current, { status: "open", busy: null, plan: null })
      model.next(says(idea))
      assert.strictEqual((yield* planned(call, id)).plan.provider, "parrot-1")
      assert.strictEqual(yield* balance, before - 2)
    }).pipe(Effect.provide(TestService.layer({ settings })))
  }).pipe(Effect.scoped)
)
