/** The versioned lists together: all of them edit the open draft. What holds of each: kit/contract/VersionedList. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../kit/service/TestApp.ts"

const trigger = { event_type: "lesson.completed" }
const amount = { mode: "fixed", value: 10 }

layer(TestApp.shared, { excludeTestServices: true })("versioned lists", (it) => {
  it.effect("keep every edit when many arrive at once, and open one draft for all of them", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const keys = Array.from({ length: 20 }, (_, index) => `rule_${index}`)
      const answers = yield* Effect.forEach(
        keys,
        (rule_key) => call("POST", "/coin-rules", { rule_key, trigger, amount }),
        { concurrency: 20 }
      )
      assert.deepStrictEqual(new Set(answers.map((answer) => answer.status)), new Set([201]))
      assert.strictEqual((yield* call("GET", "/coin-rules")).body.meta.total, 20)
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 1)
    })
  )

  it.effect("open no draft for an edit that failed", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* call("DELETE", "/coin-rules/nothing")).status, 404)
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 0)
    })
  )

  it.effect("belong to one tenant", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const [ada, bob] = [yield* app.tenant(), yield* app.tenant()]
      const rule = yield* ada.call("POST", "/coin-rules", { rule_key: "hers", trigger, amount })
      assert.strictEqual((yield* bob.call("GET", "/coin-rules")).body.meta.total, 0)
      for (const reference of ["hers", rule.body.rule_id]) {
        assert.strictEqual((yield* bob.call("GET", `/coin-rules/${reference}`)).status, 404)
        assert.strictEqual((yield* bob.call("DELETE", `/coin-rules/${reference}`)).status, 404)
      }
      assert.strictEqual((yield* ada.call("GET", "/coin-rules")).body.meta.total, 1)
    })
  )
})
