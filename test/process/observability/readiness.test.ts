/**
 * A node says that it is not ready when it makes no progress, names the reason, stays alive, and comes back by itself.
 * Real processes and real faults, in real time.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { freePort, type LocalNode } from "../../../src/cli/LocalCluster.ts"
import { blocked_ms_max } from "../../../src/platform/observability/Health.ts"
import { secretKey, seed } from "../../bench/seed.ts"
import { TcpProxy } from "../../faults/harness/TcpProxy.ts"
import { sleep, until } from "../../faults/harness/Wait.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { readScrape } from "../../kit/observability/Scrape.ts"
import { startNode } from "../../kit/process/Programs.ts"

interface Probe {
  readonly status: number
  readonly body: unknown
  readonly failing: ReadonlyArray<string>
}

type Address = Pick<LocalNode, "baseUrl">

/** Undefined: nobody listens. */
const probe = async ({ baseUrl }: Address, path = "/readyz"): Promise<Probe | undefined> => {
  const answer = await fetch(`${baseUrl}${path}`).catch(() => undefined)
  if (answer === undefined) return undefined
  const failing = (answer.headers.get("x-failing-checks") ?? "").split(", ").filter((name) => name !== "")
  return { status: answer.status, body: await answer.json(), failing }
}

const patience_seconds = 120

/** Asks until the answer is as wanted. */
const probeUntil = async (node: Address, what: string, wanted: (probe: Probe) => boolean) => {
  let found: Probe | undefined
  const isWanted = async () => {
    found = await probe(node)
    return found !== undefined && wanted(found)
  }
  await until(what, isWanted, patience_seconds)
  return found!
}

const isReady = ({ status }: Probe) => status === 200

/** A node whose way to the database can be obstructed. */
const stage = Effect.gen(function* () {
  const url = new URL(Redacted.value(yield* testDatabase))
  const world = yield* Effect.promise(() => seed(url.href, 4))
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => new TcpProxy({ target: Number(url.port) }).listen()),
    (proxy) => Effect.sync(() => proxy.close())
  )
  const through = new URL(url)
  through.port = String(proxy.port)
  const start = async (role: LocalNode["role"], port?: number) =>
    startNode({
      role,
      databaseUrl: through.href,
      port: port ?? (await freePort()),
      runnerPort: await freePort(),
      output: "ignore",
      env: { SECRET_KEY: secretKey }
    })
  const node = yield* Effect.acquireRelease(
    Effect.promise(() => start("all")),
    (node) => Effect.promise(() => node.kill("SIGKILL"))
  )
  return { node, start, proxy, url: url.href, world }
})

const isAlive = async (node: LocalNode) => {
  const [bare, live] = await Promise.all([probe(node, "/healthz"), probe(node, "/api/v1/health/live")])
  assert.deepStrictEqual([bare?.status, live?.status], [200, 200])
}

it.live("a database that is silent or refuses is noticed, and the node comes back when it does", () =>
  Effect.gen(function* () {
    const { node, proxy } = yield* stage
    yield* Effect.promise(async () => {
      for (const mode of ["stall", "refuse"] as const) {
        await probeUntil(node, "ready", isReady)
        proxy.treat(mode)
        const found = await probe(node)
        assert.deepStrictEqual([found!.status, found!.body], [503, { ready: false, db: false, redis: true }], mode)
        assert.deepStrictEqual(found!.failing, ["database"])
        await isAlive(node)
        const report = await probe(node, "/api/v1/health/ready")
        assert.strictEqual(report!.status, 503)
        assert.deepInclude((report!.body as { checks: object }).checks, { database: false, accepting: true })
        proxy.treat("pass")
      }
      const found = await probeUntil(node, "ready again", isReady)
      assert.deepStrictEqual(found.body, { ready: true, db: true, redis: true })
      assert.deepStrictEqual(found.failing, [])
    })
  }).pipe(Effect.scoped)
)

const scraped = async ({ baseUrl }: Address) => readScrape(await (await fetch(`${baseUrl}/metrics`)).text())

const stalledSeconds = async (node: Address) => (await scraped(node)).value("hatchery_journal_stalled_seconds")

