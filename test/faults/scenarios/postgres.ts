/** Faults of the database server, and of the way to it. */
import type { Finding } from "../harness/Judge.ts"
import type { Scenario } from "../harness/Scenario.ts"
import { sleep, until } from "../harness/Wait.ts"
import { recovered, type World } from "../harness/World.ts"

/** Counted from the moment Postgres can be reached again, in ms. */
const promise_ms = 5_000
/** A runner looks at its locks every 3 s: only then it knows that they are gone. */
const notice_ms = 4_000

const comeBack = (name: string, title: string, how: "restart" | "crash", rounds: number): Scenario => ({
  name,
  title,
  takesApiNodes: false,
  first_success_max_ms: promise_ms,
  run: async (world) => {
    const { postgres, random, timeline } = world
    for (let round = 0; round < rounds; round++) {
      await sleep(random.between(0, 500))
      await timeline.busy()
      timeline.strike(how === "crash" ? "kill -9 of the postmaster" : "fast restart of Postgres")
      await postgres[how]()
      timeline.lift("Postgres accepts connections")
      await recovered(world, notice_ms)
    }
  }
})

export const restart = comeBack("postgres-restart", "Postgres is restarted, twice", "restart", 2)
export const crash = comeBack("postgres-crash", "the postmaster is killed, and replays its log", "crash", 1)

/** Ends sessions of the service; answers how many. */
const terminate = async ({ postgres }: World, which: string) => {
  const ended = await postgres.query(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT DISTINCT a.pid FROM pg_stat_activity a LEFT JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'advisory'
       WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND ${which}) AS victims`
  )
  return ended.length
}

export const backends: Scenario = {
  name: "session-kill",
  title: "single sessions are ended: those of a journal, then the one that holds a runner's shards",
  takesApiNodes: false,
  first_success_max_ms: promise_ms,
  run: async (world) => {
    const { timeline } = world
    let ended = 0
    for (let round = 0; round < 5; round++) {
      await timeline.busy()
      timeline.strikeAndMark("the sessions of the journals are ended")
      ended += await terminate(world, "a.application_name LIKE 'hatchery-journal%'")
      await sleep(600)
    }
    timeline.strikeAndMark("a session that holds shards is ended")
    ended += await terminate(
      world,
      "a.pid = (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 ORDER BY pid LIMIT 1)"
    )
    await recovered(world, notice_ms)
    return ended > 5 ? [] : [{ fault: "unfinished", op: "-", words: `only ${ended} sessions were found to end` }]
  }
}

/** What the probes of a node say while the database is away: alive, and not ready. */
const judgeProbes = async (world: World): Promise<ReadonlyArray<Finding>> => {
  const [node] = world.cluster.of("api")
  const status = (path: string) =>
    fetch(`${node!.baseUrl}${path}`, { signal: AbortSignal.timeout(4_000) }).then(
      (answer) => answer.status,
      () => 0
    )
  const notReady = await until("readiness says no", async () => (await status("/readyz")) === 503, 5).then(
    () => [],
    (error) => [{ fault: "bad_status", op: "/readyz", words: String(error) } as const]
  )
  const alive = await status("/healthz")
  return alive === 200 ? notReady : [...notReady, { fault: "bad_status", op: "/healthz", words: `answered ${alive}` }]
}

export const unreachable: Scenario = {
  name: "postgres-unreachable",
  title: "Postgres is out of reach for 20 s: first silent, then refusing",
  takesApiNodes: false,
  first_success_max_ms: promise_ms,
  run: async (world) => {
    const { cluster, timeline } = world
    timeline.strike("Postgres falls silent")
    for (const node of cluster.nodes) node.postgres.treat("stall")
    const findings = await judgeProbes(world)
    await sleep(7_000)
    timeline.strike("Postgres refuses connections")
    for (const node of cluster.nodes) node.postgres.treat("refuse")
    await sleep(10_000)
    for (const node of cluster.nodes) node.postgres.treat("pass")
    timeline.lift("Postgres is back")
    await recovered(world, notice_ms)
    return findings
  }
}

const lost_share = 0.05

export const lostReplies: Scenario = {
  name: "lost-replies",
  title: "one commit in twenty is done, and its answer lost",
  takesApiNodes: false,
  first_success_max_ms: promise_ms,
  run: async ({ cluster, random, timeline }) => {
    let lost = 0
    timeline.strikeAndMark("answers of commits begin to disappear")
    for (const { postgres } of cluster.nodes) {
      postgres.hooks.afterCommit = () => {
        if (random.next() > lost_share) return "pass"
        lost++
        return "cut"
      }
    }
    await sleep(15_000)
    for (const { postgres } of cluster.nodes) postgres.hooks.afterCommit = undefined
    timeline.hit(lost, "answers were lost")
    return lost >= 10 ? [] : [{ fault: "unfinished", op: "-", words: `only ${lost} answers were lost` }]
  }
}
