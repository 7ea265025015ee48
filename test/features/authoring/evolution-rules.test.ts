import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("evolution rules", (it) => {
  it.effect("are one object", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* call("GET", "/evolution-rules")).body.max_stage, 1)
      const rules = { max_stage: 2, stages: [{ stage: 2, name: "Scout", reward: { coins: 5 } }] }
      const put = yield* call("PUT", "/evolution-rules", rules)
      assert.strictEqual(put.status, 200, put.text)
      assert.strictEqual(put.body.stages[0].reward.coins, 5)
      assert.deepStrictEqual((yield* call("GET", "/evolution-rules")).body, put.body)
      const six = yield* call("PUT", "/evolution-rules", { max_stage: 6, stages: [] })
      assert.strictEqual(six.status, 422)
      const missing = yield* call("PUT", "/evolution-rules", { max_stage: 3, stages: [{ stage: 2, name: "Scout" }] })
      assert.include(missing.body.error.message, "stage 3 is missing")
    })
  )
})
