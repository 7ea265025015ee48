/** Filling a founding cohort: one job of a kind at a time. And its record, which may be longer than a page. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { made } from "../../kit/campaigns/Causes.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("filling a founding cohort", (it) => {
  it.effect("answers the job that is open, as long as it does the same", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const [open] = yield* sql`
        INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, payload,
          created_at)
        VALUES (${customer_id}::uuid, gen_random_uuid(), 'founding_backfill', 'processing', 'founding_cohort',
          ${customer_id}, '{"dry_run": true}', now() + interval '1 day')
        RETURNING operation_id`
      const fill = (dry_run: boolean) =>
        Effect.map(call("POST", "/customers/me/founding-cohort/backfill", { dry_run }), (it) => made(it, 202))
      assert.strictEqual((yield* fill(true)).operation_id, open!["operation_id"])
      assert.notStrictEqual((yield* fill(false)).operation_id, open!["operation_id"])
    })
  )

  it.effect("is told to the end, in its order, however long its record is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const entries = 2_000
      yield* sql`
        INSERT INTO founding_audit (customer_id, number, buddy_id, user_id, action, origin, occurred_at)
        SELECT ${customer_id}::uuid, n, NULL, NULL, 'enrolled', '{"type": "job", "id": "campaigns/clock"}', now()
        FROM generate_series(1, ${entries}::int) AS n ORDER BY n`
      const answer = yield* call("GET", "/customers/me/founding-cohort/audit/export.csv")
      assert.match(answer.headers.get("content-type")!, /^text\/csv/)
      const [names, ...lines] = answer.text.trimEnd().split("\r\n")
      assert.strictEqual(names, "number,buddy_id,user_id,action,origin,occurred_at")
      assert.deepStrictEqual(
        lines.map((line) => Number(line.split(",")[0])),
        Array.from({ length: entries }, (_, n) => n + 1)
      )
      yield* sql`DELETE FROM founding_audit WHERE customer_id = ${customer_id}::uuid`
    })
  )
})
