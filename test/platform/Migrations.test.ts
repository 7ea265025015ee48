import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, type Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe } from "vitest"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { splitStatements } from "../../src/platform/postgres/SqlText.ts"
import { emptyDatabase, testDatabase } from "../kit/postgres/PgTemplate.ts"

const on = (url: Redacted.Redacted) => PgClient.layer({ url, maxConnections: 2 })

/** A folder with the given files, gone when the scope closes. */
const sqlFolder = (files: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "hatchery-sql-"))
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

const applied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT name FROM app_migrations ORDER BY migration_id`
  return rows.map((row) => row["name"])
})

const failure = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? String(exit.cause) : "succeeded"))

const sessionOn = (url: Redacted.Redacted) =>
  Effect.map(Layer.build(Layer.fresh(on(url))), (context) => Context.get(context, SqlClient.SqlClient))

/** A transaction that has done this and goes on; what is answered ends it. */
const held = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, statement: Effect.Effect<unknown, unknown>) {
  const [begun, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const work = Effect.andThen(statement, Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(done)))
  const fiber = yield* sql.withTransaction(work).pipe(Effect.forkChild)
  yield* Deferred.await(begun)
  return Effect.andThen(Deferred.succeed(done, undefined), Fiber.join(fiber))
})

/** Somebody waits for the lock of the table. */
const waitedFor = (sql: SqlClient.SqlClient, table: string) =>
  Effect.repeat(sql`SELECT 1 FROM pg_locks WHERE relation = ${table}::regclass AND NOT granted`, {
    until: (rows) => rows.length > 0,
    schedule: Schedule.spaced("10 millis")
  })

describe("migrations", () => {
  it.live("every migration of this release is applied to a fresh test database", () =>
    Effect.gen(function* () {
      const url = yield* testDatabase
      const files = yield* Migrations.readFolder(Migrations.folder)
      assert.isNotEmpty(files)
      assert.deepStrictEqual(
        yield* applied.pipe(Effect.provide(on(url))),
        files.map((file) => file.name)
      )
    })
  )

  it.live("nodes that start at the same moment migrate once", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const node = Migrations.run().pipe(Effect.provide(on(url)))
      const results = yield* Effect.all([node, node, node, node], { concurrency: "unbounded" })
      const files = yield* Migrations.readFolder(Migrations.folder)
      // One that runs alone lets another node go on behind it.
      const ids = results.flatMap((result) => result.map(([id]) => id))
      assert.sameOrderedMembers(
        ids.toSorted((one, other) => one - other),
        files.map(({ id }) => id)
      )
    })
  )

  it.live("a migration that fails leaves nothing of its release behind", () =>
    Effect.gen(function* () {
      const folder = yield* sqlFolder({
        "0001_good.sql": "CREATE TABLE good (id int);",
        "0002_bad.sql": "CREATE TABLE also_good (id int); CREATE TABEL bad (id int);"
      })
      const url = yield* emptyDatabase
      yield* Effect.gen(function* () {
        assert.include(yield* failure(Migrations.run(folder)), "2_bad")
        const sql = yield* SqlClient.SqlClient
        const rows =
          yield* sql`SELECT to_regclass('good')::text AS good, to_regclass('app_migrations')::text AS history`
        assert.deepStrictEqual(rows, [{ good: null, history: null }])
      }).pipe(Effect.provide(on(url)))
    })
  )

  it.live("a file that runs alone begins when what stands before it is there for everybody, and holds none of it", () =>
    Effect.gen(function* () {
      const folder = yield* sqlFolder({
        "0001_busy.sql": "CREATE TABLE busy (id int); INSERT INTO busy VALUES (1);",
        "0002_bound.sql": "ALTER TABLE busy ADD CONSTRAINT bound CHECK (id < 10) NOT VALID;",
        "0003_look_online.sql": "ALTER TABLE busy VALIDATE CONSTRAINT bound;",
        "0004_bad.sql": "CREATE TABLE late (id int); CREATE TABEL bad (id int);"
      })
      const url = yield* emptyDatabase
      const [writer, observer] = [yield* sessionOn(url), yield* sessionOn(url)]
      yield* Effect.gen(function* () {
        assert.include(yield* failure(Migrations.run(folder)), "4_bad")
        assert.deepStrictEqual(yield* applied, ["busy", "bound", "look_online"])
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE busy DROP CONSTRAINT bound, ADD CONSTRAINT bound CHECK (id < 10) NOT VALID`
        yield* sql`DELETE FROM app_migrations WHERE migration_id = 3`
        // It may run beside somebody who writes and has not come to an end.
        const release = yield* held(writer, writer`INSERT INTO busy VALUES (2)`)
        assert.include(yield* failure(Migrations.run(folder)), "4_bad")
        yield* release
        assert.deepStrictEqual(yield* observer`SELECT convalidated FROM pg_constraint WHERE conname = 'bound'`, [
          { convalidated: true }
        ])
      }).pipe(Effect.provide(on(url)))
    })
  )

  it.live("later files are applied to a database that has the earlier ones", () =>
    Effect.gen(function* () {
      const folder = yield* sqlFolder({ "0001_first.sql": "CREATE TABLE first (id int);" })
      const url = yield* emptyDatabase
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* Migrations.run(folder)).length, 1)
        writeFileSync(join(folder, "0002_second.sql"), "CREATE TABLE second (id int);")
        assert.deepStrictEqual(yield* Migrations.run(folder), [[2, "second"]])
        assert.deepStrictEqual(yield* applied, ["first", "second"])
      }).pipe(Effect.provide(on(url)))
    })
  )

  it.live("whoever writes to a table is not kept waiting by a migration that waits for somebody else", () =>
    Effect.gen(function* () {
      const folder = yield* sqlFolder({ "0001_busy.sql": "CREATE TABLE busy (id int);" })
      const url = yield* emptyDatabase
      const [reader, writer, observer] = [yield* sessionOn(url), yield* sessionOn(url), yield* sessionOn(url)]
      yield* Migrations.run(folder).pipe(Effect.provide(on(url)))
      writeFileSync(join(folder, "0002_wider.sql"), "ALTER TABLE busy ADD COLUMN name text;")
      const release = yield* held(reader, reader`SELECT * FROM busy`)
      const migration = yield* Migrations.run(folder).pipe(Effect.provide(on(url)), Effect.forkChild)
      yield* waitedFor(observer, "busy")
      const written = writer.withTransaction(
        Effect.andThen(writer`SET LOCAL lock_timeout = '8s'`, writer`INSERT INTO busy (id) VALUES (1)`)
      )
      // Whoever read the table still holds on to it.
      yield* written
      yield* release
      assert.deepStrictEqual(yield* Fiber.join(migration), [[2, "wider"]])
      assert.deepStrictEqual(yield* observer`SELECT id, name FROM busy`, [{ id: 1, name: null }])
    })
  )

  it.live("sums of all days hold what a node of the release before adds up while they are made", () =>
    Effect.gen(function* () {
      const own = (name: string) => readFileSync(join(Migrations.folder, name), "utf8")
      const table = "analytics_counters"
      const made = splitStatements(own("0059_analytics.sql")).find((text) => text.includes(`CREATE TABLE ${table} `))
      const folder = yield* sqlFolder({ "0001_days.sql": `${made};` })
      const url = yield* emptyDatabase
      const [node, observer] = [yield* sessionOn(url), yield* sessionOn(url)]
      yield* Migrations.run(folder).pipe(Effect.provide(on(url)))
      writeFileSync(join(folder, "0002_sums.sql"), own("0076_analytics_totals.sql"))
      const add = node`INSERT INTO analytics_counters (customer_id, metric, day, audience, key, count, amount)
        VALUES ('00000000-0000-0000-0000-000000000001', 'coins_in', '2026-03-01', 'default', 'event_reward', 2, 30)`
      const release = yield* held(node, add)
      const migration = yield* Migrations.run(folder).pipe(Effect.provide(on(url)), Effect.forkChild)
      yield* waitedFor(observer, table)
      yield* release
      yield* Fiber.join(migration)
      const sums = yield* observer`SELECT metric, count::int, amount::int FROM analytics_totals`
      assert.deepStrictEqual(sums, [{ metric: "coins_in", count: 2, amount: 30 }])
    })
  )

  it.live("the release before starts on the schema of the one after it, so a rollback is a redeploy", () =>
    Effect.gen(function* () {
      const older = yield* sqlFolder({ "0001_first.sql": "CREATE TABLE first (id int);" })
      const newer = yield* sqlFolder({
        "0001_first.sql": "CREATE TABLE first (id int);",
        "0002_second.sql": "CREATE TABLE second (id int);"
      })
      const url = yield* emptyDatabase
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* Migrations.run(newer)).length, 2)
        assert.deepStrictEqual(yield* Migrations.run(older), [])
        assert.deepStrictEqual(yield* applied, ["first", "second"])
      }).pipe(Effect.provide(on(url)))
    })
  )

  it.live("a missing number, a doubled number and a wrong name are refused", () =>
    Effect.gen(function* () {
      const missing = yield* sqlFolder({ "0001_a.sql": "", "0003_c.sql": "" })
      const doubled = yield* sqlFolder({ "0001_a.sql": "", "0001_b.sql": "" })
      const unnamed = yield* sqlFolder({ "1_a.sql": "" })
      assert.include(yield* failure(Migrations.readFolder(missing)), "migration 2 is missing")
      assert.include(yield* failure(Migrations.readFolder(doubled)), "missing or doubled")
      assert.include(yield* failure(Migrations.readFolder(unnamed)), "NNNN_name.sql")
    })
  )

  it.live("a file renamed after it ran is refused", () =>
    Effect.gen(function* () {
      const before = yield* sqlFolder({ "0001_eggs.sql": "CREATE TABLE eggs (id int);" })
      const after = yield* sqlFolder({ "0001_nests.sql": "CREATE TABLE nests (id int);" })
      const url = yield* emptyDatabase
      yield* Effect.gen(function* () {
        yield* Migrations.run(before)
        assert.include(yield* failure(Migrations.run(after)), "ran migration 1 as eggs")
      }).pipe(Effect.provide(on(url)))
    })
  )

  it.live("a server that does not flush its log is noticed", () =>
    Effect.gen(function* () {
      const url = yield* testDatabase
      const careless = PgClient.layer({ url, maxConnections: 1, startupParameters: { synchronous_commit: "off" } })
      assert.isFalse(yield* Migrations.warnWhenNotDurable.pipe(Effect.provide(careless)))
    })
  )
})

