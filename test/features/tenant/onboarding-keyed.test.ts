/** Generations under an Idempotency-Key whose answer was lost: what was begun is not begun again. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { losingAnswers } from "../../kit/service/LosingAnswers.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { begin, codeOf, sessions } from "../../kit/tenant/Onboarding.ts"

layer(TestApp.shared, { excludeTestServices: true })("a generation whose answer was lost", (it) => {
  const started = Effect.gen(function* () {
    const { call, customer_id } = yield* (yield* TestApp).tenant({ plan: "pro" })
    const id = yield* begin(call)
    const generate = (what: string, body: object = {}) =>
      call("POST", `${sessions}/${id}/${what}`, body, { headers: { "idempotency-key": "one" } })
    const lost = (what: string) => losingAnswers(customer_id, generate(what))
    const caps = Effect.map(call("GET", `${sessions}/current`), ({ body }) => body.caps)
    return { caps, generate, lost }
  })

  it.effect("is the plan that was made, and takes one of the day", () =>
    Effect.gen(function* () {
      const { caps, generate, lost } = yield* started
      assert.strictEqual((yield* lost("generate-plan")).status, 500)
      const { plans } = yield* caps
      const again = yield* generate("generate-plan")
      assert.deepStrictEqual([again.status, again.body.plan?.revision], [200, 1], again.text)
      assert.strictEqual((yield* caps).plans, plans)
    })
  )

  it.effect("keeps its key from another request", () =>
    Effect.gen(function* () {
      const { caps, generate, lost } = yield* started
      assert.strictEqual((yield* lost("generate-guide")).status, 500)
      const before = yield* caps
      const refused = [409, "idempotency_key_conflict"]
      assert.deepStrictEqual(codeOf(yield* generate("generate-guide", { stack: "python" })), refused)
      assert.deepStrictEqual(codeOf(yield* generate("generate-plan")), refused)
      assert.strictEqual((yield* generate("generate-guide")).status, 200)
      assert.deepStrictEqual(yield* caps, before)
    })
  )
})
