/** Somebody who was on a test clock and is back in the present. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { ImageError } from "../../../src/platform/images/ImageProvider.ts"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

// A database of its own: it is checked as a whole.
layer(TestApp.layer(), { excludeTestServices: true })("whoever is back from a test clock", (it) => {
  it.effect("may be archived before the days on which it earned", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const now = new Date(Date.now() + 3 * 86_400_000).toISOString()
      const made = yield* call("POST", "/test/clocks", { now, user_ids: ["ada"] })
      assert.strictEqual(made.status, 201, made.text)
      assert.strictEqual((yield* call("POST", "/events", lesson("ada", { occurred_at: now }))).status, 200)
      assert.strictEqual((yield* call("DELETE", `/test/clocks/${made.body.test_clock_id}`)).status, 204)
      assert.strictEqual((yield* call("PATCH", `/buddies/${buddy_id}/archive`)).status, 200)
      const red = (yield* checkInvariants({ quiescent: false })).filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(red, [])
    })
  )

  it.effect("is drawn though its picture failed at a time that only its clock would have reached", () =>
    Effect.gen(function* () {
      const images = yield* FakeImages
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const now = new Date(Date.now() + 30 * 86_400_000).toISOString()
      const made = yield* call("POST", "/test/clocks", { now, user_ids: ["ada"] })
      assert.strictEqual(made.status, 201, made.text)
      const failure = new ImageError({ detail: "told to fail", reason: "unavailable", retryable: false })
      yield* images.failNext(1, failure, { stage: 1 })
      const { buddy_id } = yield* hatch(tenant, "ada")
      const appearance = Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.appearance)
      assert.deepInclude(yield* appearance, { status: "failed" })
      assert.strictEqual((yield* call("DELETE", `/test/clocks/${made.body.test_clock_id}`)).status, 204)
      yield* until(
        "the picture is there",
        Effect.map(appearance, ({ status }) => status === "ready")
      )
    })
  )
})
