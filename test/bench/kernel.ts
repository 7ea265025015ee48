/**
 * What a commit costs Postgres and nobody else: `node test/bench/kernel.ts` decides events as the actors would, one per
 * buddy and flush, and commits them through the journal's own statement, with no HTTP, no pump and no clients beside.
 * Prints CPU time and WAL per event, those of the flush's own round trip included,
 * and the CPU time of deciding it and putting it into parameters; at the end, of tables whose rows change, how many
 * changes left the indexes alone.
 *
 * `--events n`, `--flush n` (events in one), `--lanes n`, `--buddies n`, `--rounds n`; `--without ledger,deliveries`
 * leaves the rows of these kinds out, which tells what they cost; `--campaigns` lets everything there is count them.
 * `--figures` plays each round once more without what changes tell the figures, adds up what the others told, and
 * prints both as a share of the whole: every round is a day of its own, on which each buddy has so many events as there
 * are events for a buddy, and a user's day is named once as nodes do.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { ChangeSet } from "../../src/buddy/journal/ChangeSet.ts"
import { commitParameters, commitText } from "../../src/buddy/journal/JournalParameters.ts"
import { NamedUserDays } from "../../src/buddy/journal/NamedUserDays.ts"
import { FoldStore } from "../../src/features/insight/analytics/Store/Fold.ts"
import * as EmbeddedPostgres from "../../src/platform/postgres/EmbeddedPostgres.ts"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { cpuOfPostgres } from "./cpu.ts"
import { decisionsOf } from "./decided.ts"
import { everything, openSubjects } from "./live.ts"
import { seed, type World } from "./seed.ts"
import { freePort } from "./surroundings.ts"

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "40000" },
    flush: { type: "string", default: "32" },
    lanes: { type: "string", default: "2" },
    buddies: { type: "string", default: "10000" },
    rounds: { type: "string", default: "3" },
    without: { type: "string", default: "" },
    campaigns: { type: "boolean", default: false },
    figures: { type: "boolean", default: false }
  }
})
const [events, flushSize, lanes] = [Number(values.events), Number(values.flush), Number(values.lanes)]
const [buddies, rounds] = [Number(values.buddies), Number(values.rounds)]
const without = new Set(values.without.split(","))

const day_ms = 86_400_000

/** Flushes of decided events; whom a day has named already it does not name again, as in the journal. */
const makeSource = (world: World) => {
  let days = 0
  const now = () => Date.now() + days * day_ms
  const decide = decisionsOf(world, buddies, undefined, values.campaigns ? everything() : undefined, now)
  return (tellsFigures: boolean) => {
    if (values.figures) days++
    const named = new NamedUserDays()
    const next = (): ChangeSet => {
      const { delta, ...change } = named.without(decide())!
      if (delta !== null) named.remember(change.customer_id, delta.u)
      const rows = change.rows.filter(({ kind }) => !without.has(kind))
      return { ...change, rows, delta: tellsFigures ? delta : null }
    }
    return () => Array.from({ length: flushSize }, next)
  }
}

const walOf = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ at: string }>`SELECT pg_current_wal_insert_lsn() - '0/0' AS at`, ([row]) => Number(row!.at))

const replay = Effect.fnUntraced(function* (take: () => ReadonlyArray<ChangeSet>, postmaster: number) {
  const sql = yield* SqlClient.SqlClient
  const flushes = Math.ceil(events / flushSize)
  yield* sql`CHECKPOINT`
  const spent = process.cpuUsage()
  const [wal, cpu] = [yield* walOf(sql), cpuOfPostgres(postmaster)]
  const lane = (slot: number) =>
    Effect.forEach(
      Array.from({ length: Math.ceil(flushes / lanes) }),
      () => Effect.suspend(() => sql.unsafe(commitText, commitParameters(take(), slot))),
      { discard: true }
    )
  yield* Effect.forEach(
    Array.from({ length: lanes }, (_, slot) => slot),
    lane,
    { concurrency: lanes, discard: true }
  )
  const committed = Math.ceil(flushes / lanes) * lanes * flushSize
  const us = ((cpuOfPostgres(postmaster) - cpu) * 1e6) / committed
  const own = process.cpuUsage(spent)
  const decided = (own.user + own.system) / committed
  const bytes = ((yield* walOf(sql)) - wal) / committed
  process.stdout.write(
    `  ${us.toFixed(1)} us Postgres  ${decided.toFixed(1)} us here  ${bytes.toFixed(0)} bytes of WAL\n`
  )
  return { us, committed }
})

