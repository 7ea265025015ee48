/** A file of the audit log takes many statements: it waits for its turn among reports, and holds up no plain read. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
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
