/** What is looked at is counted workspace by workspace: one that cannot be counted keeps no other from it. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Glances } from "../../../src/platform/analytics/Glances.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.layer(), { excludeTestServices: true })("glances", (it) => {
  it.effect("of a workspace in a zone that is none are lost, and those of others are not", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const made = yield* Effect.forEach(["nowhere", "here"], (user) =>
        Effect.gen(function* () {
          const tenant = yield* app.tenant()
          yield* publish(tenant, studyContent)
          return { ...tenant, buddy: (yield* hatch(tenant, user)).buddy_id }
        })
      )
      yield* sql`UPDATE customers SET settings = settings || '{"timezone": "Nowhere/None"}'
        WHERE customer_id = ${made[0]!.customer_id}::uuid`
      // What it holds is left for the fold when it ends.
      yield* Effect.scoped(
        Effect.gen(function* () {
          const glances = Context.get(yield* Layer.build(Layer.fresh(Glances.layer)), Glances)
          for (const { buddy, customer_id } of made) yield* glances.used(customer_id, buddy, "shop_view")
        })
      )
      const counted = (customer_id: string) =>
        Effect.map(
          sql`SELECT 1 FROM analytics_counters
            WHERE customer_id = ${customer_id}::uuid AND metric = 'feature_actions' AND key = 'shop_view'`,
          (found) => found.length
        )
      yield* until(
        "the look is counted",
        Effect.map(counted(made[1]!.customer_id), (count) => count === 1)
      )
      assert.strictEqual(yield* counted(made[0]!.customer_id), 0)
    })
  )
})