describe("splitting SQL text", () => {
  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    ["two statements", "SELECT 1; SELECT 2;", ["SELECT 1", "SELECT 2"]],
    ["no final semicolon", "SELECT 1", ["SELECT 1"]],
    ["only comments", "-- nothing; here\n/* nor; here */ ;;", []],
    ["strings and names", `SELECT 'a;''b;' AS "c;""d"; SELECT 2`, [`SELECT 'a;''b;' AS "c;""d"`, "SELECT 2"]],
    [
      "escape strings",
      String.raw`SELECT E'it\';s'; SELECT 'a\'; SELECT 3`,
      [String.raw`SELECT E'it\';s'`, String.raw`SELECT 'a\'`, "SELECT 3"]
    ],
    ["comment marks in strings", "SELECT '--;', '/*'; SELECT 2", ["SELECT '--;', '/*'", "SELECT 2"]],
    ["nested comments", "SELECT /* a /* b; */ c; */ 1; SELECT 2", ["SELECT   1", "SELECT 2"]],
    ["dollar bodies", "DO $$ BEGIN PERFORM 1; END $$; SELECT 2", ["DO $$ BEGIN PERFORM 1; END $$", "SELECT 2"]],
    ["tagged bodies", "DO $a1$ SELECT $$;$$; $a1$; SELECT 2", ["DO $a1$ SELECT $$;$$; $a1$", "SELECT 2"]],
    ["parameters are no bodies", "SELECT $1; SELECT a$b$; SELECT 3", ["SELECT $1", "SELECT a$b$", "SELECT 3"]]
  ]
  for (const [name, text, expected] of cases) {
    it(name, () => assert.deepStrictEqual(splitStatements(text), expected))
  }
})
