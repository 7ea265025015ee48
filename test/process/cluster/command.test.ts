/** `npm run cluster` as a person at a terminal sees it. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../../src/cli/LocalCluster.ts"
import { operator } from "../../kit/process/Programs.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { until } from "../../faults/harness/Wait.ts"

/** Only a test that fails waits so long. */
const patience_s = 180

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "hatchery-cluster-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const command = (env: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [operator, "cluster", "--runners", "1"], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...env }
      })
      let text = ""
      child.stdout.on("data", (chunk) => (text += String(chunk)))
      child.stderr.on("data", (chunk) => (text += String(chunk)))
      const exited = new Promise<number | null>((resolve) => child.once("exit", resolve))
      return { child, exited, text: () => text }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  )

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const start = Effect.gen(function* () {
  const databaseUrl = Redacted.value(yield* testDatabase)
  const port = yield* Effect.promise(freePort)
  const running = yield* command({
    DATABASE_URL: databaseUrl,
    DATA_DIR: yield* folder,
    DEMO: "true",
    PORT: String(port),
    RUNNER_PORT: "24331"
  })
  const pids = (role: string) =>
    Array.from(running.text().matchAll(new RegExp(`^${role} +pid (\\d+)`, "gm")), ([, pid]) => Number(pid))
  const says = (what: RegExp) =>
    until(`it says ${what}: ${running.text()}`, () => what.test(running.text()), patience_s)
  yield* Effect.promise(() => says(/^stop all/m))
  return { ...running, baseUrl: `http://127.0.0.1:${port}`, pids, says }
})

it.live(
  "the cluster command says where to look, takes another runner, tells who has gone, and leaves nobody behind",
  () =>
    Effect.gen(function* () {
      const { baseUrl, child, exited, pids, says, text } = yield* start
      yield* Effect.promise(async () => {
        await says(/^demo_key +svc_test_/m)
        const [, key] = /^demo_key +(\S+)/m.exec(text())!
        const buddies = `${baseUrl}/api/v1/buddies?user_id=ada`
        const headers = { authorization: `Bearer ${key}` }
        await until(
          "the demo buddy has hatched",
          async () => {
            const answer = await fetch(buddies, { headers })
            return ((await answer.json()) as { readonly data: ReadonlyArray<unknown> }).data.length === 1
          },
          patience_s
        )
        child.kill("SIGUSR2")
        await until("a second runner is there", () => pids("runner").length === 2, patience_s)
        const [first] = pids("runner")
        process.kill(first!, "SIGKILL")
        await says(new RegExp(`^runner ${first} has ended \\(killed\\)`, "m"))
        child.kill("SIGINT")
        assert.strictEqual(await exited, 0)
        assert.deepStrictEqual([...pids("api"), ...pids("runner")].filter(isAlive), [])
      })
    })
)

it.live("the nodes of a cluster command that was killed outright go by themselves", () =>
  Effect.gen(function* () {
    const { child, pids } = yield* start
    yield* Effect.promise(async () => {
      const nodes = [...pids("api"), ...pids("runner")]
      assert.lengthOf(nodes, 2)
      child.kill("SIGKILL")
      await until("they are gone", () => !nodes.some(isAlive), patience_s)
    })
  })
)
