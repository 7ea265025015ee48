/** What a job works on stays for as long as it has not ended: nodes may have been down for weeks meanwhile. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sweep } from "../../src/platform/retention/Sweep.ts"
import { countRows, idAt } from "../kit/postgres/AgedRows.ts"
import { at, day_ms, now, of } from "../kit/postgres/RetentionDatabase.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

const old = new Date(now - 40 * day_ms)

const addJob = Effect.fnUntraced(function* (customer_id: string, type: string) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* idAt(old)
  yield* sql`
    INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, created_at)
    VALUES (${customer_id}::uuid, ${id}::uuid, ${type}, 'pending', 'team', '', ${old})`
  return id
})

const endJob = (operation_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      UPDATE operations SET status = 'cancelled', finished_at = ${old} WHERE operation_id = ${operation_id}::uuid`
  )

at("rows of a file stay until their import has ended", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const customer_id = yield* makeTenant
    const [waiting, given_up] = [yield* addJob(customer_id, "team_import"), yield* addJob(customer_id, "team_import")]
    yield* endJob(given_up)
    for (const id of [waiting, given_up])
      yield* sql`
        INSERT INTO team_import_rows (customer_id, operation_id, row, role, created_at)
        SELECT ${customer_id}::uuid, ${id}::uuid, row, 'member', ${old} FROM generate_series(1, 3) AS row`
    const swept = sweep(of("team_import_rows"))
    assert.deepStrictEqual(yield* swept, [{ table: "team_import_rows", deleted: 3, isDone: true }])
    assert.deepStrictEqual(yield* sql`SELECT DISTINCT operation_id FROM team_import_rows`, [{ operation_id: waiting }])
    yield* endJob(waiting)
    yield* swept
    assert.strictEqual(yield* countRows("team_import_rows"), 0)
  })
)

at("an export stays until it was written, and can be fetched for the whole day it says", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const customer_id = yield* makeTenant
    const add = Effect.fnUntraced(function* (user_id: string, expires_at: Date | null) {
      const id = yield* addJob(customer_id, "user_export")
      yield* sql`
        INSERT INTO user_exports (customer_id, export_id, operation_id, user_id, created_at, expires_at)
        VALUES (${customer_id}::uuid, ${id}::uuid, ${id}::uuid, ${user_id}, ${old}, ${expires_at})`
      return id
    })
    const waiting = yield* add("waiting", null)
    for (const [user_id, expires_at] of [
      ["late", new Date(now + 1)],
      ["over", new Date(now)],
      ["failed", null]
    ] as const)
      yield* endJob(yield* add(user_id, expires_at))
    const swept = sweep(of("user_exports"))
    const left = sql`SELECT user_id FROM user_exports ORDER BY user_id`
    yield* swept
    assert.deepStrictEqual(yield* left, [{ user_id: "late" }, { user_id: "waiting" }])
    yield* endJob(waiting)
    yield* swept
    assert.deepStrictEqual(yield* left, [{ user_id: "late" }])
  })
)
