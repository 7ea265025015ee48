/** Endpoints that only fail are disabled after five days: those without webhooks do not count, and all others do. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { succeeded } from "../../../src/testing/Requests.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { turn } from "../../kit/tenant/Toggles.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const hour = 3_600_000

/** Webhooks are off, and their endpoint has been tried once, in vain. */
const failing = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  const { call, customer_id } = tenant
  yield* publish(tenant, studyContent)
  const { buddy_id } = yield* hatch(tenant, "ada")
  const sql = yield* SqlClient.SqlClient
  const sink = yield* webhookSink
  sink.script("/down", (response) => void response.writeHead(503).end())
  yield* succeeded(call("POST", "/webhook-configs", { url: sink.url("/down"), events: ["coins.earned"] }))
  const tried = (attempts: number) =>
    until(
      `attempt ${attempts}`,
      Effect.map(
        sql`SELECT 1 FROM webhook_deliveries_all WHERE customer_id = ${customer_id}::uuid AND locked_until IS NULL
          AND attempts = ${attempts}`,
        (found) => found.length === 1
      )
    )
  yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 1 })
  yield* tried(1)
  yield* turn(call, { webhooks: false })
  yield* sql`UPDATE webhook_configs SET failing_since = now() - interval '145 hours'
    WHERE customer_id = ${customer_id}::uuid`
  yield* sql`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE customer_id = ${customer_id}::uuid`
  const endpoint = Effect.map(
    succeeded(call("GET", "/webhook-configs")),
    ({ body }) => body.data[0] as { readonly enabled: boolean; readonly failing_since: string }
  )
  return { call, customer_id, endpoint, sql, tried }
})

layer(TestApp.shared, { excludeTestServices: true })("days without webhooks", (it) => {
  it.effect("are no days on which an endpoint has failed, and those before them are", () =>
    Effect.gen(function* () {
      const { call, customer_id, endpoint, sql, tried } = yield* failing
      yield* sql`UPDATE entitlement_changes SET changed_at = now() - interval '144 hours'
        WHERE customer_id = ${customer_id}::uuid`
      yield* turn(call, { webhooks: true })
      yield* tried(2)
      const { enabled, failing_since } = yield* endpoint
      assert.isTrue(enabled)
      assert.isBelow(Math.abs(Date.parse(failing_since) - (Date.now() - hour)), hour / 6)
    })
  )

  it.effect("do not let an endpoint live on that has failed for longer than five others", () =>
    Effect.gen(function* () {
      const { call, endpoint } = yield* failing
      yield* turn(call, { webhooks: true })
      yield* until(
        "the endpoint is disabled",
        Effect.map(endpoint, ({ enabled }) => !enabled)
      )
    })
  )

  it.effect("of which nobody knows when they began leave an endpoint all five", () =>
    Effect.gen(function* () {
      const { call, customer_id, endpoint, sql, tried } = yield* failing
      yield* sql`DELETE FROM entitlement_changes WHERE customer_id = ${customer_id}::uuid`
      yield* turn(call, { webhooks: true })
      yield* tried(2)
      const { enabled, failing_since } = yield* endpoint
      assert.isTrue(enabled)
      assert.isAbove(Date.parse(failing_since), Date.now() - hour / 6)
    })
  )
})