/** What the fold takes for what the round before has told: of Postgres, and of this process, for an event. */
const folded = Effect.fnUntraced(function* (committed: number, postmaster: number) {
  const { fold } = yield* FoldStore
  const cpu = cpuOfPostgres(postmaster)
  const spent = process.cpuUsage()
  yield* Effect.repeat(fold(), { while: (isMore) => isMore })
  const { system, user } = process.cpuUsage(spent)
  return { us: ((cpuOfPostgres(postmaster) - cpu) * 1e6) / committed, here: (user + system) / committed }
})

const median = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[all.length >> 1]!

interface Figured {
  readonly bare: number
  readonly commit: number
  readonly fold: number
  readonly here: number
}

const toldOf = ({ bare, commit, fold, here }: Figured): string => {
  const share = (us: number) => `${us.toFixed(1)} us (${((us / bare) * 100).toFixed(1)} %)`
  const toFold = `${share(fold)} and ${here.toFixed(1)} us here to add up`
  return `${share(commit)} of a commit of ${bare.toFixed(1)} us, ${toFold}`
}

/** In turn which comes first: tables grow meanwhile. */
const playFigures = Effect.fnUntraced(function* (
  source: ReturnType<typeof makeSource>,
  postmaster: number,
  round: number
) {
  const play = (tells: boolean) => Effect.suspend(() => replay(source(tells), postmaster))
  const first = round % 2 === 0 ? undefined : yield* play(false)
  const told = yield* play(true)
  const { here, us: fold } = yield* folded(told.committed, postmaster)
  const { us: bare } = first ?? (yield* play(false))
  const figured: Figured = { bare, commit: told.us - bare, fold, here }
  process.stdout.write(`  figures: ${toldOf(figured)}\n`)
  return figured
})

/** The first round fills caches and plans, and is not to be believed. */
const playRounds = Effect.fnUntraced(function* (source: ReturnType<typeof makeSource>, postmaster: number) {
  const all: Array<Figured> = []
  for (let round = 0; round <= rounds; round++) {
    if (values.figures) all.push(yield* playFigures(source, postmaster, round))
    else yield* replay(source(true), postmaster)
  }
  if (all.length < 2) return
  const of = (name: keyof Figured) => median(all.slice(1).map((one) => one[name]))
  process.stdout.write(
    `median: ${toldOf({ bare: of("bare"), commit: of("commit"), fold: of("fold"), here: of("here") })}\n`
  )
})

/** Of tables whose rows change: how many changes found room beside the row, and so left all indexes as they were. */
const sayHot = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT pg_stat_force_next_flush()`
  const changed = yield* sql<{ table: string; updates: number; hot: number }>`
    SELECT relname AS table, n_tup_upd::float8 AS updates, n_tup_hot_upd::float8 / n_tup_upd AS hot
    FROM pg_stat_user_tables WHERE n_tup_upd >= 1000 ORDER BY 2 DESC`
  for (const { hot, table, updates } of changed) {
    process.stdout.write(`  ${table}: ${updates} rows changed, ${(hot * 100).toFixed(1)} % beside themselves\n`)
  }
})

const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const made = mkdtempSync(join(tmpdir(), "hatchery-kernel-"))
    // root's Postgres runs as another user, who must be able to enter
    chmodSync(made, 0o755)
    return made
  }),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
)

const main = Effect.scoped(
  Effect.gen(function* () {
    const dataDir = join(yield* folder, "data")
    const server = yield* EmbeddedPostgres.acquire({ dataDir, port: yield* Effect.promise(freePort) })
    const postmaster = Number(readFileSync(join(server.data, "postmaster.pid"), "utf8").split("\n")[0])
    const client = postgresClient({ url: server.url, maxConnections: lanes, applicationName: "bench" })
    yield* Effect.gen(function* () {
      yield* Migrations.run()
      const world = yield* Effect.promise(() => seed(Redacted.value(server.url), buddies))
      if (values.campaigns) yield* Effect.promise(() => openSubjects(Redacted.value(server.url), world))
      const source = makeSource(world)
      yield* playRounds(source, postmaster)
      yield* sayHot
    }).pipe(Effect.provide(Layer.provideMerge(FoldStore.layer, client)))
  })
)

NodeRuntime.runMain(main)
