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

  it.effect("is looked at as a whole when its months have grown, though none of them has by itself", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE by_months (id int PRIMARY KEY) PARTITION BY RANGE (id)`
      yield* sql`CREATE TABLE by_months_1 PARTITION OF by_months FOR VALUES FROM (1) TO (401)`
      yield* sql`CREATE TABLE by_months_2 PARTITION OF by_months FOR VALUES FROM (401) TO (801)`
      yield* sql`
        WITH written AS (INSERT INTO by_months SELECT generate_series(1, 800))
        SELECT pg_stat_force_next_flush()`
      const looked = Effect.map(informPostgres, (names) => names.filter((name) => name.startsWith("by_months")))
      assert.deepStrictEqual(yield* looked, ["by_months"])
      assert.deepStrictEqual(yield* looked, [])
    })
  )

  it.effect("is not asked for the values of what nobody searches by", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const known = (name: string) =>
        Effect.map(
          sql<{ attname: string }>`SELECT attname FROM pg_stats WHERE tablename = ${name} ORDER BY 1`,
          (rows) => rows.map(({ attname }) => attname)
        )
      yield* sql`
        INSERT INTO webhook_outbox (customer_id, webhook_config_id, first_id, last_id, created_at, delivery_ids, events,
          bodies, trace_contexts, created_ats)
        SELECT gen_random_uuid(), gen_random_uuid(), id, id, now(), ARRAY[id], ARRAY['badge.awarded'], ARRAY['{}'],
          ARRAY[''], ARRAY[now()]
        FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 20)) AS made`
      yield* sql`ANALYZE webhook_outbox`
      const columns = ["created_at", "customer_id", "first_id", "last_id", "webhook_config_id"]
      assert.deepStrictEqual(yield* known("webhook_outbox"), columns)
    })
  )
})