/** Events of u0, the same however often one is sent. */
const sender = ({ baseUrl }: Address, key: string) => {
  const occurred_at = new Date().toISOString()
  return (event_id: string) =>
    fetch(`${baseUrl}/api/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        event_id,
        user_id: "u0",
        type: "lesson.completed",
        occurred_at,
        properties: { score: 90 }
      })
    })
}

it.live(
  "a lock that nobody lets go of shows in the journal after ten seconds, and is forgotten with the next commit",
  () =>
    Effect.gen(function* () {
      const { node, url, world } = yield* stage
      yield* Effect.promise(async () => {
        const holder = new Client({ connectionString: url })
        holder.on("error", () => undefined)
        await holder.connect()
        await holder.query("BEGIN")
        await holder.query("SELECT FROM buddies WHERE user_id = 'u0' FOR UPDATE")
        const send = sender(node, world.key)
        const first = send("first")
        // Alone it is given up in the moment in which it shows: while another one waits, there is time to look.
        await until("it shows", async () => (await stalledSeconds(node)) >= 2, patience_seconds)
        const second = send("second")
        const stuck = await probeUntil(node, "the journal does not advance", ({ status }) => status === 503)
        assert.deepStrictEqual(stuck.failing, ["journal"])
        assert.deepStrictEqual(stuck.body, { ready: false, db: true, redis: true })
        await isAlive(node)
        const metrics = await scraped(node)
        assert.isAtLeast(metrics.value("hatchery_journal_stalled_seconds"), 10)
        assert.strictEqual(metrics.value("hatchery_ready", { check: "journal" }), 0)
        assert.strictEqual(metrics.value("hatchery_ready", { check: "database" }), 1)
        assert.isAtLeast(metrics.value("hatchery_mailbox_depth", { over: "sum" }), 1)
        assert.strictEqual((await first).status, 503)
        await holder.query("ROLLBACK")
        await probeUntil(node, "ready again", isReady)
        await second
        // Given up or written after all, whoever asks once more gets each of them once.
        for (const event_id of ["first", "second"]) assert.strictEqual((await send(event_id)).status, 200)
        const { rows } = await holder.query("SELECT count(*)::int AS events FROM events WHERE user_id = 'u0'")
        assert.deepStrictEqual(rows, [{ events: 2 }])
        await holder.end()
      })
    }).pipe(Effect.scoped)
)

/** Takes every advisory lock that is held now as soon as it is let go. */
const takeOver = async (url: string, whenWaiting: () => Promise<unknown>) => {
  const holder = new Client({ connectionString: url })
  holder.on("error", () => undefined)
  await holder.connect()
  const { rows } = await holder.query<{ readonly high: string; readonly low: string; readonly parts: number }>(
    `SELECT classid::bigint AS high, objid::bigint AS low, objsubid AS parts FROM pg_locks
     WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  )
  // Postgres shows the halves of a key without their sign.
  const keyOf = ({ high, low, parts }: (typeof rows)[number]) =>
    parts === 1
      ? String(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)))
      : `${Number(high) | 0}, ${Number(low) | 0}`
  const taken = holder.query(rows.map((row) => `SELECT pg_advisory_lock(${keyOf(row)})`).join("; "))
  await whenWaiting()
  await taken
  return { holder, locks: rows.length }
}

it.live("a runner that gets no shard is not ready, and is as soon as it has some", () =>
  Effect.gen(function* () {
    const { node, start, url } = yield* stage
    yield* Effect.promise(async () => {
      await probeUntil(node, "ready", isReady)
      const shards = async (of: Address) => (await scraped(of)).value("effect_cluster_shards")
      assert.strictEqual(await shards(node), 300)
      const { holder, locks } = await takeOver(url, () => node.kill("SIGKILL"))
      assert.isAtLeast(locks, 300)
      // It is not ready before it has shards, so it is watched from its first answer on.
      const port = await freePort()
      const starting = start("runner", port)
      const at = { baseUrl: `http://127.0.0.1:${port}` }
      const lacking = await probeUntil(at, "it has no shards", ({ failing }) => failing.includes("shards"))
      assert.deepStrictEqual(lacking.failing, ["shards"])
      assert.deepStrictEqual(lacking.body, { ready: false, db: true, redis: true })
      assert.strictEqual(await shards(at), 0)
      assert.strictEqual((await probe(at, "/healthz"))?.status, 200)
      // It looks for shards all the time meanwhile, and finds that they are taken.
      for (let look = 0; look < 20; look++) assert.deepStrictEqual((await probe(at))?.failing, ["shards"])
      await holder.end()
      const successor = await starting
      assert.isAbove(await shards(successor), 0)
      await successor.kill("SIGKILL")
    })
  }).pipe(Effect.scoped)
)

it.live("a process that was frozen says so when it thaws, and one that is told to stop says no before it closes", () =>
  Effect.gen(function* () {
    const { node } = yield* stage
    yield* Effect.promise(async () => {
      await probeUntil(node, "ready", isReady)
      node.signal("SIGSTOP")
      // The process is to have lost this much of its own time, which no condition outside can show.
      await sleep(blocked_ms_max + 1_000)
      node.signal("SIGCONT")
      const thawed = await probeUntil(node, "it was blocked", ({ status }) => status === 503)
      assert.include(thawed.failing, "event_loop")
      const again = await probeUntil(node, "ready again", isReady)
      assert.deepStrictEqual(again.failing, [])

      node.signal("SIGTERM")
      const draining = await probeUntil(node, "it is draining", ({ status }) => status === 503)
      assert.deepStrictEqual(draining.failing, ["accepting"])
      assert.strictEqual(await node.exited, 0)
    })
  }).pipe(Effect.scoped)
)
