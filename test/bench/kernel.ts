/**
 * What a commit costs Postgres and nobody else: `node test/bench/kernel.ts` decides events as the actors would, one per
 * buddy and flush, and commits them through the journal's own statement, with no HTTP, no pump and no clients beside.
 * Prints CPU time and WAL per event, those of the flush's own round trip included,
 * and the CPU time of deciding it and putting it into parameters; at the end, of tables whose rows change, how many
 * changes left the indexes alone.
 *
 * `--events n`, `--flush n` (events in one), `--lanes n`, `--buddies n`, `--rounds n`; `--without ledger,deliveries`
 * leaves the rows of these kinds out, which tells what they cost; `--campaigns` lets everything there is count them.
 * `--figures` tells which share of the path of an event the figures take, with as many events of a user and day as
 * `--daily 4,20` says, one after the other: share.ts.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { ChangeSet } from "../../src/buddy/journal/ChangeSet.ts"
import { NamedUserDays } from "../../src/buddy/journal/NamedUserDays.ts"
import { FoldStore } from "../../src/features/insight/analytics/Store/Fold.ts"
import * as EmbeddedPostgres from "../../src/platform/postgres/EmbeddedPostgres.ts"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { decisionsOf } from "./decided.ts"
import { everything, openSubjects } from "./live.ts"
import { flushing, spending } from "./replaying.ts"
import { seed, type World } from "./seed.ts"
import { playShares } from "./share.ts"
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
    figures: { type: "boolean", default: false },
    daily: { type: "string", default: "4,20" }
  }
})
const [events, flushSize, lanes] = [Number(values.events), Number(values.flush), Number(values.lanes)]
const [buddies, rounds] = [Number(values.buddies), Number(values.rounds)]
const without = new Set(values.without.split(","))
const daily = values.daily.split(",").map(Number)
const campaigns = values.campaigns ? everything() : undefined
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Flushes of decided events; whom the journal has named already it does not name again. */
const makeSource = (world: World) => {
  const decide = decisionsOf(world, buddies, campaigns === undefined ? {} : { campaigns })
  const named = new NamedUserDays()
  const next = (): ChangeSet => {
    const { delta, ...change } = named.without(decide())!
    if (delta !== null) named.remember(change.customer_id, delta.u)
    return { ...change, delta, rows: change.rows.filter(({ kind }) => !without.has(kind)) }
  }
  return () => Array.from({ length: flushSize }, next)
}

const playRound = Effect.fnUntraced(function* (take: () => ReadonlyArray<ChangeSet>, postmaster: number) {
  const sql = yield* SqlClient.SqlClient
  const flushes = Math.ceil(events / flushSize)
  yield* sql`CHECKPOINT`
  const { here_us, postgres_us, wal_bytes } = yield* spending(postmaster, flushing(take, { flushes, lanes }))
  const [postgres, here, wal] = [postgres_us, here_us, wal_bytes].map((all) => all / (flushes * flushSize))
  say(`  ${postgres!.toFixed(1)} us Postgres  ${here!.toFixed(1)} us here  ${wal!.toFixed(0)} bytes of WAL`)
})

/** The first round fills caches and plans, and is not to be believed. */
const playRounds = Effect.fnUntraced(function* (world: World, postmaster: number) {
  if (values.figures) {
    const rest = { world, campaigns, buddies, events, rounds, lanes, postmaster, say }
    yield* playShares({ ...rest, daily, flush: flushSize })
    return
  }
  const source = makeSource(world)
  for (let round = 0; round <= rounds; round++) yield* playRound(source, postmaster)
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
      const seeded = values.figures ? 2 * buddies : buddies
      const world = yield* Effect.promise(() => seed(Redacted.value(server.url), seeded))
      if (values.campaigns) yield* Effect.promise(() => openSubjects(Redacted.value(server.url), world))
      yield* playRounds(world, postmaster)
      yield* sayHot
    }).pipe(Effect.provide(Layer.provideMerge(FoldStore.layer, client)))
  })
)

NodeRuntime.runMain(main)
