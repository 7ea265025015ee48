/** A tenant that rages with whatever costs most, and what its neighbours feel of it. */
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

/** In a batch; they were all there before. */
const repeats = 50

/**
 * In equal parts: purchases nobody can pay, each under a key of its own; one keyed request, repeated; checks of a whole
 * ledger; and batches of events that were sent before.
 */
const callOf = ({ buddy_id, key, user_id }: Player, wave: string, index: number): Call => {
  const buddy = `/buddies/${buddy_id}`
  const post = { method: "POST", key } as const
  switch (index % 4) {
    case 0:
      return { ...post, path: `${buddy}/coins/spend`, idempotency_key: `${wave}-${index}`, body: { amount: 1e9 } }
    case 1:
      return { ...post, path: `${buddy}/coins`, idempotency_key: wave, body: { amount: 1 } }
    case 2:
      return { method: "GET", key, path: `/economy${buddy}/ledger/verify` }
    default: {
      const event = {
        user_id,
        type: "lesson.completed",
        occurred_at: new Date().toISOString().slice(0, 10) + "T00:00:00Z"
      }
      const events = Array.from({ length: repeats }, (_, number) => ({ ...event, event_id: `noise-${number}` }))
      return { ...post, path: "/events/batch", body: { events } }
    }
  }
}

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
  title:
    `${waves} times ${parallel} requests of one tenant at once (keyed changes, ledgers checked, batches repeated), ` +
    "while others read",
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
