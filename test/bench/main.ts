/**
 * `npm run bench`: the public POST /events of this service beside the plain server, on one Postgres with default
 * durability, in interleaved rounds; then reads, and a hundred rules beside ten. Prints medians, their ratios and the
 * CPU time of each, and whether both wrote what they acknowledged. Needs a C compiler for the client.
 *
 *   --only a,b      some of: idle, uniform, hot, rules, reads, backtest, campaigns, close, rush, pages, residents,
 *                   webhooks; and disk, which fills a database with --events of them (10,000,000), and figures, which
 *                   reads reports of as many events and --users of them (1,000,000), and share, which tells which
 *                   part of an event the figures take, of --daily events of a user and day; all three are left
 *                   out otherwise
 *   --rounds n --seconds n --warmup n --buddies n --residents n
 *   --months n      in how many of them the events of disk are written (1)
 *   --scorers n     of the season that is closed; --players n, who come at one moment
 *   --alone         without the plain server
 */
import { NodeRuntime } from "@effect/platform-node"
import { Effect, Redacted } from "effect"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as EmbeddedPostgres from "../../src/platform/postgres/EmbeddedPostgres.ts"
import { type Progress, progress } from "../kit/process/Progress.ts"
import { tryBacktests } from "./backtest.ts"
import { campaignLines, tryCampaigns, tryClose } from "./campaigns.ts"
import { hundredRules } from "./content.ts"
import { benchDisk } from "./disk.ts"
import { benchFigures } from "./figures.ts"
import { ingestCostLines, ingestCosts } from "./ingestCost.ts"
import { seedReaders, writeTargets } from "./reads.ts"
import { eventRows, type Measure, moreRows, table, trialLine } from "./report.ts"
import { residentsLine, wakeResidents } from "./residents.ts"
import { tryRush } from "./rush.ts"
import { seed } from "./seed.ts"
import { createDatabase, endServers, type Loading, Stage, type StageOptions, type Who } from "./stage.ts"
import { idleStatements } from "./surroundings.ts"
import { verify } from "./verify.ts"
import { tryPages } from "./visits.ts"
import { benchWebhooks } from "./webhooks.ts"

const { values } = parseArgs({
  options: {
    only: {
      type: "string",
      default: "idle,uniform,hot,rules,reads,backtest,campaigns,close,rush,pages,residents,webhooks"
    },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    warmup: { type: "string", default: "8" },
    buddies: { type: "string", default: "10000" },
    residents: { type: "string", default: "50000" },
    scorers: { type: "string", default: "100000" },
    players: { type: "string", default: "1000" },
    events: { type: "string", default: "10000000" },
    months: { type: "string", default: "1" },
    users: { type: "string", default: "1000000" },
    daily: { type: "string", default: "4,20" },
    alone: { type: "boolean", default: false }
  }
})
const parts = new Set(values.only.split(","))
// A part of an event is told of events that were sent in the same run.
if (parts.has("share")) parts.add("uniform")
const [rounds, seconds, buddies] = [Number(values.rounds), Number(values.seconds), Number(values.buddies)]
/** Compilers, plan caches and connection pools settle within this. */
const warmupSeconds = Number(values.warmup)
const settle_ms = 15_000
const servers: ReadonlyArray<Who> = values.alone ? ["hatchery"] : ["hatchery", "plain"]

/** What is done now; said anew after each result. */
let told: Progress = progress("the benchmark begins")
const next = (text: string) => {
  told.end()
  told = progress(text)
}
const say = (line: string) => {
  told.end()
  process.stdout.write(`${line}\n`)
}

const measures: Record<string, Array<Measure>> = {}
const measured = async (name: string, load: () => Promise<Measure>) => {
  next(name)
  const measure = await load()
  ;(measures[name] ??= []).push(measure)
  const { node_us, p50, p99, per_second, postgres_us } = measure
  const cost = `${node_us.toFixed(0)} us Node  ${postgres_us.toFixed(0)} us Postgres`
  say(`  ${name.padEnd(24)} ${per_second.toFixed(0).padStart(7)}/s  p50 ${p50} ms  p99 ${p99} ms  ${cost}`)
  return measure
}

