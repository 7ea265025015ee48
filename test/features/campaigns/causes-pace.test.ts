/** However far a total has come at once, partners are told of it at a pace they can follow. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { made, root, school, send, trees } from "../../kit/campaigns/Causes.ts"
import { forward, ForwardClock } from "../../kit/service/ForwardClock.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const Kept = TestApp.layer().pipe(Layer.provideMerge(ForwardClock.layer))
const thresholds = 600

layer(Kept, { excludeTestServices: true })("a cause that has come far", (it) => {
  it.effect("tells of a hundred thresholds a second, whoever looks how often, and of the rest next", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const counter = { event_type: "lesson.completed", units_per_event: thresholds }
      const { cause_id } = made(yield* tenant.call("POST", root, { ...trees, counter }))
      const sql = yield* SqlClient.SqlClient
      const bySecond = Effect.map(
        sql`SELECT count(*)::int AS count FROM cause_crossings WHERE cause_id = ${cause_id}::uuid
          GROUP BY date_trunc('second', occurred_at)`,
        (found) => found.map((row) => row["count"] as number)
      )
      yield* send(tenant, 1)
      yield* until(
        "all are told, while events come for which somebody looks as well",
        Effect.gen(function* () {
          const told = yield* bySecond
          if (told.reduce((sum, count) => sum + count, 0) >= thresholds) return true
          yield* send(tenant, 1)
          yield* forward("200 millis")
          return false
        })
      )
      assert.deepStrictEqual(
        (yield* bySecond).filter((count) => count > 100),
        []
      )
    })
  )
})
