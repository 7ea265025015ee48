/** A tenant that rages with requests under Idempotency-Keys, and what its neighbours feel of it. */
import type { Attempted, Call } from "../harness/Http.ts"
import type { Finding } from "../harness/Judge.ts"
import type { Scenario } from "../harness/Scenario.ts"
import { makeTenant, type Player } from "../harness/Tenants.ts"
import { sleep } from "../harness/Wait.ts"
import type { World } from "../harness/World.ts"

const parallel = 50
const waves = 10
/** Of the neighbours' reads, at the 95th percentile, in ms. */
const promise_ms = 500

/** Half of a wave are purchases nobody can pay, each under a key of its own; the rest is one request, repeated. */
const callOf = ({ buddy_id, key }: Player, wave: string, index: number): Call =>
  index % 2 === 0
    ? {
        method: "POST",
        path: `/buddies/${buddy_id}/coins/spend`,
        key,
        idempotency_key: `${wave}-${index}`,
        body: { amount: 1_000_000_000 }
      }
    : { method: "POST", path: `/buddies/${buddy_id}/coins`, key, idempotency_key: wave, body: { amount: 1 } }

const isFine = (answer: Attempted) =>
  answer._tag === "Answer" &&
  ([200, 402].includes(answer.status) || ([429, 503].includes(answer.status) && answer.retry_after !== undefined))

const rage = async ({ cluster, http }: World, player: Player, id: string): Promise<ReadonlyArray<Finding>> => {
  const nodes = cluster.of("api")
  const findings: Array<Finding> = []
  for (let wave = 0; wave < waves; wave++) {
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        http.attempt(nodes[index % nodes.length]!.baseUrl, callOf(player, `${id}-${wave}`, index))
      )
    )
    for (const answer of answers) {
      if (isFine(answer)) continue
      findings.push({ fault: "bad_status", op: `${id}-${wave}`, words: JSON.stringify(answer) })
    }
  }
  return findings
}

/** One read after the other until it is told to stop; ms of each. */
const reading = async ({ cluster, http }: World, { buddy_id, key }: Player, goesOn: () => boolean) => {
  const nodes = cluster.of("api")
  const took: Array<number> = []
  const findings: Array<Finding> = []
  while (goesOn()) {
    const path = took.length % 2 === 0 ? `/buddies/${buddy_id}` : `/buddies/${buddy_id}/streaks`
    const began = performance.now()
    const answer = await http.attempt(nodes[took.length % nodes.length]!.baseUrl, { method: "GET", path, key })
    took.push(performance.now() - began)
    if (answer._tag !== "Answer" || answer.status !== 200)
      findings.push({ fault: "bad_status", op: path, words: JSON.stringify(answer) })
    await sleep(10)
  }
  return { took, findings }
}

const p95 = (took: ReadonlyArray<number>) => took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0

export const noisyNeighbour: Scenario = {
  name: "noisy-neighbour",
  title: `${waves} times ${parallel} keyed requests of one tenant at once, while others read`,
  takesApiNodes: false,
  first_success_max_ms: undefined,
  run: async (world) => {
    const id = `noise-${Date.now().toString(36)}`
    const { players } = await makeTenant(world.postgres, id, 1)
    let rages = true
    world.timeline.strikeAndMark(`a tenant rages`)
    world.timeline.hits += waves * parallel
    const neighbour = reading(world, world.random.pick(world.tenants).players[0]!, () => rages)
    const own = await rage(world, players[0]!, id).finally(() => {
      rages = false
    })
    const { findings, took } = await neighbour
    const reached_ms = Math.round(p95(took))
    world.timeline.figure(`p95 of ${took.length} reads: ${reached_ms} ms`)
    const slow: ReadonlyArray<Finding> =
      reached_ms < promise_ms ? [] : [{ fault: "slow", op: id, words: `p95 of reads ${reached_ms} ms` }]
    return [...own, ...findings, ...slow]
  }
}
