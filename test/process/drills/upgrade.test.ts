/**
 * An upgrade, carried out: a node of the commit before and a node of this one, side by side on one database and under
 * load. The release before is HEAD~1, or what UPGRADE_FROM names.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { freePort, type LocalNode, type NodeOptions } from "../../../src/cli/LocalCluster.ts"
import { secretKey, seed } from "../../bench/seed.ts"
import { verify } from "../../bench/verify.ts"
import { until } from "../../faults/harness/Wait.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { startNode } from "../../kit/process/Programs.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const git = (...rest: ReadonlyArray<string>) => spawnSync("git", rest, { cwd: root, maxBuffer: 1 << 28 })

/** Undefined where there is no history: a copy without .git, or a clone of one commit only. */
const before = (() => {
  const { status, stdout } = git(
    "rev-parse",
    "--verify",
    "--quiet",
    `${process.env["UPGRADE_FROM"] ?? "HEAD~1"}^{tree}`
  )
  return status === 0 ? String(stdout).trim() : undefined
})()

/** The sources of the release before, over the packages of this one. */
const release = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "hatchery-before-"))
    const { stdout } = git("archive", "--format=tar", before!)
    spawnSync("tar", ["-x", "-C", folder], { input: stdout })
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** As docs/operations.md says of a release without figures: counted once, after the last of its nodes has gone. */
const countFigures = (folder: string, databaseUrl: string) => {
  if (existsSync(join(folder, "sql/0059_analytics.sql"))) return
  const { status, stderr } = spawnSync(process.execPath, [join(root, "src/cli/main.ts"), "analytics", "rebuild"], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }
  })
  assert.strictEqual(status, 0, String(stderr))
}

const users = 12
const per_phase = 120

const starting = (start: typeof startNode, options: Pick<NodeOptions, "databaseUrl">) =>
  Effect.acquireRelease(
    Effect.promise(async () =>
      start({
        ...options,
        role: "all",
        port: await freePort(),
        runnerPort: await freePort(),
        env: { SECRET_KEY: secretKey }
      })
    ),
    (node) => Effect.promise(() => node.kill("SIGKILL"))
  )

/** A client that asks again, at the next node, until it is answered for good. */
class Client {
  readonly accepted: Array<string> = []
  private turn = 0
  private readonly key: string

  constructor(key: string) {
    this.key = key
  }

  ask(node: LocalNode, path: string, body?: object) {
    return fetch(`${node.baseUrl}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${this.key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  }

  /** So many lessons, spread over users and nodes. */
  async learn(phase: string, nodes: () => ReadonlyArray<LocalNode>) {
    const send = async (index: number) => {
      const event_id = `${phase}-${index}`
      const occurred_at = new Date().toISOString()
      const event = { event_id, user_id: `u${index % users}`, type: "lesson.completed", occurred_at }
      const isAnswered = async () => {
        const all = nodes()
        const answer = await this.ask(all[this.turn++ % all.length]!, "/events", {
          ...event,
          properties: { score: 90 }
        })
        await answer.arrayBuffer()
        assert.include([200, 503], answer.status, event_id)
        return answer.status === 200
      }
      await until(`${event_id} is accepted`, isAnswered, 120)
      this.accepted.push(event_id)
    }
    const lanes = Array.from({ length: users }, async (_, lane) => {
      for (let index = lane; index < per_phase; index += users) await send(index)
    })
    await Promise.all(lanes)
  }
}

/** Every node tells of every event why it paid. */
const readTraces = async (client: Client, nodes: ReadonlyArray<LocalNode>) => {
  for (const event_id of client.accepted.filter((_, index) => index % 10 === 0)) {
    for (const node of nodes) {
      const answer = await client.ask(node, `/events/${event_id}/trace`)
      assert.strictEqual(answer.status, 200, `${event_id} at ${node.baseUrl}`)
      assert.isNotEmpty(((await answer.json()) as { readonly rules: ReadonlyArray<unknown> }).rules)
    }
  }
}

it.live.skipIf(before === undefined)(
  "two releases side by side lose nothing, double nothing and read each other's traces (needs the commit before)",
  () =>
    Effect.gen(function* () {
      const databaseUrl = Redacted.value(yield* testDatabase)
      const world = yield* Effect.promise(() => seed(databaseUrl, users))
      const earlier = yield* release
      const url = pathToFileURL(join(earlier, "src/cli/LocalCluster.ts")).href
      const old = (yield* Effect.promise(() => import(/* @vite-ignore */ url))) as { startNode: typeof startNode }
      const client = new Client(world.key)

      const first = yield* starting(old.startNode, { databaseUrl })
      yield* Effect.promise(() => client.learn("before", () => [first]))
      const [second] = yield* Effect.all(
        [starting(startNode, { databaseUrl }), Effect.promise(() => client.learn("joining", () => [first]))],
        { concurrency: "unbounded" }
      )
      yield* Effect.promise(() => client.learn("beside", () => [first, second]))
      yield* Effect.promise(() => readTraces(client, [first, second]))
      // The last of the old ones goes under load; whoever asked it asks the new one.
      let nodes = [first, second]
      yield* Effect.promise(async () => {
        const learning = client.learn("leaving", () => nodes)
        nodes = [second]
        assert.strictEqual(await first.kill("SIGTERM"), 0)
        await learning
      })
      yield* Effect.promise(() => client.learn("after", () => [second]))
      yield* Effect.promise(() => readTraces(client, [second]))

      countFigures(earlier, databaseUrl)
      const { broken, events } = yield* Effect.promise(() => verify(databaseUrl))
      assert.deepStrictEqual(broken, [])
      assert.strictEqual(events, client.accepted.length)
    })
)
