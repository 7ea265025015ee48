/** Whose buddies are looked at next: whoever waited longest for a try, and nobody who has just failed. */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { SqlClient } from "effect/sql"
import { SnapshotStore } from "../../../src/features/insight/analytics/Store/Snapshots.ts"
import { neverWalked } from "../../kit/insight/analytics.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer(), { excludeTestServices: true })("looks at buddies", (it) => {
  it.effect("come to whoever was tried longest ago, and remember who could not be looked at", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* SnapshotStore
      const [never, longAgo, lately] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
      const own = Effect.map(store.due(), (ids) =>
        ids.filter((id) => [never, longAgo, lately].some((one) => one === id))
      )
      // Not committed: the look of the service, once a minute, does not see them.
      const seen = yield* sql.withTransaction(
        Effect.gen(function* () {
          for (const [id, minutes] of [
            [longAgo, 60],
            [lately, 5],
            [never, null]
          ] as const)
            yield* sql`
              INSERT INTO analytics_tenants (customer_id, changed_at, snapshot_tried_at)
              VALUES (${id}::uuid, now(), now() - ${minutes}::int * interval '1 minute')`
          const before = yield* own
          // There is no such workspace: every look at it fails.
          const failed = Exit.isFailure(yield* Effect.exit(store.take(never)))
          return { before, failed, after: yield* own }
        })
      )
      assert.deepStrictEqual(seen, { before: [never, longAgo], failed: true, after: [longAgo] })
      yield* sql`DELETE FROM analytics_tenants WHERE customer_id IN (${never}::uuid, ${longAgo}::uuid, ${lately}::uuid)`
    }).pipe(Effect.provide(SnapshotStore.layer))
  )

  it.effect("end in any order: what is known of later stays", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      yield* neverWalked(customer_id)
      const store = yield* SnapshotStore
      const sql = yield* SqlClient.SqlClient
      const known = Effect.map(store.newest(customer_id, null), (found) => Option.getOrThrow(found).taken_at)
      yield* store.take(customer_id)
      const first = yield* known
      yield* store.take(customer_id)
      assert.isAtLeast(yield* known, first)
      const later = new Date(first + 60_000)
      yield* sql`
        UPDATE analytics_tenants SET snapshot_at = ${later} WHERE customer_id = ${customer_id}::uuid RETURNING 1`
      yield* store.take(customer_id)
      assert.strictEqual(yield* known, later.getTime())
    }).pipe(Effect.provide(SnapshotStore.layer))
  )
})
