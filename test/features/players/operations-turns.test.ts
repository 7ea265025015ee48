/** Work that failed and is begun again: one workspace with very much of it keeps nobody else waiting. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { OperationStore } from "../../../src/features/players/operations/Store.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("failed operations", (it) => {
  it.effect("of two workspaces are found together, whoever has more and newer ones", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const operations = yield* OperationStore
      const [few, many] = [(yield* app.tenant()).customer_id, (yield* app.tenant()).customer_id]
      // long ago: nothing of other tests, and the service begins nothing of this type again
      const add = (customer_id: string, count: number, year: number) => sql`
        INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, created_at,
          finished_at)
        SELECT ${customer_id}::uuid, gen_random_uuid(), 'backtest', 'failed', 'config_version', n::text,
          make_date(${year}, 1, 1), make_date(${year}, 1, 1) FROM generate_series(1, ${count}) AS n`
      yield* add(few, 1, 2001)
      yield* add(many, 30, 2002)
      const found = yield* operations.failed("backtest", new Date("2003-01-01T00:00:00Z"), 2)
      assert.sameMembers(
        found.map(({ customer_id }) => customer_id),
        [few, many]
      )
    }).pipe(Effect.provide(OperationStore.layer))
  )
})
