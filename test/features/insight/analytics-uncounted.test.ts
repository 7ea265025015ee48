/** Figures of workspaces whose events came before there were any: counted by themselves, as an operation. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Rebuilding } from "../../../src/features/insight/analytics/Service/Rebuilding.ts"
import { caughtUp, tablesOf } from "../../kit/insight/analytics.ts"
import { ended } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("events nobody has counted", (it) => {
  it.effect("are counted once none has come for a while, and make the figures there would have been", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const { due, open } = yield* Rebuilding
      yield* publish(tenant, studyContent)
      yield* hatch(tenant, "ada")
      for (const user of ["ada", "ada", "nobody"]) yield* call("POST", "/events", lesson(user))
      yield* caughtUp(customer_id)
      const added = yield* tablesOf(customer_id)
      const isDue = Effect.map(due(1_000), (ids) => ids.includes(customer_id))
      const whose = sql`customer_id = ${customer_id}::uuid`
      const older = (minutes: number) => sql`
        UPDATE events SET received_at = received_at - ${minutes}::int * interval '1 minute' WHERE ${whose} RETURNING 1`
      // As a node leaves it that knows of no figures.
      const lost = Effect.gen(function* () {
        for (const table of ["counters", "totals", "cells", "users", "user_years", "event_types"])
          yield* sql`DELETE FROM ${sql(`analytics_${table}`)} WHERE ${whose} RETURNING 1`
      })
      const seen = yield* sql.withTransaction(
        Effect.gen(function* () {
          const counted = yield* isDue
          yield* lost
          const running = yield* isDue
          yield* older(16)
          const quiet = yield* isDue
          // The look of the service, which is not the test's, finds it as before.
          yield* older(-16)
          return { counted, running, quiet }
        })
      )
      assert.deepStrictEqual(seen, { counted: false, running: false, quiet: true })

      yield* open(customer_id)
      const { body } = yield* call("GET", "/operations?type=analytics_rebuild")
      assert.lengthOf(body.data, 1)
      const { operation_id } = body.data[0]
      assert.deepInclude(body.data[0], { resource_type: "customer", resource_id: customer_id })
      const refused = yield* call("POST", `/operations/${operation_id}/cancel`)
      assert.strictEqual(refused.body.error.code, "operation_finished")
      const told = yield* ended(call, operation_id)
      assert.deepInclude(told, { status: "completed" })
      assert.isTrue(told.result.is_changed)
      assert.deepStrictEqual(yield* tablesOf(customer_id), added)
      yield* lost
      yield* older(16)
      assert.isFalse(yield* isDue, "one that was tried is left alone for a day")
    }).pipe(Effect.provide(Rebuilding.layer))
  )
})
