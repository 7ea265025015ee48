/**
 * What a delivery costs when its receiver answers. `node test/bench/webhooks.ts` starts a Postgres, a node and a
 * receiver, lets deliveries wait, and prints how many went out in a second and the CPU time of each, that of the
 * receiver apart. `--deliveries n`, `--endpoints 1,50`, `--rounds n`.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Effect, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Client } from "pg"
import { type LocalNode, startNode } from "../../src/cli/LocalCluster.ts"
import * as EmbeddedPostgres from "../../src/platform/postgres/EmbeddedPostgres.ts"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { cpuOf, cpuOfPostgres } from "./cpu.ts"
import { secretKey, seed, type World } from "./seed.ts"
import { freePort } from "./surroundings.ts"
import { verify } from "./verify.ts"

export interface WebhookBenchOptions {
  /** an empty database of this Postgres */
  readonly url: string
  readonly postmaster: number
  readonly deliveries: number
  /** how many endpoints share them, one figure per measurement */
  readonly endpoints: ReadonlyArray<number>
  readonly rounds: number
  readonly say: (line: string) => void
}

interface Stage {
  readonly client: Client
  readonly node: LocalNode
  readonly receiver: { readonly url: string; readonly process: ChildProcess }
}

/** Of a coin that was earned, as the contract shows it. */
const bodyOf = (index: string) => `
  json_build_object('buddy_id', gen_random_uuid(), 'amount', ${index}, 'balance', 100 + ${index}, 'reason', 'coin_rule',
    'reference_id', NULL, 'ledger_id', gen_random_uuid(), 'is_lucky', false)::text`

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const startReceiver = () =>
  new Promise<Stage["receiver"]>((resolve, reject) => {
    const script = join(import.meta.dirname, "receiver.ts")
    const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] })
    child.once("error", reject)
    child.stdout.once("data", (line) => resolve({ url: String(line).trim(), process: child }))
  })

const taken = async (url: string) => Number(await (await fetch(url)).text())

/** Waits for the last of them; answers the seconds it took. */
const delivered = async ({ client, receiver }: Stage, count: number, before: number): Promise<number> => {
  const began = performance.now()
  const stuck_ms = 120_000
  for (let got = 0; got < count; got = (await taken(receiver.url)) - before) {
    if (performance.now() - began > stuck_ms) throw new Error(`${got} of ${count} deliveries arrived`)
    await pause(20)
  }
  const waiting = async () => {
    const { rows } = await client.query("SELECT FROM webhook_deliveries_all WHERE next_attempt_at IS NOT NULL LIMIT 1")
    return rows.length > 0
  }
  while (await waiting()) await pause(20)
  return (performance.now() - began) / 1_000
}

/** As the journal writes them: 32 events of two deliveries each. */
const deliveries_per_flush = 64

/** Written while nobody may send them, so that their writing is not measured. */
const fill = async (client: Client, worlds: ReadonlyArray<World>, count: number) => {
  await client.query("UPDATE webhook_configs SET enabled = false, disabled_at = $1", [new Date()])
  const now = new Date()
  for (const { customer_id, webhook_config_id } of worlds) {
    await client.query(
      `INSERT INTO webhook_outbox (customer_id, webhook_config_id, first_id, last_id, created_at, delivery_ids, events,
         bodies, trace_contexts, created_ats)
       SELECT $1, $2, min(id::text)::uuid, max(id::text)::uuid, $3, array_agg(id), array_agg('coins.earned'::text),
         array_agg(body), array_agg(NULL::text), array_agg($3::timestamptz)
       FROM (SELECT n, uuidv7() AS id, ${bodyOf("n")} AS body FROM generate_series(1, $4::int) AS n) AS made
       GROUP BY n / ${deliveries_per_flush}`,
      [customer_id, webhook_config_id, now, Math.ceil(count / worlds.length)]
    )
  }
  await client.query("VACUUM ANALYZE webhook_deliveries, webhook_outbox")
  await client.query("CHECKPOINT")
  await client.query("UPDATE webhook_configs SET enabled = true, disabled_at = NULL")
}

