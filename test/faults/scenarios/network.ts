/** Networks that are torn in one place and whole in others. */
import type { Scenario } from "../harness/Scenario.ts"
import { sleep } from "../harness/Wait.ts"
import type { World } from "../harness/World.ts"

/** Until new requests are served, in ms: a lease runs out, and others take over. */
const promise_ms = 20_000

const stalled = (cluster: World["cluster"]) => cluster.of("runner").reduce((sum, node) => sum + node.callers.struck, 0)

export const partition: Scenario = {
  name: "runner-partition",
  title: "one runner and the others cannot hear each other for 15 s; clients and Postgres reach all of them",
  takesApiNodes: false,
  first_success_max_ms: promise_ms,
  run: async ({ cluster, random, runners, timeline }) => {
    const alone = random.pick(runners())
    const before = stalled(cluster)
    timeline.strikeAndMark(`${alone.name} and the other runners lose each other`)
    for (const node of cluster.of("runner")) {
      node.callers.treat((source) => {
        const isRunner = source !== undefined && source.startsWith("runner")
        return isRunner && (node === alone || source === alone.name) ? "stall" : "pass"
      })
    }
    await sleep(15_000)
    timeline.hit(stalled(cluster) - before, "connections between runners were stalled")
    for (const node of cluster.of("runner")) node.callers.treat("pass")
    timeline.say("the runners hear each other again")
    await sleep(5_000)
  }
}

export const oneSided: Scenario = {
  name: "runner-without-postgres",
  title: "one runner cannot reach Postgres for 20 s, while everybody reaches the runner",
  takesApiNodes: false,
  first_success_max_ms: promise_ms,
  run: async ({ random, runners, timeline }) => {
    const node = random.pick(runners())
    timeline.strikeAndMark(`${node.name} loses Postgres`)
    node.postgres.treat("stall")
    await sleep(20_000)
    node.postgres.treat("pass")
    timeline.say(`${node.name} reaches Postgres again`)
    await sleep(5_000)
  }
}
