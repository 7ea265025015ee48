/** How deliveries fare, out of what is counted and what waits. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { succeeded } from "../../../src/testing/Requests.ts"
import { caughtUp, plantDelta, today } from "../../kit/insight/analytics.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const minute_ms = 60_000

layer(TestApp.shared, { excludeTestServices: true })("the report on webhooks", (it) => {
  it.effect("tells what arrived, failed, was given up and waits, of a host and not of its address", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const url = "https://hooks.example.com:8443/secret/path?token=of-nobody"
      const made = yield* succeeded(call("POST", "/webhook-configs", { url, events: ["buddy.hatched"] }))
      const { webhook_config_id } = made.body
      const gone = "019aa000-08f3-7d62-8439-3ff6b59df4da"
      const count = (metric: string, key: string, times: number) => [metric, today(), "", key, times, 0] as const
      yield* plantDelta(tenant, {
        c: [
          count("webhook_delivered", `${webhook_config_id}|buddy.hatched`, 3),
          count("webhook_failed", `${webhook_config_id}|buddy.hatched`, 5),
          count("webhook_exhausted", `${webhook_config_id}|buddy.hatched`, 1),
          count("webhook_delivered", `${gone}|egg.created`, 2),
          count("webhook_ms", `${webhook_config_id}:2`, 7),
          count("webhook_ms", `${webhook_config_id}:16`, 1)
        ],
        u: []
      })
      const now = Math.floor(Date.now() / 1_000) * 1_000
      const rows = [
        { status: "delivered", finished: 9, next: null },
        { status: "delivered", finished: 2, next: null },
        { status: "delivered", finished: 5, next: null },
        { status: "exhausted", finished: 1, next: null },
        { status: "failed", finished: null, next: -1 },
        { status: "pending", finished: null, next: -60 }
      ]
      const at = (minutes: number | null) => (minutes === null ? null : new Date(now - minutes * minute_ms))
      for (const [place, { finished, next, status }] of rows.entries())
        yield* sql`
          INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, status,
            next_attempt_at, locked_until, created_at, finished_at)
          VALUES (${customer_id}::uuid, ${`019aa000-0000-7000-8000-00000000000${place}`}::uuid,
            ${webhook_config_id}::uuid, 'buddy.hatched', '{}', ${status}, ${at(next)},
            ${next === null ? null : at(-60)}, ${new Date(now)}, ${at(finished)}) RETURNING 1`
      yield* caughtUp(customer_id)
      const { body, text } = yield* succeeded(call("GET", "/analytics/webhooks?window_days=1"))
      assert.notInclude(text, "secret")
      assert.notInclude(text, "of-nobody")
      const [own, other] = body.endpoints
      assert.deepStrictEqual(own, {
        webhook_config_id,
        host: "hooks.example.com:8443",
        enabled: true,
        status: "healthy",
        delivered: 3,
        failed_attempts: 5,
        exhausted: 1,
        pending: 2,
        success_rate: 0.75,
        p50_ms: 20,
        p95_ms: 10_000,
        last_success_at: at(2)!.toISOString(),
        failing_since: null
      })
      assert.deepInclude(other, { webhook_config_id: gone, host: null, status: "deleted", delivered: 2, pending: 0 })
      assert.deepStrictEqual(body.events, [
        { event: "buddy.hatched", deliveries: 4 },
        { event: "egg.created", deliveries: 2 }
      ])
      assert.deepInclude(body.series[0], { complete: false, delivered: 5, failed_attempts: 5 })
    })
  )
})