/** What is sent to our server in each round beside the events, by name; seeded only when it is asked for. */
const furtherLoads = async (stage: Stage, scratch: string): Promise<Readonly<Record<string, Loading>>> => {
  const loads: Record<string, Loading> = {}
  const { receiver } = stage
  if (parts.has("rules")) {
    const spread = await seed(stage.urls.hatchery, buddies, { receiver, tenant: 1, content: hundredRules(9) })
    const same = await seed(stage.urls.hatchery, buddies, { receiver, tenant: 2, content: hundredRules(90) })
    loads["100 rules spread"] = { key: spread.key, users: buddies, seconds }
    loads["100 rules same"] = { key: same.key, users: buddies, seconds }
  }
  if (parts.has("reads")) {
    const targets = await writeTargets(stage.baseUrl, await seedReaders(stage.urls.hatchery, receiver), scratch)
    for (const [name, file] of Object.entries(targets)) loads[`read ${name}`] = { targets: file, seconds }
  }
  return loads
}

const warmUp = async (stage: Stage, further: Readonly<Record<string, Loading>>) => {
  next("the servers are warmed up")
  // Everybody's first event, which wakes a buddy on the one and fills the cache of the other, is not what is measured.
  for (const lasting of [0, warmupSeconds])
    for (const who of servers) await stage.load(who, { users: buddies, seconds: lasting })
  for (const load of Object.values(further)) await stage.load("hatchery", { ...load, seconds: warmupSeconds / 3 })
}

const playRound = async (stage: Stage, further: Readonly<Record<string, Loading>>) => {
  for (const [part, shape, users] of [
    ["uniform", "uniform", buddies],
    ["hot", "ten hot", 10]
  ] as const) {
    if (!parts.has(part)) continue
    for (const who of servers) await measured(`${shape} ${who}`, () => stage.load(who, { users, seconds }))
  }
  for (const [name, load] of Object.entries(further)) await measured(name, () => stage.load("hatchery", load))
}

/** Whether each server wrote what it acknowledged. */
const judge = async ({ acknowledged, urls }: Stage) => {
  for (const who of servers) {
    next("what was acknowledged is counted")
    const { broken, events } = await verify(urls[who], { withFigures: who === "hatchery" })
    const right = broken.length === 0 && events === acknowledged[who]
    say(
      `${who}: ${acknowledged[who]} acknowledged, ${events} stored, ${broken.length} broken invariants: ` +
        `${right ? "right" : "WRONG"}`
    )
    if (broken.length > 0) say(JSON.stringify(broken, null, 2))
    if (!right) process.exitCode = 1
  }
}

/** What tenants run for their players together. */
const tryPlayers = async (stage: Stage, scratch: string): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const load = (name: string, loading: Loading) => measured(name, () => stage.load("hatchery", loading))
  if (parts.has("campaigns")) {
    next("campaigns are begun")
    await tryCampaigns(stage, load, buddies, seconds, rounds)
    lines.push(...campaignLines(measures))
  }
  if (parts.has("close")) {
    next("a season is played")
    lines.push(await tryClose(stage, load, Number(values.scorers), buddies, seconds))
  }
  if (parts.has("rush")) {
    next("everybody comes at once")
    lines.push(...(await tryRush(stage, Number(values.players))))
  }
  if (parts.has("pages")) {
    next("pages are opened")
    const visit = (name: string, who: Who, loading: Loading) => measured(name, () => stage.load(who, loading))
    const withPlain = !values.alone
    lines.push(...(await tryPages(stage, visit, { buddies, seconds, rounds, scratch, withPlain })))
  }
  return lines
}

