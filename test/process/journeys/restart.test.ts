/** `npm start` as processes: killed while the demo is being made, and twice on the same data. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "../../../src/cli/LocalCluster.ts"
import { request } from "../../../src/testing/Requests.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { service } from "../../kit/process/Programs.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "hatchery-restart-"))
    // root's Postgres runs as another user, who must be able to enter
    chmodSync(path, 0o755)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
)

const ended = (child: ChildProcess) =>
  Effect.callback<number | null>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) resume(Effect.succeed(child.exitCode))
    else child.once("exit", (code) => resume(Effect.succeed(code)))
  })

const start = (env: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [service], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, LOG_LEVEL: "Error", HOST: "127.0.0.1", ...env }
      })
      const lines: Array<string> = []
      const complaints: Array<string> = []
      createInterface({ input: child.stdout }).on("line", (line) => lines.push(line))
      createInterface({ input: child.stderr }).on("line", (line) => complaints.push(line))
      const value = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(/\s+/)[1]
      return { child, complaints, value }
    }),
    ({ child }) =>
      Effect.suspend(() => {
        child.kill("SIGTERM")
        return ended(child)
      })
  )

type Started = Effect.Success<ReturnType<typeof start>>

/** Bounded by the patience of the test itself: how fast the machine is says nothing. */
const eventually = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(condition, { until: (holds) => holds, schedule: Schedule.spaced("50 millis") })

/** By then its key is there, and the workspace is being filled. */
const announced = ({ child, complaints, value }: Started) =>
  eventually(
    Effect.suspend(() =>
      child.exitCode === null
        ? Effect.succeed(value("demo_page") !== undefined)
        : Effect.die(new Error(`the start ended: ${complaints.join()}`))
    )
  )

const killed = ({ child }: Started) =>
  Effect.suspend(() => {
    child.kill("SIGKILL")
    return ended(child)
  })

const askWith = (port: number, { value }: Started) => request(`http://127.0.0.1:${port}`, value("demo_key") ?? "")

const isFilled = (call: ReturnType<typeof request>) =>
  eventually(Effect.map(call("GET", "/buddies?user_id=ada"), ({ body }) => body.data?.length === 1))

it.live("a demo that was killed while it was made is complete after the next start, even if its key was cut off", () =>
  Effect.gen(function* () {
    const DATA_DIR = yield* folder
    const DATABASE_URL = Redacted.value(yield* testDatabase)
    const [port, runnerPort] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
    const env = {
      DATA_DIR,
      DATABASE_URL,
      DEMO: "true",
      WEBHOOK_ALLOW_PRIVATE: "true",
      PORT: String(port),
      RUNNER_PORT: String(runnerPort)
    }
    const first = yield* start(env)
    yield* announced(first)
    yield* killed(first)
    writeFileSync(join(DATA_DIR, "demo-key"), first.value("demo_key")!.slice(0, 30))
    const second = yield* start(env)
    yield* announced(second)
    assert.notStrictEqual(second.value("demo_key"), first.value("demo_key"))
    const call = askWith(port, second)
    yield* isFilled(call)
    const [paths, eggs] = [yield* call("GET", "/path-definitions"), yield* call("GET", "/eggs")]
    assert.deepInclude(paths.body.data[0], { path_key: "first_days", is_active: true })
    assert.deepStrictEqual(eggs.body.data.map((egg: Record<string, string>) => egg["user_id"]).sort(), ["ada", "grace"])
    assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 1)
  })
)

it.live("a second start on the same data says what runs where, and leaves the first alone", () =>
  Effect.gen(function* () {
    const DATA_DIR = yield* folder
    const [port, other] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
    const first = yield* start({ DATA_DIR, PORT: String(port) })
    yield* announced(first)
    const call = askWith(port, first)
    yield* isFilled(call)
    const endpoints = (yield* call("GET", "/webhook-configs")).text

    const second = yield* start({ DATA_DIR, PORT: String(other) })
    assert.strictEqual(yield* ended(second.child), 1)
    assert.strictEqual(second.value("demo_key"), undefined)
    const [line = "", ...more] = second.complaints
    assert.deepStrictEqual(more, [])
    assert.include(line, `Hatchery (process ${first.child.pid}) at http://localhost:${port} serves the data in`)
    assert.match(line, /PORT=\d+ DATA_DIR=\S+-2 npm start$/)
    assert.strictEqual((yield* call("GET", "/webhook-configs")).text, endpoints)
    assert.strictEqual(readFileSync(join(DATA_DIR, "demo-key"), "utf8").trim(), first.value("demo_key"))

    // Whoever was killed holds nothing any more.
    yield* killed(first)
    const third = yield* start({ DATA_DIR, PORT: String(other) })
    yield* announced(third)
    assert.strictEqual(third.value("demo_key"), first.value("demo_key"))
  })
)
