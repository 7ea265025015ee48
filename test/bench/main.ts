/**
 * `npm run bench`: the public POST /events of this service beside the plain server, on one Postgres with default
 * durability, in interleaved rounds; then reads, and a hundred rules beside ten. Prints medians and their ratios, and
 * whether both wrote what they acknowledged. Needs a C compiler for the client.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Effect, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import * as EmbeddedPostgres from "../../src/platform/postgres/EmbeddedPostgres.ts"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { type Progress, progress } from "../kit/process/Progress.ts"
import { tryBacktests } from "./backtest.ts"
import { hundredRules } from "./content.ts"
import { seedReaders, writeTargets } from "./reads.ts"
import { type Measure, middle, moreRows, table, trialLine } from "./report.ts"
import { secretKey, seed } from "./seed.ts"
import { compileClient, freePort, idleStatements, reachable, silentReceiver, usageOf } from "./surroundings.ts"
import { verify } from "./verify.ts"

const option = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const rounds = option("BENCH_ROUNDS", 3)
const seconds = option("BENCH_SECONDS", 8)
/** Compilers, plan caches and connection pools settle within this. */
const warmupSeconds = option("BENCH_WARMUP", 8)
const buddies = option("BENCH_BUDDIES", 10_000)
const connections = 64
const settle_ms = 15_000
const folder = import.meta.dirname

const children: Array<ChildProcess> = []

/** What is done now; said anew after each result. */
let told: Progress = progress("the benchmark begins")
const next = (text: string) => {
  told.end()
  told = progress(text)
}

const start = (script: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  children.push(child)
  child.stdout!.resume()
  return child
}

