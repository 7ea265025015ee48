/** Time on a test clock is the users' own; what the plan allows is counted in the calendar's months. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const monthNow = () => new Date().toISOString().slice(0, 7)

layer(TestApp.shared, { excludeTestServices: true })("a clock that was moved", (it) => {
  it.effect("buys no events: they count in the month they are sent in, and the quota holds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
      const { call, customer_id } = tenant
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      const { test_clock_id } = (yield* call("POST", "/test/clocks", { user_ids: ["ada"] })).body
      const advanced = yield* call("POST", `/test/clocks/${test_clock_id}/advance`, { by_seconds: 62 * 86_400 })
      assert.strictEqual(advanced.status, 200, advanced.text)
      const { now } = advanced.body
      yield* until(
        "the clock has arrived",
        Effect.map(call("GET", `/operations/${advanced.body.operation_id}`), ({ body }) => body.status === "completed")
      )
      const send = (event_id: string) => call("POST", "/events", lesson("ada", { event_id, occurred_at: now }))
      const before = monthNow()
      assert.strictEqual((yield* send("first")).status, 200)
      const counted = yield* sql`SELECT month, sum(used)::int AS used FROM event_usage
                                 WHERE customer_id = ${customer_id}::uuid GROUP BY month`
      // Midnight of the last day of a month may pass in between.
      assert.include([before, monthNow()], counted[0]!["month"])
      assert.deepStrictEqual(
        counted.map(({ used }) => used),
        [1]
      )
      yield* sql`UPDATE event_usage SET used = 10000 WHERE customer_id = ${customer_id}::uuid`
      // What this node has counted itself is good for a few seconds.
      let event = 0
      yield* until(
        "the full quota is seen",
        Effect.map(
          Effect.suspend(() => send(`more-${++event}`)),
          ({ body }) => body.error?.code === "event_quota_exceeded"
        )
      )
    })
  )
})