const run = async (options: StageOptions) => {
  next(`the databases are filled with ${buddies} buddies`)
  const stage = await Stage.open(options)
  await stage.startHatchery()
  if (!values.alone) await stage.startPlain()
  const lines: Array<string> = []
  if (parts.has("idle")) {
    next("the servers settle, and are watched while idle")
    // A node that has just started takes its shards and looks for what was left behind.
    await new Promise((resolve) => setTimeout(resolve, settle_ms))
    lines.push(`${(await idleStatements(stage.urls.hatchery)).toFixed(1)} transactions/s while idle`)
  }
  const further = await furtherLoads(stage, options.scratch)
  if (
    parts.has("uniform") ||
    parts.has("hot") ||
    parts.has("backtest") ||
    parts.has("close") ||
    Object.keys(further).length > 0
  )
    await warmUp(stage, further)
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1}`)
    await playRound(stage, further)
  }
  if (parts.has("backtest")) {
    const load = (name: string) => measured(name, () => stage.load("hatchery", { users: buddies, seconds }))
    lines.push(trialLine(await tryBacktests({ ...stage.world, baseUrl: stage.baseUrl }, load, rounds)))
  }
  lines.push(...(await tryPlayers(stage, options.scratch)))
  if (parts.has("residents")) {
    next("many buddies are woken")
    lines.push(residentsLine(await wakeResidents(stage, Number(values.residents), seconds)))
  }
  const tables = [eventRows(measures), moreRows(measures)].filter((rows) => rows.length > 0)
  say(["", ...tables.map((rows) => `${table(rows)}\n`), ...lines].join("\n"))
  await judge(stage)
}

const deliveries = 12_000

/** A node of its own, on a database of its own, with a receiver that answers. */
const tryWebhooks = async (base: string, postmaster: number) => {
  next("webhooks are sent")
  const url = await createDatabase(base, "bench_webhooks")
  await benchWebhooks({ url, postmaster, deliveries, endpoints: [1, 50], rounds, say })
}

/** A database of its own. */
const fillDisk = async (base: string, postmaster: number) => {
  next("a disk is filled")
  const url = await createDatabase(base, "bench_disk")
  await benchDisk({ url, postmaster, events: Number(values.events), months: Number(values.months), say })
}

/** A database of its own, and a node. */
const readReports = async (base: string) => {
  next("reports are read")
  const url = await createDatabase(base, "bench_figures")
  await benchFigures({ url, events: Number(values.events), users: Number(values.users), say })
}

/** A database of its own; the events it is compared with were sent before. */
const tryShare = async (base: string, postmaster: number) => {
  next("figures are told and added up")
  const url = await createDatabase(base, "bench_share")
  const daily = values.daily.split(",").map(Number)
  const costs = await ingestCosts({ url, postmaster, buddies, daily, rounds, say })
  ingestCostLines(costs, measures["uniform hatchery"]!).forEach(say)
}

const ofTheirOwn = new Set(["webhooks", "disk", "figures"])

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
    const postmaster = Number(readFileSync(join(server.data, "postmaster.pid"), "utf8").split("\n")[0])
    const base = Redacted.value(server.url)
    yield* Effect.addFinalizer(() => Effect.sync(endServers))
    if ([...parts].some((part) => !ofTheirOwn.has(part)))
      yield* Effect.promise(() => run({ base, postmaster, scratch: made, buddies, plain: !values.alone }))
    yield* Effect.sync(endServers)
    if (parts.has("webhooks")) yield* Effect.promise(() => tryWebhooks(base, postmaster))
    if (parts.has("share")) yield* Effect.promise(() => tryShare(base, postmaster))
    if (parts.has("figures")) yield* Effect.promise(() => readReports(base))
    if (parts.has("disk")) yield* Effect.promise(() => fillDisk(base, postmaster))
  })
).pipe(Effect.ensuring(Effect.sync(() => told.end())))

NodeRuntime.runMain(main)
