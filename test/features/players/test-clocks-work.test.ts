/** What moving a test clock costs everybody else. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.shared, { excludeTestServices: true })("a clock that is moved again and again", (it) => {
  it.effect("piles up no work: what has not begun sees the last moment as well", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant)
      const { test_clock_id } = (yield* call("POST", "/test/clocks", { user_ids: ["ada"] })).body
      const advance = Effect.map(
        call("POST", `/test/clocks/${test_clock_id}/advance`, { by_seconds: 86_400 }),
        ({ body }) => body.operation_id as string
      )
      const open = Effect.fnUntraced(function* (attempts: number) {
        const operation_id = randomUUID()
        yield* sql`
          INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, payload,
                                  attempts, created_at)
          VALUES (${customer_id}::uuid, ${operation_id}::uuid, 'decay', 'pending', 'skill_decay_rule', 'all',
                  ${JSON.stringify({ rule_id: null, dry_run: false })}::jsonb, ${attempts}, now())`
        return operation_id
      })
      const begun = yield* open(1)
      const operation_id = yield* advance
      assert.notStrictEqual(operation_id, begun)
      yield* until(
        "the clock has arrived",
        Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body.status === "completed")
      )
      const waiting = yield* open(0)
      assert.deepStrictEqual([yield* advance, yield* advance, yield* advance], [waiting, waiting, waiting])
      // Nobody works on these two, and a node that keeps work waiting is not ready.
      for (const id of [begun, waiting]) yield* call("POST", `/operations/${id}/cancel`)
    })
  )
})
