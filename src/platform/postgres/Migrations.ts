/**
 * Brings the database to the schema of this release: every `sql/NNNN_name.sql`, in order, once.
 *
 * Forward only. All pending files run in one transaction that first takes an advisory lock, so any number of nodes may
 * start at the same moment: one migrates, the others wait and find nothing to do. A node of an older release may start
 * against a newer schema; that is what a rolling deployment looks like.
 *
 * What reads a large table for long must not hold the locks of what came before it: a file whose name ends in `_online`
 * has a transaction of its own, and so has what stands before and behind it.
 *
 * Nodes of the older release go on writing meanwhile. Whoever waits for the lock of a table makes everybody wait who
 * comes after, so a migration waits only for a moment: then it lets everything go, and tries again later.
 */
import { Effect, Layer, Schedule } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import * as fs from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { splitStatements } from "./SqlText.ts"

export const table = "app_migrations"

/** The project's own migrations. */
export const folder = fileURLToPath(new URL("../../../sql", import.meta.url))

/** Any number, as long as nothing else in this database locks on it. */
const advisory_lock_key = 4_843_172

export interface MigrationFile {
  readonly id: number
  readonly name: string
  readonly path: string
}

const badState = (message: string) => new Migrator.MigrationError({ kind: "BadState", message })

/**
 * The numbered files of a folder. Numbers must run 1, 2, 3 without a gap: the migrator skips what is not above the
 * latest applied number, so a file squeezed in between would silently never run.
 */
export const readFolder = Effect.fnUntraced(function* (path: string) {
  const names = yield* Effect.try({
    try: () =>
      fs
        .readdirSync(path)
        .filter((name) => name.endsWith(".sql"))
        .sort(),
    catch: (cause) => new Migrator.MigrationError({ kind: "Failed", cause, message: `cannot read ${path}` })
  })
  const files: Array<MigrationFile> = []
  for (const name of names) {
    const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(name)
    if (!match) return yield* badState(`${name}: migrations are named NNNN_name.sql`)
    files.push({ id: Number(match[1]), name: match[2] ?? "", path: join(path, name) })
  }
  const gap = files.findIndex((file, index) => file.id !== index + 1)
  if (gap !== -1)
    return yield* badState(`migration ${gap + 1} is missing or doubled: found ${files[gap]?.id}_${files[gap]?.name}`)
  return files
})

const toEntry = ({ id, name, path }: MigrationFile): Migrator.ResolvedMigration => [
  id,
  name,
  Effect.succeed(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const text = yield* Effect.try({
        try: () => fs.readFileSync(path, "utf8"),
        catch: (cause) => new Migrator.MigrationError({ kind: "Failed", cause, message: `cannot read ${path}` })
      })
      for (const statement of splitStatements(text)) {
        yield* sql.unsafe(statement).unprepared.pipe(
          Effect.mapError(
            (cause) =>
              new Migrator.MigrationError({
                kind: "Failed",
                cause,
                message: `${id}_${name}: ${statement.slice(0, 200)}`
              })
          )
        )
      }
    })
  )
]