const measure = async (stage: Stage, postmaster: number, worlds: ReadonlyArray<World>, count: number) => {
  const total = Math.ceil(count / worlds.length) * worlds.length
  await fill(stage.client, worlds, count)
  const spent = () => [cpuOf(stage.node.pid), cpuOfPostgres(postmaster), cpuOf(stage.receiver.process.pid!)]
  const [before, takenBefore] = [spent(), await taken(stage.receiver.url)]
  // What a node without a pump says to those that have one.
  await stage.client.query(`SELECT pg_notify('hatchery_changes', $1)`, [
    JSON.stringify({ _tag: "Outbox", customer_id: worlds[0]!.customer_id })
  ])
  const seconds = await delivered(stage, total, takenBefore)
  const [node = 0, postgres = 0, receiver = 0] = spent().map((now, at) => ((now - before[at]!) * 1e6) / total)
  return { per_second: total / seconds, node, postgres, receiver }
}

const warmupDeliveries = 4_000

const lineOf = (endpoints: number, { node, per_second, postgres, receiver }: Awaited<ReturnType<typeof measure>>) =>
  `  webhooks, ${String(endpoints).padStart(4)} endpoint${endpoints === 1 ? " " : "s"} ${per_second
    .toFixed(0)
    .padStart(6)}/s  ` +
  `${node.toFixed(0)} us Node  ${postgres.toFixed(0)} us Postgres  (${receiver.toFixed(0)} us receiver)`

export const benchWebhooks = async (options: WebhookBenchOptions): Promise<void> => {
  const { deliveries, endpoints, postmaster, rounds, say, url } = options
  const receiver = await startReceiver()
  const client = new Client({ connectionString: url })
  let node: LocalNode | undefined
  try {
    await Effect.runPromise(
      Migrations.run().pipe(
        Effect.provide(postgresClient({ url: Redacted.make(url), maxConnections: 1, applicationName: "bench" }))
      )
    )
    const worlds: Array<World> = []
    for (let tenant = 0; tenant < Math.max(...endpoints); tenant++) {
      worlds.push(await seed(url, 1, { receiver: receiver.url, tenant }))
    }
    await client.connect()
    node = await startNode({
      role: "all",
      databaseUrl: url,
      port: await freePort(),
      runnerPort: await freePort(),
      env: { DEMO: "false", LOG_LEVEL: "Warn", WEBHOOK_ALLOW_PRIVATE: "true", SECRET_KEY: secretKey }
    })
    const stage = { client, node, receiver }
    await measure(stage, postmaster, worlds, warmupDeliveries)
    for (let round = 0; round < rounds; round++) {
      for (const count of endpoints) {
        say(lineOf(count, await measure(stage, postmaster, worlds.slice(0, count), deliveries)))
      }
    }
    const { broken } = await verify(url)
    say(broken.length === 0 ? "  the books are right" : `  WRONG: ${JSON.stringify(broken)}`)
    if (broken.length > 0) process.exitCode = 1
  } finally {
    await node?.kill("SIGTERM")
    receiver.process.kill()
    await client.end().catch(() => undefined)
  }
}

const main = Effect.scoped(
  Effect.gen(function* () {
    const { values } = parseArgs({
      options: {
        deliveries: { type: "string", default: "20000" },
        endpoints: { type: "string", default: "1,50" },
        rounds: { type: "string", default: "3" }
      }
    })
    const made = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const folder = mkdtempSync(join(tmpdir(), "hatchery-bench-"))
        // root's Postgres runs as another user, who must be able to enter
        chmodSync(folder, 0o755)
        return folder
      }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    const server = yield* EmbeddedPostgres.acquire({
      dataDir: join(made, "data"),
      port: yield* Effect.promise(freePort)
    })
    const options: WebhookBenchOptions = {
      url: Redacted.value(server.url),
      postmaster: Number(readFileSync(join(server.data, "postmaster.pid"), "utf8").split("\n")[0]),
      deliveries: Number(values.deliveries),
      endpoints: values.endpoints.split(",").map(Number),
      rounds: Number(values.rounds),
      say: (line) => void process.stdout.write(`${line}\n`)
    }
    yield* Effect.promise(() => benchWebhooks(options))
  })
)

if (import.meta.main) NodeRuntime.runMain(main)
