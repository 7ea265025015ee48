/**
 * Databases for tests: one server, on it a migrated template, and a clone of the template for everybody who asks. A
 * clone takes 20 to 50 ms and is a real Postgres that nobody else writes to.
 *
 * The template is named after the migrations it was made of. So processes that share a server share the template, and a
 * server that outlives the run (TEST_DATABASE_URL) has it ready for the next one.
 */
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Duration, Effect, Exit, Layer, RcMap, Redacted, Scope } from "effect"
import { ShardingConfig } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MessageStorageLive } from "../platform/cluster/ClusterStorage.ts"
import * as EmbeddedPostgres from "../platform/postgres/EmbeddedPostgres.ts"
import * as Migrations from "../platform/postgres/Migrations.ts"

/** A server and its template. */
export interface TestDatabases {
  /** of the maintenance database; its role may create databases */
  readonly url: string
  /** name of the migrated database to clone */
  readonly template: string
}

/** The same server, another database. */
export const databaseUrl = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Away from the port of `npm start`, so that both can run at once. */
const first_port = 24600

/** Where Linux keeps files in memory. */
const memory_folder = "/dev/shm"

/** What must be free of it, and of the machine's memory: several times what a run of this project's own tests takes. */
const memory_bytes_min = 6_000_000_000

/**
 * A clone is a thousand small files, made and removed again with every test that asks for one. Where there is memory to
 * spare that is several times cheaper there than on a disk, which would have to forget them again.
 */
const throwAwayParent = (): string => {
  try {
    const { bavail, bsize } = statfsSync(memory_folder)
    accessSync(memory_folder, constants.W_OK)
    if (Math.min(bavail * bsize, process.availableMemory()) >= memory_bytes_min) return memory_folder
  } catch {
    // not on this system, or not for us
  }
  return tmpdir()
}

/** A Postgres that is gone with the scope, and with this process however that ends. Answers its maintenance URL. */
export const throwAwayServer: Effect.Effect<string, EmbeddedPostgres.EmbeddedPostgresError, Scope.Scope> = Effect.gen(
  function* () {
    const dataDir = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(throwAwayParent(), "hatchery-test-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    // root's Postgres runs as another user, who must be able to enter
    chmodSync(dataDir, 0o755)
    const server = yield* EmbeddedPostgres.acquire({ dataDir, port: first_port, throwAway: true })
    return databaseUrl(Redacted.value(server.url), "postgres")
  }
)

const connect = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })

const schemaName = Effect.map(Migrations.readFolder(Migrations.folder), (files) => {
  const hash = createHash("sha256")
  for (const { path } of files) hash.update(path.slice(path.lastIndexOf("/"))).update(readFileSync(path))
  return `hatchery_template_${hash.digest("hex").slice(0, 16)}`
})

/** What a service makes itself when it starts on a database that had none before. */
const clusterTables = Effect.scoped(Layer.build(MessageStorageLive)).pipe(Effect.provide(ShardingConfig.layerDefaults))

/** Any number nobody else locks on: whoever comes second waits until the template is there. */
const template_lock = 4_843_173

/** Makes the template unless the server has it, and answers its name. */
export const ensureTemplate = Effect.fnUntraced(function* (url: string) {
  const name = yield* schemaName
  const make = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql`SELECT datallowconn FROM pg_database WHERE datname = ${name}`
    // It is closed as the last step: an open one was left by somebody who did not get there.
    if (found[0]?.["datallowconn"] === false) return
    yield* sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).unprepared
    yield* sql.unsafe(`CREATE DATABASE ${name}`).unprepared
    yield* Effect.provide(Effect.andThen(Migrations.run(), clusterTables), connect(databaseUrl(url, name)))
    // A template somebody is connected to cannot be cloned.
    yield* sql.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`).unprepared
  })
  const locked = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`SELECT pg_advisory_lock(${template_lock})`
    yield* Effect.ensuring(make, Effect.ignore(sql`SELECT pg_advisory_unlock(${template_lock})`))
  })
  yield* Effect.provide(locked, connect(url))
  return name
})

/** A server with its template: the one at `external`, else a throw-away one for as long as the scope is open. */
export const testDatabases = Effect.fnUntraced(function* (external?: string) {
  const url = external ?? (yield* throwAwayServer)
  return { url, template: yield* ensureTemplate(url) } satisfies TestDatabases
})

/** Between two clones that follow each other; a process that is done stays for as long. */
const idle_seconds = 2

/** To maintenance databases, by their addresses: a connection each for all clones of this process. */
const connections = Effect.runSync(
  Scope.provide(
    RcMap.make({
      lookup: (url: string) =>
        Effect.map(Layer.build(connect(url)), (built) => Context.get(built, SqlClient.SqlClient)),
      idleTimeToLive: Duration.seconds(idle_seconds)
    }),
    Scope.makeUnsafe()
  )
)

/** For as long as the scope is open, whatever a test's clock says. */
const administrator = Effect.fnUntraced(function* (url: string) {
  const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  const held = yield* Effect.acquireRelease(Scope.make(), (scope) => inRealTime(Scope.close(scope, Exit.void)))
  return yield* inRealTime(Scope.provide(RcMap.get(connections, url), held))
})

/**
 * Address of a fresh clone, dropped when the scope closes, with force: whoever is still connected is cut off. With
 * `template0` as its template it is empty.
 */
export const clone = Effect.fnUntraced(function* ({ template, url }: TestDatabases) {
  const sql = yield* administrator(url)
  const name = `hatchery_test_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(
    sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`).unprepared,
    () => Effect.ignore(sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).unprepared)
  )
  return Redacted.make(databaseUrl(url, name))
})
