import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as Migrations from "../../../src/platform/postgres/Migrations.ts"

const program = fileURLToPath(new URL("../../kit/postgres/embeddedPostgresProcess.ts", import.meta.url))
const first_port = 24700

interface Service {
  readonly child: ChildProcess
  readonly url: string
  readonly port: number
  readonly data: string
}

const pidOf = (service: Service) => Number(readFileSync(join(service.data, "postmaster.pid"), "utf8").split("\n")[0])

const isAlive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

const eventually = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  condition.pipe(
    Effect.filterOrFail(
      (holds) => holds,
      () => "not yet" as const
    ),
    Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 2_400 })
  )

/** A data folder; whatever still runs in it at the end is killed. */
const dataFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "hatchery-embedded-"))
    chmodSync(folder, 0o755)
    return folder
  }),
  (folder) =>
    Effect.sync(() => {
      try {
        process.kill(
          Number(readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]),
          "SIGKILL"
        )
      } catch {
        // stopped, as it should be
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
)

const start = (dataDir: string, port = first_port) =>
  Effect.acquireRelease(
    Effect.callback<Service, Error>((resume) => {
      const child = spawn(process.execPath, [program, dataDir, String(port)], { stdio: ["pipe", "pipe", "inherit"] })
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (line.startsWith("{")) resume(Effect.succeed({ child, ...JSON.parse(line) }))
      })
      child.once("exit", (code) => resume(Effect.fail(new Error(`exited with ${code} before it was ready`))))
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  )

const end = ({ child }: Service, signal: NodeJS.Signals) =>
  Effect.callback<void>((resume) => {
    child.once("exit", () => resume(Effect.void))
    child.kill(signal)
  })

const query = (service: Service, statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.unsafe<Readonly<Record<string, unknown>>>(statement).unprepared
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(service.url), maxConnections: 1 })))

it.live("data and password survive a clean stop, and no server is left", () =>
  Effect.gen(function* () {
    const dataDir = yield* dataFolder
    const before = yield* start(dataDir)
    const pid = pidOf(before)
    yield* query(before, "CREATE TABLE kept AS SELECT 7 AS seven")
    yield* end(before, "SIGTERM")
    assert.isFalse(isAlive(pid))
    const after = yield* start(dataDir)
    assert.strictEqual(after.url, before.url)
    assert.deepStrictEqual(yield* query(after, "SELECT seven FROM kept"), [{ seven: 7 }])
    assert.strictEqual(statSync(join(dataDir, "postgres/password")).mode & 0o777, 0o600)
    assert.isTrue(
      yield* Migrations.warnWhenNotDurable.pipe(Effect.provide(PgClient.layer({ url: Redacted.make(after.url) })))
    )
  })
)

it.live("after kill -9 of the service the next start takes the running server over and stops it in the end", () =>
  Effect.gen(function* () {
    const dataDir = yield* dataFolder
    const killed = yield* start(dataDir)
    const pid = pidOf(killed)
    yield* query(killed, "CREATE TABLE kept AS SELECT 7 AS seven")
    yield* end(killed, "SIGKILL")
    assert.isTrue(isAlive(pid))
    const next = yield* start(dataDir, first_port + 50)
    assert.strictEqual(pidOf(next), pid)
    assert.strictEqual(next.port, killed.port)
    assert.deepStrictEqual(yield* query(next, "SELECT seven FROM kept"), [{ seven: 7 }])
    yield* end(next, "SIGTERM")
    assert.isFalse(isAlive(pid))
  })
)

it.live("a killed server is started again on the same port without losing what was committed", () =>
  Effect.gen(function* () {
    const service = yield* start(yield* dataFolder)
    const pid = pidOf(service)
    yield* query(service, "CREATE TABLE kept AS SELECT 7 AS seven")
    process.kill(pid, "SIGKILL")
    yield* eventually(
      query(service, "SELECT seven FROM kept").pipe(
        Effect.map((rows) => rows.length === 1),
        Effect.orElseSucceed(() => false)
      )
    )
    assert.notStrictEqual(pidOf(service), pid)
  })
)

it.live("a taken port is passed over", () =>
  Effect.gen(function* () {
    const squatter = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer().listen(first_port + 100, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    )
    assert.isTrue(squatter.listening)
    const service = yield* start(yield* dataFolder, first_port + 100)
    assert.isAbove(service.port, first_port + 100)
    assert.strictEqual((yield* query(service, "SELECT 1")).length, 1)
  })
)

it.live("a second process of the project shares the first one's server and leaves it running", () =>
  Effect.gen(function* () {
    const dataDir = yield* dataFolder
    const [one, two] = yield* Effect.all([start(dataDir), start(dataDir)], { concurrency: 2 })
    assert.strictEqual(one.url, two.url)
    const [row] = yield* query(one, "SELECT current_setting('hatchery.owner') AS owner")
    const owner = row?.["owner"] === String(one.child.pid) ? one : two
    yield* end(owner === one ? two : one, "SIGTERM")
    assert.strictEqual((yield* query(owner, "SELECT 1")).length, 1)
  })
)
