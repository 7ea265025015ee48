/**
 * The database of `npm start` without DATABASE_URL: a real Postgres whose data lives in the project's own folder, with
 * the durability a production server has. It is started, supervised and stopped by this process.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, Ref, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import * as fs from "node:fs"
import { EmbeddedPostgresError, filesIn, settle } from "./PostgresBinaries.ts"
import * as Server from "./PostgresServer.ts"
import { owner_setting } from "./PostgresSettings.ts"

export { EmbeddedPostgresError } from "./PostgresBinaries.ts"

/** Below 32768, where the kernel takes the ports of outgoing connections from. */
export const default_port = 24400

const database = "hatchery"

export interface Options {
  /** Folder for the data; root may end up in /var/lib/hatchery instead, see PostgresBinaries. */
  readonly dataDir: string
  /** The first port to try. */
  readonly port?: number
  /** For tests: no fsync, and everything is removed at the end, even when this process is killed. */
  readonly throwAway?: boolean
}

export interface EmbeddedPostgres {
  /** Holds the password: keep it out of logs. */
  readonly url: Redacted.Redacted
  readonly port: number
  /** The data directory, in case somebody wants to look. */
  readonly data: string
}

const urlOf = (home: string, port: number, name: string) => {
  const password = fs.readFileSync(filesIn(home).password, "utf8").trim()
  return Redacted.make(`postgres://${Server.username}:${password}@127.0.0.1:${port}/${name}`)
}

const connect = (url: Redacted.Redacted) => PgClient.layer({ url, maxConnections: 1, connectTimeout: "5 seconds" })

/** The process that started the server on this port, if it is ours: it takes our password and has our data. */
const starterOf = (home: string, port: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql`
      SELECT current_setting('data_directory') AS data, current_setting(${owner_setting}, true) AS owner`
    return row?.["data"] === filesIn(home).data ? Number(row["owner"]) : undefined
  }).pipe(
    Effect.provide(connect(urlOf(home, port, "postgres"))),
    Effect.timeout("10 seconds"),
    Effect.orElseSucceed(() => undefined)
  )

const ensureDatabase = (home: string, port: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const exists = sql`SELECT 1 FROM pg_database WHERE datname = ${database}`.pipe(
      Effect.map((rows) => rows.length > 0)
    )
    if (yield* exists) return
    yield* sql`CREATE DATABASE ${sql(database)}`.unprepared.pipe(
      // another process of this project may have been faster
      Effect.catch((error) => Effect.flatMap(exists, (found) => (found ? Effect.void : Effect.fail(error))))
    )
  }).pipe(
    Effect.provide(connect(urlOf(home, port, "postgres"))),
    Effect.mapError((cause) => new EmbeddedPostgresError({ message: "the embedded Postgres does not answer", cause }))
  )

/** A server that runs for our data. `shared`: another living process started it and will stop it. */
interface Running extends Server.RunningServer {
  readonly shared: boolean
}

/** The process that took over a server whose starter had died. */
const adopterOf = (home: string): number => {
  try {
    return Number(fs.readFileSync(filesIn(home).owner, "utf8"))
  } catch {
    return 0
  }
}

const isAnotherProcess = (pid: number) => pid > 0 && pid !== process.pid && Server.isAlive(pid)

/**
 * Looks for a postmaster that is up already: a crash or `kill -9` of this service leaves one behind, and a second
 * process of the same project shares the first one's. One that starts or stops just now is given time; one that does
 * not answer to our password is stopped. Undefined means that the data directory is free.
 */
const findRunning = Effect.fnUntraced(function* (home: string) {
  const { data } = filesIn(home)
  const found = Server.readPidFile(data)
  if (!found || !Server.isPostmaster(found.pid, data)) return undefined
  const settled = () => !Server.isPostmaster(found.pid, data) || Server.readPidFile(data)?.ready === true
  yield* Server.waitUntil(settled, 30)
  if (!Server.isPostmaster(found.pid, data)) return undefined
  const starter = yield* starterOf(home, found.port)
  if (starter !== undefined) {
    const shared = isAnotherProcess(starter) || isAnotherProcess(adopterOf(home))
    return { pid: found.pid, port: found.port, shared } satisfies Running
  }
  yield* Effect.logWarning("Stopping a Postgres of an earlier run that does not answer").pipe(
    Effect.annotateLogs({ pid: found.pid })
  )
  yield* Server.stop(found.pid, data, 3)
  return undefined
})

const forgetStalePidFile = (home: string) =>
  Effect.sync(() => {
    const { data } = filesIn(home)
    const found = Server.readPidFile(data)
    // Postgres only asks whether any process has the number; after a reboot that may be a stranger
    if (found && !Server.isPostmaster(found.pid, data)) fs.rmSync(`${data}/postmaster.pid`, { force: true })
  })

const startOrAdopt = Effect.fnUntraced(
  function* (options: Server.StartOptions) {
    const running: Running | undefined = yield* findRunning(options.home)
    if (running?.shared) return running
    if (running === undefined) {
      yield* forgetStalePidFile(options.home)
      return { ...(yield* Server.start(options)), shared: false } satisfies Running
    }
    fs.writeFileSync(filesIn(options.home).owner, String(process.pid))
    return running
  },
  Effect.retry({ while: (error) => error.occupied === true, schedule: Schedule.spaced("200 millis"), times: 50 })
)

/** Starts the server again, on its own port, when it went away without us: a crash, a full disk, an over-eager kill. */
const supervise = Effect.fnUntraced(function* (options: Server.StartOptions, current: Ref.Ref<Running>) {
  const { data, log } = filesIn(options.home)
  const { pid, port } = yield* Ref.get(current)
  if (Server.isPostmaster(pid, data)) return
  yield* Effect.logWarning("The embedded Postgres stopped; starting it again").pipe(Effect.annotateLogs({ log }))
  yield* startOrAdopt({ ...options, port, exactPort: true }).pipe(
    Effect.flatMap((running) => Ref.set(current, running)),
    Effect.tapError((error) => Effect.logError(error.message)),
    Effect.retry(Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("10 seconds")]))
  )
})

/**
 * Runs Postgres for as long as the scope is open and gives its address. The data, and the random password of the data
 * directory, outlive it; nothing else does.
 */
export const acquire: (options: Options) => Effect.Effect<EmbeddedPostgres, EmbeddedPostgresError, Scope.Scope> =
  Effect.fnUntraced(function* (options) {
    const durable = options.throwAway !== true
    const { home, programs } = yield* settle(options.dataDir)
    yield* Server.createCluster(home, programs, durable)
    const start = { home, programs, port: options.port ?? default_port, durable, exactPort: false }
    const { data } = filesIn(home)
    const current = yield* Effect.acquireRelease(
      Effect.flatMap(startOrAdopt(start), Ref.make),
      (ref) =>
        Effect.gen(function* () {
          const { pid, shared } = yield* Ref.get(ref)
          if (!shared) yield* Server.stop(pid, data)
          if (!durable) fs.rmSync(home, { recursive: true, force: true })
        }),
      { interruptible: true }
    )
    const { pid, port, shared } = yield* Ref.get(current)
    if (!durable) yield* Server.tieToThisProcess(pid, home)
    yield* ensureDatabase(home, port)
    if (durable && !shared)
      yield* supervise(start, current).pipe(Effect.repeat(Schedule.spaced("250 millis")), Effect.forkScoped)
    return { url: urlOf(home, port, database), port, data }
  })
