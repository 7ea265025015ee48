/** Erasing a user, and looking for what is left of it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Call } from "../service/TestApp.ts"
import { until } from "../service/time.ts"

export const dataOf = (user_id: string) => `/customers/me/users/${encodeURIComponent(user_id)}/data`

export const ended = Effect.fnUntraced(function* (call: Call, operation_id: string) {
  const read = Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body)
  yield* until(
    "the operation has ended",
    Effect.map(read, ({ status }) => status === "completed" || status === "failed")
  )
  return yield* read
})

/** Asks for it and waits for its end; answers the record. */
export const erased = Effect.fnUntraced(function* (call: Call, user_id: string) {
  const { body, status } = yield* call("DELETE", dataOf(user_id))
  assert.strictEqual(status, 202, JSON.stringify(body))
  assert.deepStrictEqual(body, { accepted: true, operation_id: body.operation_id, status: "pending" })
  const operation = yield* ended(call, body.operation_id)
  assert.strictEqual(operation.status, "completed", JSON.stringify(operation))
  const record = (yield* call("GET", `/customers/me/erasures/${operation.result.erasure_id}`)).body
  return { operation_id: body.operation_id as string, record }
})

/** Where a text stands in the tenant's rows and in those of the cluster, as `table`. */
export const placesOf = Effect.fnUntraced(function* (text: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = (yield* sql`
    SELECT c.relname AS name FROM pg_class AS c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY 1`) as ReadonlyArray<{
    readonly name: string
  }>
  const found: Array<string> = []
  for (const { name } of tables) {
    const hits = yield* sql`SELECT 1 FROM ${sql(name)} AS t WHERE strpos(t::text, ${text}) > 0 LIMIT 1`
    if (hits.length > 0) found.push(name)
  }
  return found
})
