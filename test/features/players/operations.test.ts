import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { ended, hatch, publish, readyEgg } from "../../kit/players/Eggs.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.shared, { excludeTestServices: true })("operations", (it) => {
  it.effect("a finished one says what came of it and when", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const egg_id = yield* readyEgg(call, "ada")
      const accepted = yield* call("POST", `/eggs/${egg_id}/hatch`)
      assert.deepStrictEqual(Object.keys(accepted.body).sort(), ["accepted", "operation_id", "status"])
      assert.deepStrictEqual([accepted.body.accepted, accepted.body.status], [true, "pending"])
      const done = yield* ended(call, accepted.body.operation_id)
      const { created_at, finished_at, result, started_at, ...rest } = done
      assert.deepStrictEqual(rest, {
        operation_id: accepted.body.operation_id,
        type: "hatch",
        status: "completed",
        resource_type: "egg",
        resource_id: egg_id,
        attempts: 1,
        progress: null,
        error: null
      })
      assert.isTrue(created_at <= started_at && started_at <= finished_at)
      assert.deepStrictEqual([result.egg_id, result.user_id, result.evolution_stage], [egg_id, "ada", 1])
    })
  )

  it.effect("a cancelled hatch never bears a buddy, its egg is ready again", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const images = yield* FakeImages
      yield* publish(call)
      const egg_id = yield* readyEgg(call, "ada")
      const before = (yield* images.calls).length
      const draw = yield* images.holdNext({ stage: 1 })
      const { operation_id } = (yield* call("POST", `/eggs/${egg_id}/hatch`)).body
      yield* until(
        "the picture is begun",
        Effect.map(images.calls, (calls) => calls.length > before)
      )
      const cancelled = yield* call("POST", `/operations/${operation_id}/cancel`)
      assert.deepStrictEqual([cancelled.status, cancelled.body.status, cancelled.body.result], [200, "cancelled", null])
      yield* draw
      assert.strictEqual((yield* call("GET", `/eggs/${egg_id}`)).body.status, "ready")
      const again = yield* call("POST", `/operations/${operation_id}/cancel`)
      assert.deepStrictEqual([again.status, again.body.error.code], [409, "operation_finished"])
      const second = yield* hatch(call, egg_id)
      assert.strictEqual(second.status, "completed")
      assert.strictEqual((yield* call("GET", "/buddies")).body.meta.total, 1)
    })
  )

  it.effect("what has finished cannot be cancelled", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const done = yield* hatch(call, yield* readyEgg(call, "ada"))
      const refused = yield* call("POST", `/operations/${done.operation_id}/cancel`)
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "operation_finished"])
      assert.deepStrictEqual(refused.body.error.details, { status: "completed" })
      assert.deepStrictEqual(yield* ended(call, done.operation_id), done)
    })
  )

  it.effect("the list is newest first and filters by type and status", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const first = yield* hatch(call, yield* readyEgg(call, "ada"))
      const second = yield* hatch(call, yield* readyEgg(call, "bob"))
      const ids = (query: string) =>
        Effect.map(call("GET", `/operations${query}`), ({ body }) =>
          body.data.map((operation: { operation_id: string }) => operation.operation_id)
        )
      assert.deepStrictEqual(yield* ids(""), [second.operation_id, first.operation_id])
      assert.deepStrictEqual(yield* ids("?type=hatch&status=completed&limit=1&page=2"), [first.operation_id])
      assert.deepStrictEqual(yield* ids("?type=evolve"), [])
      assert.deepStrictEqual(yield* ids("?status=failed"), [])
      assert.strictEqual((yield* call("GET", "/operations?type=nap")).status, 422)
    })
  )

  it.effect("belong to their tenant alone", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      const stranger = yield* app.tenant()
      yield* publish(call)
      const { operation_id } = yield* hatch(call, yield* readyEgg(call, "ada"))
      for (const path of [`/operations/${operation_id}`, "/operations/nothing"]) {
        const [read, cancel] = [yield* stranger.call("GET", path), yield* stranger.call("POST", `${path}/cancel`)]
        assert.deepStrictEqual([read.status, read.body.error.code], [404, "not_found"])
        assert.deepStrictEqual([cancel.status, cancel.body.error.code], [404, "not_found"])
      }
      assert.strictEqual((yield* stranger.call("GET", "/operations")).body.meta.total, 0)
    })
  )
})
