/** Faults of whole processes: killed, frozen, told to go, added. */
import { type CommitHooks, isJournal } from "../harness/PgProxy.ts"
import type { Scenario } from "../harness/Scenario.ts"
import { sleep, until } from "../harness/Wait.ts"
import { recovered, type World } from "../harness/World.ts"

/** The promises of the service for one buddy, and for one operation of a runner that was killed, in ms. */
const promise = { crash: 12_000, farewell: 1_000, freeze: 20_000, joining: 2_000, job: 15_000 } as const
/** By then somebody has noticed. */
const notice_ms = 3_000
const settle_ms = 1_500

export const kill: Scenario = {
  name: "runner-kill",
  title: "a runner is killed at a random moment, three times",
  takesApiNodes: false,
  first_success_max_ms: promise.crash,
  run: async (world) => {
    const { random, runners, timeline } = world
    for (let round = 0; round < 3; round++) {
      await sleep(random.between(0, 700))
      const node = random.pick(runners())
      await timeline.busy()
      timeline.strikeAndMark(`SIGKILL to ${node.name}`)
      await node.end("SIGKILL")
      await recovered(world, notice_ms)
      await node.start()
      timeline.say(`${node.name} is back`)
      await sleep(settle_ms)
    }
  }
}

/** Drawn one after the other, so that some are begun and some are not when their runner goes. */
const hatches = 24

export const killHatching: Scenario = {
  name: "kill-hatching",
  title: "a runner is killed in the middle of hatches, each of them once",
  takesApiNodes: false,
  first_success_max_ms: promise.crash,
  job_max_ms: promise.job,
  run: async (world) => {
    const { load, random, timeline } = world
    // Each of them, since one looks after the others and its own death is noticed in another way.
    for (const node of world.runners()) {
      load.burst("hatch", hatches)
      await until("hatches are under way", async () => (await openJobs(world)).length > hatches / 4, 120)
      await sleep(random.between(0, 300))
      const begun = await openJobs(world)
      timeline.hit(begun.length, "operations are under way")
      timeline.strikeAndMark(`SIGKILL to ${node.name}`)
      await node.end("SIGKILL")
      await recovered(world, notice_ms)
      await until("they have ended", async () => !(await openJobs(world)).some((id) => begun.includes(id)), 180)
      await node.start()
      timeline.say(`${node.name} is back`)
      await sleep(settle_ms)
    }
  }
}

const openJobs = async ({ postgres, tenants }: World): Promise<ReadonlyArray<string>> => {
  const found = await postgres.query<{ operation_id: string }>(
    `SELECT operation_id FROM operations
     WHERE customer_id = ANY($1::uuid[]) AND status IN ('pending', 'processing')`,
    [tenants.map(({ customer_id }) => customer_id)]
  )
  return found.map(({ operation_id }) => operation_id)
}

/** Kills a runner at a moment of its next commit. */
const killAtCommit = async (world: World, moment: keyof CommitHooks, words: string) => {
  const node = world.random.pick(world.runners())
  let struck = false
  const { hooks } = node.postgres
  const strike = async (statement: string) => {
    if (!isJournal(statement)) return "pass" as const
    hooks[moment] = undefined
    world.timeline.strikeAndMark(`SIGKILL to ${node.name} ${words}`)
    struck = true
    await node.end("SIGKILL")
    return "cut" as const
  }
  hooks[moment] = strike
  await until(`${node.name} commits`, () => struck, 120)
  await recovered(world, notice_ms)
  await node.start()
  await sleep(settle_ms)
}

export const killBeforeCommit: Scenario = {
  name: "kill-before-commit",
  title: "a runner is killed while its commit is on the way to Postgres",
  takesApiNodes: false,
  first_success_max_ms: promise.crash,
  run: (world) => killAtCommit(world, "beforeCommit", "before its commit arrives")
}

export const killAfterCommit: Scenario = {
  name: "kill-after-commit",
  title: "a runner is killed after Postgres has committed, before it hears of it",
  takesApiNodes: false,
  first_success_max_ms: promise.crash,
  run: (world) => killAtCommit(world, "afterCommit", "after its commit, before the answer")
}

export const freeze: Scenario = {
  name: "runner-freeze",
  title: "a runner is frozen for 30 s and wakes as a zombie owner",
  takesApiNodes: false,
  first_success_max_ms: promise.freeze,
  run: async ({ random, runners, timeline }) => {
    const node = random.pick(runners())
    await timeline.busy()
    timeline.strikeAndMark(`SIGSTOP to ${node.name}`)
    node.signal("SIGSTOP")
    await sleep(30_000)
    node.signal("SIGCONT")
    timeline.say(`SIGCONT to ${node.name}`)
    await sleep(4_000)
  }
}

export const deploy: Scenario = {
  name: "rolling-deploy",
  title: "every node is told to go and replaced, one after the other",
  takesApiNodes: true,
  first_success_max_ms: promise.farewell,
  run: async ({ cluster, timeline }) => {
    for (const node of cluster.nodes) {
      await timeline.busy()
      timeline.strikeAndMark(`SIGTERM to ${node.name}`)
      await node.end("SIGTERM")
      timeline.say(`${node.name} has gone`)
      await node.start()
      timeline.say(`${node.name} is back`)
      await sleep(500)
    }
  }
}

/** Shards by the session that holds them. */
const shardsBySession = async ({ postgres }: World) => {
  const rows = await postgres.query<{ pid: number; shards: number }>(
    "SELECT pid, count(*)::int AS shards FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 GROUP BY pid"
  )
  return new Map(rows.map(({ pid, shards }) => [pid, shards]))
}

export const grow: Scenario = {
  name: "runner-joins",
  title: "a runner joins under load, and leaves again",
  takesApiNodes: false,
  // Workflows of a shard that moves get a second to come to a stop.
  first_success_max_ms: promise.joining,
  run: async (world) => {
    const { cluster, timeline } = world
    const before = await shardsBySession(world)
    const node = await cluster.add("runner")
    timeline.strikeAndMark(`${node.name} is started`)
    await node.start()
    timeline.say(`${node.name} is ready`)
    await recovered(world, 5_000)
    const moved = [...(await shardsBySession(world))].filter(([pid]) => !before.has(pid))
    timeline.hit(
      moved.reduce((sum, [, shards]) => sum + shards, 0),
      `shards moved to ${node.name}`
    )
    await timeline.busy()
    timeline.strikeAndMark(`SIGTERM to ${node.name}`)
    await node.end("SIGTERM")
    timeline.say(`${node.name} has gone`)
    cluster.forget(node)
    await recovered(world, 2_000)
  }
}

export const blackout: Scenario = {
  name: "cluster-blackout",
  title: "every node is killed in the middle of hatches, and started again",
  takesApiNodes: true,
  first_success_max_ms: promise.crash,
  run: async (world) => {
    const { cluster, load, timeline } = world
    load.burst("hatch", 12)
    // The first of them are being drawn by now, the last not even begun.
    await sleep(250)
    timeline.strike("SIGKILL to every node")
    await Promise.all(cluster.nodes.map((node) => node.end("SIGKILL")))
    await sleep(3_000)
    await Promise.all(cluster.nodes.map((node) => node.start()))
    timeline.lift("every node is back")
    await recovered(world, notice_ms)
  }
}
