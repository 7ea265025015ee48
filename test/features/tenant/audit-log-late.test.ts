/** What is done while the audit log cannot be written is in it as soon as it can. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.shared, { excludeTestServices: true })("an audit log whose database is away", (it) => {
  it.effect("keeps what was done meanwhile, once and with its moment, and holds nobody's answer up", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const name = sql(`away_${customer_id.replaceAll("-", "")}`)
      yield* sql`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'the database system is starting up' USING ERRCODE = '57P03'; END $$`
      yield* sql`CREATE TRIGGER ${name} BEFORE INSERT ON audit_log FOR EACH ROW
        WHEN (NEW.customer_id = ${sql.literal(`'${customer_id}'`)}) EXECUTE FUNCTION ${name}()`
      const made = yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
      assert.strictEqual(made.status, 201, made.text)
      const rows = sql<{ request_id: string; created_at: Date }>`
        SELECT request_id, created_at FROM audit_log
        WHERE customer_id = ${customer_id}::uuid AND action = 'marketplaces.create'`
      assert.deepStrictEqual(yield* rows, [])
      const mended = Date.now()
      yield* sql`DROP TRIGGER ${name} ON audit_log`
      yield* until(
        "it is in the log",
        Effect.map(rows, (found) => found.length > 0)
      )
      const found = yield* rows
      assert.deepStrictEqual(
        found.map(({ request_id }) => request_id),
        [made.headers.get("x-request-id")]
      )
      assert.isAtMost(found[0]!.created_at.getTime(), mended)
    })
  )
})