/** A file renumbered or renamed after it ran somewhere would leave that database without it. */
const verifyApplied = Effect.fnUntraced(function* (files: ReadonlyArray<MigrationFile>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT migration_id, name FROM ${sql(table)} ORDER BY migration_id`
  const applied = new Map(rows.map((row) => [row["migration_id"], row["name"]]))
  for (const file of files) {
    const name = applied.get(file.id)
    if (name !== file.name) {
      return yield* badState(`the database ran migration ${file.id} as ${String(name)}, this release has ${file.name}`)
    }
  }
})

/** How long writers of a table may be kept waiting for a migration that waits for somebody else. */
const lock_wait_ms = 300
/** Between two tries, so that those who were kept waiting get through. */
const pause = "1 second"
/** About a quarter of an hour: longer than what a backup or a report of an operator holds on to a table. */
const tries_max = 900

/** Whether somebody else held a lock for too long; errors of statements come wrapped. */
const isLockedOut = (error: unknown): boolean => {
  let current = error
  for (let depth = 0; depth < 8 && typeof current === "object" && current !== null; depth++) {
    const { _tag, cause, code, reason } = current as Readonly<Record<"_tag" | "cause" | "code" | "reason", unknown>>
    if (_tag === "LockTimeoutError" || code === "55P03") return true
    current = reason ?? cause
  }
  return false
}

/**
 * Postgres ends its own vacuum for whoever has waited for the table as long as for a deadlock (1 s by default), which
 * no shorter wait brings about. That of a large table takes hours, and begins again by itself.
 */
const whileVacuumed = `
  SELECT (extract(epoch FROM current_setting('deadlock_timeout')::interval) * 1000)::int + ${lock_wait_ms} AS wait_ms
  FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
  WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND c.relnamespace = current_schema()::regnamespace AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted
  LIMIT 1`
/** The second try of so many waits for that: nothing ends a vacuum that a database needs to go on, and writers wait. */
const vacuum_every = 10

const waitFor = Effect.fnUntraced(function* (nth: number) {
  if (nth % vacuum_every !== 1) return lock_wait_ms
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql`${sql.literal(whileVacuumed)}`
  return Number(found?.["wait_ms"] ?? lock_wait_ms)
})

const tryOnce = Effect.fnUntraced(function* (files: ReadonlyArray<MigrationFile>, nth: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // a large index or a slow first node must not trip over the limits made for requests
      yield* sql`SET LOCAL lock_timeout = 0`
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
      yield* sql`SELECT pg_advisory_xact_lock(${advisory_lock_key})`
      yield* sql`SELECT set_config('lock_timeout', ${String(yield* waitFor(nth))}, true)`
      const applied = yield* Migrator.make({})({ loader: Effect.succeed(files.map(toEntry)), table })
      yield* verifyApplied(files)
      return applied
    })
  )
})

/** Files in groups that are applied whole or not at all: up to one that runs alone, itself, and what follows. */
const stages = (files: ReadonlyArray<MigrationFile>): ReadonlyArray<ReadonlyArray<MigrationFile>> => {
  const ends = files.flatMap((file, index) => (file.name.endsWith("_online") ? [index, index + 1] : []))
  return [...new Set([...ends, files.length])].filter((end) => end > 0).map((end) => files.slice(0, end))
}

const waiting = Effect.logWarning("a migration waits until others let go of a table; it goes on trying")

const patiently = (files: ReadonlyArray<MigrationFile>) =>
  Effect.suspend(() => {
    let tries = 0
    return Effect.suspend(() => tryOnce(files, tries++)).pipe(
      Effect.tapError((error) => (isLockedOut(error) ? waiting : Effect.void)),
      Effect.retry({
        while: isLockedOut,
        times: tries_max,
        schedule: Schedule.jittered(Schedule.spaced(pause))
      })
    )
  })

/**
 * Applies what is pending and returns it. Fails with MigrationError or SqlError, and then nothing was applied of the
 * transaction that failed: all of it, where no file runs alone.
 */
export const run = (path: string = folder) =>
  Effect.gen(function* () {
    const files = yield* readFolder(path)
    return (yield* Effect.forEach(stages(files), patiently)).flat()
  }).pipe(Effect.withSpan("Migrations.run"))

/** How many migrations of this release the database has not had yet. */
export const pending = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const files = yield* readFolder(folder)
  const [found] = yield* sql`SELECT to_regclass(${table}) IS NOT NULL AS exists`
  if (found?.["exists"] !== true) return files.length
  const applied = yield* sql`SELECT migration_id FROM ${sql(table)}`
  const ids = new Set(applied.map((row) => row["migration_id"]))
  return files.filter(({ id }) => !ids.has(id)).length
})

/**
 * "Acknowledged is written" holds only while the server flushes its log before it answers; a server configured
 * otherwise still serves, with a warning in the log.
 */
export const warnWhenNotDurable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits`
  if (row?.["fsync"] === "on" && row["commits"] !== "off") return true
  yield* Effect.logWarning(
    "This Postgres may lose acknowledged writes: fsync and synchronous_commit should be on"
  ).pipe(Effect.annotateLogs({ fsync: row?.["fsync"], synchronous_commit: row?.["commits"] }))
  return false
})

/** Migrates at start-up. Needs SqlClient. */
export const layer = Layer.effectDiscard(Effect.andThen(run(), warnWhenNotDurable))
