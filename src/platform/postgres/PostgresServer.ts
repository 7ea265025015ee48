/**
 * One Postgres postmaster as an operating system process: create its cluster, start it, learn whether it still runs,
 * stop it. `EmbeddedPostgres` decides when; nothing here keeps state of its own.
 */
import { Console, Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { settings } from "./PostgresSettings.ts"
import { EmbeddedPostgresError, filesIn, type Programs, signalServer, spawnOptions } from "./PostgresBinaries.ts"

export const username = "hatchery"

/** Size at which the log of earlier runs is set aside at start-up. */
const log_size_max_bytes = 10_000_000

/** Ports tried after the wanted one before giving up. */
const ports_tried_max = 50

/** Playing back what PostgresSettings allows takes about 50 s on two cores (24 for half of it); slow disks differ. */
const crash_recovery_max_seconds = 600

/** Lines of the postmaster's own lock file: process id, data directory, start time, port, ..., status. */
export interface PidFile {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

export const readPidFile = (data: string): PidFile | undefined => {
  try {
    const lines = fs.readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0
      ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" }
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether `pid` is the postmaster of this data directory. The command line is compared where the system shows it: after
 * a reboot the number may belong to a stranger, and a dead child nobody waited for keeps its number with an empty one.
 */
export const isPostmaster = (pid: number, data: string): boolean => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(data)
  } catch {
    return !fs.existsSync("/proc/self/cmdline") && isAlive(pid)
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Waits in small steps until the condition holds; false when `seconds` passed without it. */
export const waitUntil = Effect.fnUntraced(function* (condition: () => boolean, seconds: number) {
  for (let waited = 0; waited < seconds * 1000; waited += 20) {
    if (condition()) return true
    yield* Effect.sleep(20)
  }
  return condition()
})

/**
 * Asks politely first: INT rolls open transactions back and writes a checkpoint, QUIT leaves the rest to crash
 * recovery. `patience_seconds` is for the checkpoint of a busy server.
 */
export const stop = Effect.fnUntraced(function* (pid: number, data: string, patience_seconds = 20) {
  const gone = () => !isPostmaster(pid, data)
  const steps = [
    ["SIGINT", patience_seconds],
    ["SIGQUIT", 3],
    ["SIGKILL", 3]
  ] as const
  for (const [name, seconds] of steps) {
    if (gone()) return
    yield* signalServer(pid, name)
    if (yield* waitUntil(gone, seconds)) return
  }
})

const initdbArguments = (data: string, password: string, durable: boolean) => [
  `--pgdata=${data}`,
  `--username=${username}`,
  "--auth=scram-sha-256",
  `--pwfile=${password}`,
  "--encoding=UTF8",
  "--locale=C",
  // the same order and case rules on every host, and a lower() that knows more than ASCII
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  // what is thrown away has nothing to guard: its clients, who connect often, need not grind the password each time
  ...(durable ? [] : ["--no-sync", "--no-data-checksums", "--set=scram_iterations=1"])
]

const runInitdb = (programs: Programs, data: string, password: string, durable: boolean) =>
  Effect.callback<void, EmbeddedPostgresError>((resume) => {
    const child = spawn(programs.initdb, initdbArguments(data, password, durable), {
      ...spawnOptions(programs.identity),
      stdio: ["ignore", "ignore", "pipe"]
    })
    let complaint = ""
    const fail = (reason: string) =>
      resume(Effect.fail(new EmbeddedPostgresError({ message: `initdb failed: ${reason}` })))
    child.stderr.on("data", (chunk) => (complaint += chunk))
    child.on("error", (error) => fail(error.message))
    child.on("close", (code) => (code === 0 ? resume(Effect.void) : fail(complaint.trim())))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** The new cluster's folders and its random password, the latter readable by the server's user and by root alone. */
const draftCluster = (draft: ReturnType<typeof filesIn>, identity: Programs["identity"]) => {
  fs.mkdirSync(draft.cluster, { recursive: true })
  // the server's user must reach its data; nobody has to list what stands beside it
  for (const folder of [dirname(draft.cluster), draft.cluster]) fs.chmodSync(folder, 0o711)
  fs.mkdirSync(draft.data, { mode: 0o700 })
  fs.writeFileSync(draft.password, randomBytes(24).toString("base64url"), { mode: 0o600 })
  if (identity) for (const path of [draft.data, draft.password]) fs.chownSync(path, identity.uid, identity.gid)
}

const removeAbandonedDrafts = (home: string) => {
  for (const name of fs.readdirSync(home)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) fs.rmSync(join(home, name), { recursive: true, force: true })
  }
}

/**
 * Creates the cluster under a private name and renames it into place, so that a crash half-way leaves nothing that
 * looks like a database, and of two simultaneous first starts one simply wins.
 */
export const createCluster = Effect.fnUntraced(function* (home: string, programs: Programs, durable: boolean) {
  const { cluster, data } = filesIn(home)
  if (fs.existsSync(join(data, "PG_VERSION"))) return
  // It takes some seconds, and whoever watches has seen nothing yet.
  if (durable && process.stderr.isTTY) yield* Console.error(`Creating a database in ${cluster}, once ...`)
  const folder = `${cluster}.new-${process.pid}`
  const draft = filesIn(folder)
  const refused = (cause: unknown) =>
    new EmbeddedPostgresError({ message: `cannot create ${cluster}: ${String(cause)}`, cause })
  yield* Effect.gen(function* () {
    yield* Effect.try({
      try: () => {
        removeAbandonedDrafts(home)
        fs.rmSync(folder, { recursive: true, force: true })
        draftCluster(draft, programs.identity)
      },
      catch: refused
    })
    yield* runInitdb(programs, draft.data, draft.password, durable)
    yield* Effect.try({
      try: () => fs.renameSync(draft.cluster, cluster),
      catch: refused
    }).pipe(
      Effect.catchIf(
        () => fs.existsSync(join(data, "PG_VERSION")),
        () => Effect.void
      )
    )
  }).pipe(Effect.ensuring(Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))))
})

const isFree = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const probe = createServer()
    probe.once("error", () => resume(Effect.succeed(false)))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resume(Effect.succeed(true))))
  })

