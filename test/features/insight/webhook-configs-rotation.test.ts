/** What a rotation means to the deliveries a pump has leased already. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ServerResponse } from "node:http"
import { signedWith, stage } from "../../kit/webhooks/EndpointStage.ts"
import { enqueue } from "../../kit/webhooks/PumpStage.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { pumpLimits } from "../../../src/platform/webhooks/WebhookPump.ts"

const quick = 20
const backlog = Array.from({ length: 100 }, (_, index) => index + 1)

layer(TestApp.shared, { excludeTestServices: true })("a secret that is replaced without a grace", (it) => {
  it.effect("signs nothing that is sent after the answer, also of what waits at its endpoint already", () =>
    Effect.gen(function* () {
      const { call, config, customer_id, sink } = yield* stage
      const held: Array<ServerResponse> = []
      sink.script("/hook", (response, _, nth) => {
        // A receiver that keeps up is leased ahead; then it stops for a moment.
        if (nth > quick && nth <= quick + pumpLimits.endpoint_in_flight_max) held.push(response)
        else response.writeHead(204).end()
      })
      yield* enqueue(customer_id, backlog)
      const before = quick + pumpLimits.endpoint_in_flight_max
      yield* sink.got("/hook", before)
      const sql = yield* SqlClient.SqlClient
      yield* until(
        "more is leased than is under way",
        Effect.map(
          sql`SELECT cardinality(delivery_ids) AS count FROM webhook_leases WHERE customer_id = ${customer_id}::uuid`,
          (leases) => leases.some(({ count }) => Number(count) > 2 * pumpLimits.endpoint_in_flight_max)
        )
      )
      const rotated = yield* call("POST", `/webhook-configs/${config.webhook_config_id}/rotate-secret`)
      for (const response of held) response.writeHead(204).end()
      yield* sink.got("/hook", backlog.length)
      const received = sink.at("/hook")
      assert.isTrue(received.slice(0, before).every((request) => signedWith(request, config.secret)))
      assert.lengthOf(
        received.slice(before).filter((request) => !signedWith(request, rotated.body.secret)),
        0
      )
    })
  )
})
