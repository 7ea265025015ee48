/** Gates live beside the versions. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("gates", (it) => {
  it.effect("are put by key, listed and removed", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      const made = yield* call("PUT", "/gates/lab", { token_key: "gem", cost: 3 })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepStrictEqual(made.body, { gate_key: "lab", token_key: "gem", cost: 3, metadata: {} })
      const replaced = yield* call("PUT", "/gates/lab", { token_key: "gem", cost: 5, metadata: { title: "Lab" } })
      assert.deepStrictEqual([replaced.status, replaced.body.cost], [200, 5])
      const listed = yield* call("GET", "/gates")
      assert.deepStrictEqual(listed.body, { data: [replaced.body], meta: { total: 1, page: 1, limit: 20 } })
      const other = yield* app.tenant()
      assert.strictEqual((yield* other.call("DELETE", "/gates/lab")).status, 404)
      assert.strictEqual((yield* call("DELETE", "/gates/lab")).status, 204)
      assert.strictEqual((yield* call("DELETE", "/gates/lab")).status, 404)
    })
  )

  it.effect("cost something and have a proper key", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* call("PUT", "/gates/lab", { token_key: "gem", cost: 0 })).status, 422)
      const key = yield* call("PUT", "/gates/The%20Lab", { token_key: "gem", cost: 1 })
      assert.deepStrictEqual([key.status, key.body.error.details.issues[0].path], [422, ["gate_key"]])
      const unknown = yield* call("PUT", "/gates/lab", { token_key: "gem", cost: 1, gate_key: "lab" })
      assert.include(unknown.body.error.message, "property gate_key should not exist")
    })
  )

  it.effect("are answered again under an Idempotency-Key", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const put = call("PUT", "/gates/lab", { token_key: "gem", cost: 1 }, { headers: { "idempotency-key": "k" } })
      const answers = [yield* put, yield* put]
      assert.deepStrictEqual(
        answers.map((answer) => answer.status),
        [201, 201]
      )
      assert.strictEqual(answers[1]?.headers.get("idempotency-replayed"), "true")
    })
  )
})
