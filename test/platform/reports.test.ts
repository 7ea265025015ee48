/** Reports have connections of their own: a tenant's report that hangs is given up early, and holds nobody else's. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseUrl } from "../../src/platform/postgres/DatabaseUrl.ts"
import { Reports } from "../../src/platform/postgres/Reports.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

const [raging, quiet] = [crypto.randomUUID(), crypto.randomUUID()]

/** ms, as the connection itself has it. */
const timeoutOf = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ ms: number }>`SELECT setting::int AS ms FROM pg_settings WHERE name = 'statement_timeout'`,
    ([found]) => found!.ms
  )

const reports = Layer.effect(
  DatabaseUrl,
  Effect.map(TestApp, ({ databaseUrl }) => databaseUrl)
).pipe((url) => Layer.provide(Layer.fresh(Reports.layer), url))

layer(TestApp.shared, { excludeTestServices: true })("reports", (it) => {
  it.effect("are given up by Postgres before reads are", () =>
    Effect.gen(function* () {
      const { read } = yield* Reports
      const ofReports = yield* read(raging, timeoutOf)
      assert.isAbove(ofReports, 0)
      assert.isBelow(ofReports, yield* timeoutOf(yield* SqlClient.SqlClient))
    }).pipe(Effect.provide(reports))
  )

  it.effect("of one tenant hold one connection however many there are, and another tenant's are made beside them", () =>
    Effect.gen(function* () {
      const { read } = yield* Reports
      const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let inside = 0
      const hangs = read(raging, (sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            inside++
            yield* sql`SELECT 1`
            yield* Deferred.succeed(begun, undefined)
            yield* Deferred.await(end)
          })
        )
      )
      const storm = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => Effect.exit(hangs)),
          { concurrency: "unbounded" }
        )
      )
      yield* Deferred.await(begun)
      const sql = yield* SqlClient.SqlClient
      yield* until(
        "it holds its connection",
        Effect.map(
          sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
              AND application_name = 'hatchery-reports' AND state = 'idle in transaction'`,
          (found) => found.length === 1
        )
      )
      assert.isAbove(yield* read(quiet, timeoutOf), 0)
      assert.strictEqual(inside, 1)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(storm)
    }).pipe(Effect.provide(reports))
  )
})