const run = async (base: string, scratch: string) => {
  const client = compileClient(scratch)
  const names = { hatchery: "bench_hatchery", plain: "bench_plain" } as const
  const urls = Object.fromEntries(
    Object.entries(names).map(([who, database]) => {
      const url = new URL(base)
      url.pathname = `/${database}`
      return [who, url.href]
    })
  ) as Record<keyof typeof names, string>
  const admin = new Client({ connectionString: base })
  // When something fails the database is stopped first: the failure is the news, not the cut connection.
  admin.on("error", () => undefined)
  await admin.connect()
  for (const database of Object.values(names)) await admin.query(`CREATE DATABASE ${database}`)
  await admin.end()

  next(`the databases are filled with ${buddies} buddies`)
  const receiver = await silentReceiver()
  const worlds = await Promise.all(
    (["hatchery", "plain"] as const).map(async (who) => {
      await Effect.runPromise(
        Migrations.run().pipe(
          Effect.provide(postgresClient({ url: Redacted.make(urls[who]), maxConnections: 1, applicationName: "bench" }))
        )
      )
      return seed(urls[who], buddies, { receiver })
    })
  )
  const bigger = {
    spread: await seed(urls.hatchery, buddies, { receiver, tenant: 1, content: hundredRules(9) }),
    same: await seed(urls.hatchery, buddies, { receiver, tenant: 2, content: hundredRules(90) })
  }
  const readers = await seedReaders(urls.hatchery, receiver)
  const ports = { hatchery: await freePort(), plain: await freePort() }
  const hatchery = start(join(folder, "../../src/main.ts"), [], {
    DATABASE_URL: urls.hatchery,
    PORT: String(ports.hatchery),
    HOST: "127.0.0.1",
    RUNNER_PORT: String(await freePort()),
    DEMO: "false",
    LOG_LEVEL: "Warn",
    WEBHOOK_ALLOW_PRIVATE: "true",
    SECRET_KEY: secretKey
  })
  start(join(folder, "plain.ts"), [urls.plain, String(ports.plain)], {})
  await reachable(`http://127.0.0.1:${ports.hatchery}/readyz`)
  await reachable(`http://127.0.0.1:${ports.plain}/`)

  next("the servers settle, and are watched while idle")
  // A node that has just started takes its shards and looks for what was left behind.
  await new Promise((resolve) => setTimeout(resolve, settle_ms))
  const idle = await idleStatements(urls.hatchery)
  const acknowledged = { hatchery: 0, plain: 0 }
  let serial = 0
  const load = async (
    who: "hatchery" | "plain",
    users: number,
    duration: number,
    { key = worlds[0]!.key, targets }: { readonly key?: string; readonly targets?: string } = {}
  ): Promise<Measure> => {
    const day = new Date().toISOString()
    const args = [ports[who], key, connections, duration, users, `${who}-${serial++}`, day].map(String)
    if (targets !== undefined) args.push(targets)
    const child = spawn(client, args, { stdio: ["ignore", "pipe", "inherit"] })
    children.push(child)
    let text = ""
    for await (const chunk of child.stdout) text += String(chunk)
    const measure = JSON.parse(text) as Measure
    if (targets === undefined) acknowledged[who] += measure.ok
    if (measure.refused > 0) throw new Error(`${who} refused ${measure.refused} requests`)
    return measure
  }

  const targets = await writeTargets(`http://127.0.0.1:${ports.hatchery}`, readers, scratch)
  const measures: Record<string, Array<Measure>> = {}
  const cpu = { spent: 0, events: 0 }
  const measured = async (name: string, measuring: Promise<Measure>) => {
    next(name)
    const measure = await measuring
    told.end()
    ;(measures[name] ??= []).push(measure)
    const rate = measure.per_second.toFixed(0).padStart(7)
    process.stdout.write(`  ${name.padEnd(24)} ${rate}/s  p50 ${measure.p50} ms  p99 ${measure.p99} ms\n`)
    return measure
  }
  next("the servers are warmed up")
  for (const who of ["hatchery", "plain"] as const) await load(who, buddies, warmupSeconds)
  for (const { key } of Object.values(bigger)) await load("hatchery", buddies, warmupSeconds / 2, { key })
  for (const file of Object.values(targets)) await load("hatchery", 1, warmupSeconds / 4, { targets: file })
  for (let round = 0; round < rounds; round++) {
    process.stdout.write(`round ${round + 1}\n`)
    for (const [shape, users] of [
      ["uniform", buddies],
      ["ten hot", 10]
    ] as const) {
      for (const who of ["hatchery", "plain"] as const) {
        const before = usageOf(hatchery.pid!).cpu
        const { ok } = await measured(`${shape} ${who}`, load(who, users, seconds))
        if (who === "plain") continue
        cpu.spent += usageOf(hatchery.pid!).cpu - before
        cpu.events += ok
      }
    }
    for (const [name, { key }] of Object.entries(bigger)) {
      await measured(`100 rules ${name}`, load("hatchery", buddies, seconds, { key }))
    }
    for (const [name, file] of Object.entries(targets)) {
      await measured(`read ${name}`, load("hatchery", 1, seconds, { targets: file }))
    }
  }
  process.stdout.write("backtests\n")
  const trial = await tryBacktests(
    { ...worlds[0]!, baseUrl: `http://127.0.0.1:${ports.hatchery}` },
    (name) => measured(name, load("hatchery", buddies, seconds)),
    rounds
  )
  const spent = usageOf(hatchery.pid!)
  const rows = [["POST /events", "events/s", "p50 ms", "p99 ms", "ratio"]]
  for (const shape of ["uniform", "ten hot"]) {
    const [ours, plain] = [middle(measures[`${shape} hatchery`]!), middle(measures[`${shape} plain`]!)]
    rows.push([
      `${shape}: plain server`,
      plain.per_second.toFixed(0),
      plain.p50.toFixed(1),
      plain.p99.toFixed(1),
      "1.0"
    ])
    rows.push([
      `${shape}: hatchery`,
      ours.per_second.toFixed(0),
      ours.p50.toFixed(1),
      ours.p99.toFixed(1),
      (ours.per_second / plain.per_second).toFixed(1)
    ])
  }
  process.stdout.write(`\n${table(rows)}\n\n${table(moreRows(measures))}\n\n${trialLine(trial)}\n\n`)
  for (const who of ["hatchery", "plain"] as const) {
    next("what was acknowledged is counted")
    const { broken, events } = await verify(urls[who])
    told.end()
    const right = broken.length === 0 && events === acknowledged[who]
    process.stdout.write(
      `${who}: ${acknowledged[who]} acknowledged, ${events} stored, ${broken.length} broken invariants: ` +
        `${right ? "right" : "WRONG"}\n`
    )
    if (broken.length > 0) process.stdout.write(`${JSON.stringify(broken, null, 2)}\n`)
    if (!right) process.exitCode = 1
  }
  process.stdout.write(
    `hatchery: ${idle.toFixed(1)} transactions/s while idle, ` +
      `${((cpu.spent / cpu.events) * 1e6).toFixed(0)} us CPU of the server process per event, ` +
      `${spent.rss_mb} MB resident with ${buddies} buddies awake\n`
  )
}

/** Goes with the run, however that ends: Ctrl-C interrupts it, and its servers must not outlive it. */
const scratch = Effect.acquireRelease(
  Effect.sync(() => {
    const made = mkdtempSync(join(tmpdir(), "hatchery-bench-"))
    // root's Postgres runs as another user, who must be able to enter
    chmodSync(made, 0o755)
    return made
  }),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
)

const main = Effect.scoped(
  Effect.gen(function* () {
    const made = yield* scratch
    told.at("a Postgres is started")
    const server = yield* EmbeddedPostgres.acquire({ dataDir: join(made, "data"), port: 24_800 })
    yield* Effect.addFinalizer(() => Effect.sync(() => children.forEach((child) => child.kill("SIGKILL"))))
    yield* Effect.promise(() => run(Redacted.value(server.url), made))
  })
).pipe(Effect.ensuring(Effect.sync(() => told.end())))

NodeRuntime.runMain(main)
