/** Postgres vacuums large tables for hours: a migration that needs one of them does not wait until it has. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { acquire } from "../../../src/platform/postgres/EmbeddedPostgres.ts"
import * as Migrations from "../../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../../src/platform/postgres/Sql.ts"

const port = 24790

const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "hatchery-vacuum-"))
    chmodSync(path, 0o755)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
)

/** A vacuum of a few pages that takes minutes, because it rests after each of them. */
const vacuums = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER SYSTEM SET autovacuum_naptime = '1s'`
  yield* sql`SELECT pg_reload_conf()`
  yield* sql`ALTER TABLE large SET (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1,
    autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0)`
  yield* sql`INSERT INTO large SELECT n FROM generate_series(1, 50000) AS n`
  yield* sql`DELETE FROM large WHERE id % 2 = 0`
})

it.live("a migration takes its table from the vacuum of Postgres, and writers go on", () =>
  Effect.gen(function* () {
    const home = yield* folder
    const { url } = yield* acquire({ dataDir: join(home, "postgres"), port })
    const files = join(home, "sql")
    mkdirSync(files)
    writeFileSync(join(files, "0001_large.sql"), "CREATE TABLE large (id int);")
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(files)
      yield* vacuums
      const vacuumed = sql`SELECT 1 FROM pg_stat_progress_vacuum WHERE relid = 'large'::regclass`
      yield* Effect.repeat(vacuumed, { until: (found) => found.length > 0, schedule: Schedule.spaced("50 millis") })
      writeFileSync(join(files, "0002_wider.sql"), "ALTER TABLE large ADD COLUMN name text;")
      const migration = yield* Effect.forkChild(Migrations.run(files))
      yield* sql`INSERT INTO large (id) VALUES (0)`
      assert.deepStrictEqual(yield* Fiber.join(migration), [[2, "wider"]])
      assert.deepStrictEqual(yield* sql`SELECT id, name FROM large WHERE id = 0`, [{ id: 0, name: null }])
    }).pipe(Effect.provide(postgresClient({ url, maxConnections: 3, applicationName: "vacuumed" })))
  })
)
