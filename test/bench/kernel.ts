/**
 * What a commit costs Postgres and nobody else: `node test/bench/kernel.ts` decides events as the actors would, one per
 * buddy and flush, and commits them through the journal's own statement, with no HTTP, no pump and no clients beside.
 * Prints CPU time and WAL per event, those of the flush's own round trip included.
 *
 * `--events n`, `--flush n` (events in one), `--lanes n`, `--buddies n`, `--rounds n`; `--without ledger,deliveries`
 * leaves the rows of these kinds out, which tells what they cost.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { hash, randomBytes } from "node:crypto"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { ResidentState } from "../../src/buddy/actor/ResidentState.ts"
import { takeTurn } from "../../src/buddy/actor/Turn.ts"
import type { ChangeSet } from "../../src/buddy/journal/ChangeSet.ts"
import { commitParameters, commitText } from "../../src/buddy/journal/JournalParameters.ts"
import { signHead } from "../../src/buddy/journal/LedgerHead.ts"
import type { BuddyRequest, Pending } from "../../src/buddy/Protocol.ts"
import { Budgets } from "../../src/buddy/quota/Budgets.ts"
import { decide } from "../../src/engine/core/decide.ts"
import { initialState } from "../../src/engine/core/initialState.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import type { TenantFacts } from "../../src/platform/auth/Tenants.ts"
import * as EmbeddedPostgres from "../../src/platform/postgres/EmbeddedPostgres.ts"
import { RandomBytes, uuidAt } from "../../src/platform/postgres/Ids.ts"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { compilePatterns } from "../../src/platform/webhooks/Outbox.ts"
import { content } from "./content.ts"
import { cpuOfPostgres } from "./cpu.ts"
import { buddyId, seed, type World } from "./seed.ts"
import { freePort } from "./surroundings.ts"

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "40000" },
    flush: { type: "string", default: "32" },
    lanes: { type: "string", default: "2" },
    buddies: { type: "string", default: "10000" },
    rounds: { type: "string", default: "3" },
    without: { type: "string", default: "" }
  }
})
const [events, flushSize, lanes] = [Number(values.events), Number(values.flush), Number(values.lanes)]
const [buddies, rounds] = [Number(values.buddies), Number(values.rounds)]
const without = new Set(values.without.split(","))

const key = { key_id: "019aa000-0000-7000-8000-0000000000ff", material: randomBytes(32) }
const random = RandomBytes.defaultValue()
const nextId = (ms: number) => uuidAt(random, ms)
const snapshotOf = ({ config_version_id }: World) => compile(content, { config_version_id })

const factsOf = ({ customer_id, config_version_id, webhook_config_id }: World): TenantFacts => ({
  customer_id,
  name: "Bench",
  plan: "enterprise",
  timezone: "UTC",
  max_lateness_days: 7,
  audiences: [{ key: "default" }],
  disabled_capabilities: [],
  active_config_version_id: config_version_id,
  draw_secret: randomBytes(32),
  subscriptions: [{ webhook_config_id, matches: compilePatterns(["coins.earned", "token.earned"]) }],
  strict_event_types: new Map(),
  paths: new Map(),
  clocks: new Map(),
  loaded_at: Date.now()
})

const residentsOf = (world: World): ReadonlyArray<ResidentState> => {
  const now = Date.now()
  const snapshot = snapshotOf(world)
  const state_json = JSON.stringify(initialState(snapshot, { hatched_at: now, timezone: null }))
  return Array.from({ length: buddies }, (_, index) => ({
    user_id: `u${index}`,
    audience: "default",
    status: "active",
    version: 1,
    state_json,
    snapshot,
    heads: new Map(),
    isVouchedFor: true,
    paid: undefined,
    confirmed_at: now
  }))
}

/** As load.c sends it. */
const eventOf = (serial: number, now: number): BuddyRequest => {
  const event_id = `hatchery-1-${serial}`
  const user_id = `u${serial % buddies}`
  return {
    command_id: event_id,
    command: {
      _tag: "Event",
      event_id,
      type: "lesson.completed",
      occurred_at: now,
      properties: { score: 90, minutes: 12, lesson_id: `l${serial}` }
    },
    event: { user_id, audience: "default", payload_hash: hash("sha256", event_id), mode: "live" },
    webhooks: true
  }
}

const noBudgets = new Budgets({ read: () => Effect.succeed([]), now: Date.now, runFork: () => undefined })

/** Decides events, one of each buddy in turn. */
const makeSource = (world: World) => {
  const [facts, residents] = [factsOf(world), residentsOf(world)]
  let serial = 0
  const next = (): ChangeSet => {
    const index = serial % buddies
    const [core, now] = [residents[index]!, Date.now()]
    const request = eventOf(serial++, now)
    const turn = takeTurn(
      {
        owner: { customer_id: world.customer_id, buddy_id: buddyId(0, index) },
        core,
        facts,
        decide,
        sign: (owner, heads) => signHead(key, owner, heads),
        budgets: noBudgets,
        now,
        present: now,
        nextId,
        repinTo: undefined
      },
      [{ request } as Pending]
    )
    turn.apply(core)
    const change = turn.change!
    return { ...change, rows: change.rows.filter(({ kind }) => !without.has(kind)) }
  }
  return () => Array.from({ length: flushSize }, next)
}

const walOf = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ at: string }>`SELECT pg_current_wal_insert_lsn() - '0/0' AS at`, ([row]) => Number(row!.at))

const replay = Effect.fnUntraced(function* (take: () => ReadonlyArray<ChangeSet>, postmaster: number) {
  const sql = yield* SqlClient.SqlClient
  const flushes = Math.ceil(events / flushSize)
  yield* sql`CHECKPOINT`
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
  const bytes = ((yield* walOf(sql)) - wal) / committed
  process.stdout.write(`  ${us.toFixed(1)} us Postgres  ${bytes.toFixed(0)} bytes of WAL\n`)
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
      const take = makeSource(world)
      // The first round fills caches and plans, and is not to be believed.
      for (let round = 0; round <= rounds; round++) yield* replay(take, postmaster)
    }).pipe(Effect.provide(client))
  })
)

NodeRuntime.runMain(main)
