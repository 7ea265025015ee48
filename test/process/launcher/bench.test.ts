import { assert, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Command lines of the processes of this machine; those that end meanwhile are left out. */
const commandLines = () =>
  readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")] : []
    } catch {
      return []
    }
  })

const eventually = (condition: () => boolean) =>
  Effect.repeat(Effect.sync(condition), { until: (holds) => holds, schedule: Schedule.spaced("20 millis") })

it.live("an interrupted benchmark leaves no Postgres and no data behind", () =>
  Effect.gen(function* () {
    const folder = mkdtempSync(join(tmpdir(), "hatchery-interrupted-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
    const child = spawn(process.execPath, ["test/bench/main.ts"], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ["ignore", "ignore", "pipe"]
    })
    let said = ""
    child.stderr.on("data", (chunk) => (said += String(chunk)))
    const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
    // The server carries the number of the process that owns it.
    const servers = () => commandLines().filter((line) => line.includes(`hatchery.owner=${child.pid}`))
    yield* eventually(() => servers().length > 0 || child.exitCode !== null)
    assert.isNotEmpty(servers())
    child.kill("SIGINT")
    assert.strictEqual(yield* Effect.promise(() => ended), 130)
    assert.deepStrictEqual(servers(), [])
    assert.deepStrictEqual(
      readdirSync(folder).filter((name) => name.startsWith("hatchery-bench-")),
      []
    )
    assert.include(said, "the benchmark begins")
  })
)
