/** Causes of a workspace whose webhooks are off: thresholds are recorded, and nobody is promised to hear of them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CrossingStore } from "../../../src/features/campaigns/causes/Store/Crossings.ts"
import { crossingsOf, made, reached, refused, root, school, send, trees } from "../../kit/campaigns/Causes.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { turn } from "../../kit/tenant/Toggles.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

layer(TestApp.shared, { excludeTestServices: true })("a cause of a workspace without webhooks", (it) => {
  it.effect("keeps its crossings without a delivery, and sends none of them when webhooks are back", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const sink = yield* webhookSink
      made(yield* call("POST", root, { ...trees, webhook_url: sink.url("/partner") }))
      const told = Effect.map(crossingsOf(call), (found) =>
        found.map(({ delivery_status }) => delivery_status).toReversed()
      )
      yield* turn(call, { webhooks: false })
      yield* send(tenant, 2)
      yield* reached(call, 1)
      assert.deepStrictEqual(yield* told, ["none"])
      refused(yield* call("POST", `${root}/trees/webhook/test`), 409, "webhook_not_configured")
      yield* turn(call, { webhooks: true })
      yield* send(tenant, 2)
      yield* until(
        "the next threshold was delivered",
        Effect.map(told, (statuses) => statuses[1] === "delivered")
      )
      assert.deepStrictEqual(yield* told, ["none", "delivered"])
      const bodies = sink.at("/partner").map(({ body }) => JSON.parse(body).total_units)
      assert.deepStrictEqual(bodies, [2])
    })
  )

  it.effect("gives up none that waits for webhooks, however long they are off", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call, customer_id } = tenant
      const sink = yield* webhookSink
      made(yield* call("POST", root, { ...trees, webhook_url: sink.url("/partner") }))
      yield* turn(call, { webhooks: false })
      yield* send(tenant, 2)
      yield* reached(call, 1)
      const sql = yield* SqlClient.SqlClient
      // As one that was told the moment before they went, a month ago.
      const delivery_id = crypto.randomUUID()
      yield* sql`
        SELECT webhook_tell(ARRAY[customer_id], ARRAY[webhook_config_id], ARRAY[${delivery_id}::uuid],
          ARRAY['cause.threshold_reached'], ARRAY['{}'], ARRAY[NULL::text], ARRAY[now() - interval '32 days'])
        FROM webhook_configs WHERE customer_id = ${customer_id}::uuid`
      yield* sql`
        UPDATE cause_crossings SET delivery_id = ${delivery_id}::uuid, occurred_at = now() - interval '32 days'
        WHERE customer_id = ${customer_id}::uuid`
      const keeping = Effect.gen(function* () {
        yield* (yield* CrossingStore).keepOutcomes()
        const [kept] = yield* sql`
          SELECT delivery_outcome FROM cause_crossings WHERE customer_id = ${customer_id}::uuid`
        return kept!["delivery_outcome"]
      }).pipe(Effect.provide(CrossingStore.layer))
      assert.isNull(yield* keeping)
      yield* turn(call, { webhooks: true })
      yield* until(
        "its delivery is known",
        Effect.map(keeping, (outcome) => outcome === "delivered")
      )
    })
  )
})
