/** Whose buddies are looked at next: whoever waited longest for a try, and nobody who has just failed. */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { SnapshotStore } from "../../../src/features/insight/analytics/Store/Snapshots.ts"
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
})
