/** Answers that are kept under keys: each may be as large as a batch of events makes it, and there may be many. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { registry } from "../../../src/features/tenant/erasures/Store/Registry.ts"
import { eraseAll, type Person, type Step } from "../../../src/platform/erasures/Personal.ts"
import { IdempotencyKeys } from "../../../src/platform/requests/IdempotencyKeys.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer(), { excludeTestServices: true })("an erasure", (it) => {
  it.effect("opens answers under keys in pages of a size, and misses none", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      const keys = yield* IdempotencyKeys
      const sql = yield* SqlClient.SqlClient
      const answer = Effect.fnUntraced(function* (key: string, told: object) {
        const asked = { customer_id, key, method: "POST", path: "/events/batch", body_hash: new Uint8Array(32) }
        yield* keys.claim(asked)
        yield* keys.store(asked, { status: 200, content_type: "application/json", body: JSON.stringify(told) })
      })
      const large = "x".repeat(2_000_000)
      for (let nth = 0; nth < 6; nth++)
        yield* answer(`large-${nth}`, { large, ...(nth % 2 === 0 ? { user_id: "u0" } : {}) })
      yield* answer("small", { user_id: "u0" })
      yield* answer("theirs", { user_id: "u1" })
      const steps: Array<Step> = []
      const answers = registry.find(({ table }) => table === "idempotency_keys")!
      const whom = { customer_id, user_id: "u0", buddy_ids: [], egg_ids: [] }
      const person: Person = { ...whom, event_limit: 0, requested_at: new Date() }
      yield* eraseAll(answers, person, (step) => Effect.sync(() => void steps.push(step)))
      assert.deepStrictEqual(
        steps.map(({ next }) => next),
        ["large-1", "large-3", "large-5", undefined]
      )
      const left = yield* sql<{ key: string }>`
        SELECT key FROM idempotency_keys
        WHERE customer_id = ${customer_id}::uuid AND path = '/events/batch' ORDER BY key`
      assert.deepStrictEqual(
        left.map(({ key }) => key),
        ["large-1", "large-3", "large-5", "theirs"]
      )
    }).pipe(Effect.provide(IdempotencyKeys.layer))
  )
})