export interface StartOptions {
  readonly home: string
  readonly programs: Programs
  /** The wanted port. */
  readonly port: number
  /** Fail rather than take another port: a restart must come back where its clients look for it. */
  readonly exactPort: boolean
  readonly durable: boolean
}

/**
 * Starts the postmaster on `port` or the next free one. It gets its own session, so that Ctrl-C in the terminal reaches
 * only us: the database must still answer while the service drains.
 */
export const start = Effect.fnUntraced(function* (options: StartOptions) {
  const { data, log } = filesIn(options.home)
  if (fs.existsSync(log) && fs.statSync(log).size > log_size_max_bytes) fs.renameSync(log, `${log}.1`)
  const end = options.port + (options.exactPort ? 1 : ports_tried_max)
  for (let port = options.port; port < end; port++) {
    if (!(yield* isFree(port))) continue
    const outcome: Launch = yield* launch(options, port)
    if (outcome._tag === "Ready") return outcome.server
    if (/could not bind|could not create any TCP\/IP sockets/.test(outcome.complaint)) continue
    return yield* new EmbeddedPostgresError({
      message: `the embedded Postgres in ${data} did not start: ${outcome.complaint.trim() || `see ${log}`}`,
      occupied: /still in use|lock file .* already exists/.test(outcome.complaint)
    })
  }
  return yield* new EmbeddedPostgresError({
    message: `no free port from ${options.port} to ${end - 1} for the embedded Postgres`
  })
})

export interface RunningServer {
  readonly pid: number
  readonly port: number
}

type Launch =
  | { readonly _tag: "Ready"; readonly server: RunningServer }
  | { readonly _tag: "Exited"; readonly complaint: string }

const launch = Effect.fnUntraced(function* ({ home, programs, durable }: StartOptions, port: number) {
  const { data, log } = filesIn(home)
  const output = fs.openSync(log, "a", 0o600)
  const before = fs.fstatSync(output).size
  const flags = settings(durable).flatMap((setting) => ["-c", setting])
  let child: ChildProcess
  try {
    child = spawn(programs.postgres, ["-D", data, "-p", String(port), ...flags], {
      ...spawnOptions(programs.identity),
      detached: true,
      stdio: ["ignore", output, output]
    })
  } finally {
    fs.closeSync(output)
  }
  let spawnFailure = ""
  child.on("error", (error) => (spawnFailure = error.message))
  child.unref()
  const exited = () => spawnFailure !== "" || child.exitCode !== null || child.signalCode !== null
  const ready = () => {
    const file = readPidFile(data)
    return file !== undefined && file.pid === child.pid && file.ready
  }
  yield* waitUntil(() => exited() || ready(), crash_recovery_max_seconds).pipe(
    Effect.onInterrupt(() => (child.pid ? stop(child.pid, data) : Effect.void))
  )
  if (child.pid && !exited() && ready()) return { _tag: "Ready", server: { pid: child.pid, port } } satisfies Launch
  if (child.pid && !exited()) yield* stop(child.pid, data)
  const complaint = spawnFailure || fs.readFileSync(log).subarray(before).toString("utf8")
  return { _tag: "Exited", complaint } satisfies Launch
})

/**
 * Lets a throw-away server and its folder go with this process even when the process is killed: the watcher's standard
 * input closes then, whatever the reason.
 */
export const tieToThisProcess = (pid: number, home: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const script = [
        "read -r line",
        `kill -INT "$0" 2>/dev/null`,
        `for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$0" 2>/dev/null || break; sleep 1; done`,
        `rm -rf "$1"`
      ].join("\n")
      const watcher = spawn("/bin/sh", ["-c", script, String(pid), home], {
        detached: true,
        stdio: ["pipe", "ignore", "ignore"]
      })
      watcher.unref()
      return watcher
    }),
    (watcher) => Effect.sync(() => watcher.kill("SIGKILL"))
  )
