/** What Postgres is told of tables that have just been filled. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { informPostgres } from "../../src/platform/postgres/Statistics.ts"
import { TestApp } from "../kit/service/TestApp.ts"

layer(TestApp.layer(), { excludeTestServices: true })("a table that was filled a moment ago", (it) => {
  it.effect("is looked at once, and again when it has grown out of what is known", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE "Young Table" (id int PRIMARY KEY)`
      // What was written is counted a moment after it was committed, unless somebody asks for it at once.
      const fill = (from: number, to: number) =>
        sql`
          WITH written AS (INSERT INTO "Young Table" SELECT generate_series(${from}::int, ${to}::int))
          SELECT pg_stat_force_next_flush()`
      const known = Effect.map(
        sql<{ rows: number }>`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'Young Table'`,
        ([found]) => found!.rows
      )
      const isLookedAt = Effect.map(informPostgres, (names) => names.includes('"Young Table"'))

      yield* fill(1, 400)
      assert.isFalse(yield* isLookedAt)
      yield* fill(401, 1_000)
      assert.isTrue(yield* isLookedAt)
      assert.strictEqual(yield* known, 1_000)
      yield* fill(1_001, 3_900)
      assert.isFalse(yield* isLookedAt)
      yield* fill(3_901, 4_100)
      assert.isTrue(yield* isLookedAt)
      assert.strictEqual(yield* known, 4_100)
      assert.isFalse(yield* isLookedAt)
    })
  )
})
