/** Jobs that read through all a workspace has: few of each kind at once, so that no workspace has all runners. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const now = Date.now()
const window = { from: new Date(now - 86_400_000).toISOString(), to: new Date(now).toISOString() }

layer(TestApp.shared, { excludeTestServices: true })("operations of a workspace", (it) => {
  it.effect("are five of a kind at most, where each reads all there is", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, studyContent)
      const sql = yield* SqlClient.SqlClient
      const [version] = (yield* call("GET", "/config-versions")).body.data
      const kinds = {
        backtest: call("POST", `/config-versions/${version.config_version_id}/backtest`, {}),
        backfill: call("POST", "/badge-definitions/first_lesson/backfill", { dry_run: true }),
        season_simulation: call("POST", "/customers/me/leagues/seasons/simulate", window)
      }
      for (const [type, ask] of Object.entries(kinds)) {
        // As if their runners were at work on them.
        yield* sql`
          INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, payload,
            created_at)
          SELECT ${customer_id}::uuid, gen_random_uuid(), ${type}, 'pending', 'x', 'x', '{}', now() + interval '1 day'
          FROM generate_series(1, 5)`
        const refused = yield* ask
        assert.deepStrictEqual([refused.status, refused.body.error?.code], [409, "operation_limit_reached"], type)
        assert.deepStrictEqual(refused.body.error.details, { type, max: 5 })
        yield* sql`
          UPDATE operations SET status = 'cancelled', finished_at = now() WHERE operation_id = (
            SELECT operation_id FROM operations WHERE customer_id = ${customer_id}::uuid AND type = ${type} LIMIT 1)`
        const taken = yield* ask
        assert.strictEqual(taken.status, 202, taken.text)
      }
    })
  )
})
