/** What reading the audit log takes of the database: a file its turn among reports, a page the entries it shows. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { AuditLogStore } from "../../../src/features/tenant/audit-log/Store.ts"
import { Reports } from "../../../src/platform/postgres/Reports.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const settled = Effect.repeat(Effect.yieldNow, { times: 50 })
const stores = AuditLogStore.layer.pipe(Layer.provideMerge(Reports.layerClient))

layer(TestApp.shared)("a download of the audit log", (it) => {
  it.effect("is a report: one of a tenant at a time, while its pages are read as ever", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      const log = yield* AuditLogStore
      const reports = yield* Reports
      const report = yield* Effect.forkChild(reports.read(customer_id, () => Effect.never))
      yield* settled
      const download = yield* Effect.forkChild(Effect.flip(log.csv(customer_id, {})))
      yield* settled
      const page = yield* log.list(customer_id, {})
      assert.isNull(page.pagination.nextCursor)
      yield* TestClock.adjust("5 seconds")
      const refused = yield* Fiber.join(download)
      assert.strictEqual(refused._tag, "RateLimited")
      yield* Fiber.interrupt(report)
      assert.match(yield* log.csv(customer_id, {}), /^created_at,audit_id,/)
    }).pipe(Effect.provide(Layer.fresh(stores)))
  )
})

layer(TestApp.shared)("a page of the audit log", (it) => {
  it.effect("looks at no entries but those it asks for, also where there are none", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      const log = yield* AuditLogStore
      const sql = yield* SqlClient.SqlClient
      const looked = Effect.map(
        sql<{ rows: string }>`SELECT idx_tup_fetch + seq_tup_read AS rows FROM pg_stat_xact_user_tables
          WHERE relname = 'audit_log'`,
        ([found]) => Number(found!.rows)
      )
      const plant = Effect.gen(function* () {
        yield* sql`INSERT INTO audit_log (customer_id, audit_id, request_id, created_at, actor_type, actor_id, action,
            target_type, target_id)
          SELECT ${customer_id}::uuid, gen_random_uuid(), 'r', now(), 'api_key', 'key ' || i % 10,
            'rules.change' || i % 10, 'rule', 'rule ' || i % 10
          FROM generate_series(1, 3000) AS i`
        yield* sql`ANALYZE audit_log`
        yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
      })
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* plant
          for (const filters of [{ action: "x.y" }, { actor_id: "nobody" }, { target_id: "nothing" }]) {
            const before = yield* looked
            assert.lengthOf((yield* log.list(customer_id, filters)).data, 0)
            assert.isBelow((yield* looked) - before, 100, Object.keys(filters)[0])
          }
        })
      )
    }).pipe(Effect.provide(Layer.fresh(stores)))
  )
})
