/** Webhook receivers that misbehave. Their tenants wait; nobody else does. */
import type { Finding } from "../harness/Judge.ts"
import type { Scenario } from "../harness/Scenario.ts"
import { sleep } from "../harness/Wait.ts"
import type { World } from "../harness/World.ts"

/** From commit to receiver, 95 of 100, in ms. */
const promise_ms = 2_000
const seconds = 12

const pathOf = ({ receiver }: World, customer_id: string) => receiver.pathOf(customer_id)

/** How late the deliveries of a tenant arrived, in ms, smallest first. */
const latencies = async (world: World, customer_id: string, since: number) => {
  const rows = await world.postgres.query<{ delivery_id: string; created_at: Date }>(
    "SELECT delivery_id, created_at FROM webhook_deliveries_all WHERE customer_id = $1 AND created_at > $2",
    [customer_id, new Date(since)]
  )
  const arrived = new Map<string, number>()
  for (const { at, delivery_id } of world.receiver.received.get(pathOf(world, customer_id)) ?? [])
    if (!arrived.has(delivery_id)) arrived.set(delivery_id, at)
  return rows
    .map(({ created_at, delivery_id }) => (arrived.get(delivery_id) ?? Date.now()) - created_at.getTime())
    .sort((left, right) => left - right)
}

export const receivers: Scenario = {
  name: "bad-receivers",
  title: "one tenant's receiver hangs or crawls, another's answers 500: a third one's deliveries stay prompt",
  takesApiNodes: false,
  first_success_max_ms: promise_ms,
  run: async (world) => {
    const { receiver, tenants, timeline } = world
    const [slow, broken, good] = tenants.map((tenant) => tenant.customer_id) as [string, string, string]
    const since = Date.now()
    timeline.strikeAndMark("one receiver hangs, one answers 500")
    receiver.behave(pathOf(world, slow), "hang")
    receiver.behave(pathOf(world, broken), "broken")
    await sleep((seconds / 2) * 1_000)
    timeline.strikeAndMark("the one that hung crawls now")
    receiver.behave(pathOf(world, slow), "crawl")
    await sleep((seconds / 2) * 1_000)
    const hit = [slow, broken].map((customer_id) => receiver.received.get(pathOf(world, customer_id))?.length ?? 0)
    timeline.hit(Math.min(...hit), "deliveries at least went to each of the bad receivers")
    const late = await latencies(world, good, since)
    for (const customer_id of [slow, broken]) receiver.behave(pathOf(world, customer_id), "ok")
    const p95 = late[Math.floor(late.length * 0.95)] ?? Number.POSITIVE_INFINITY
    timeline.say(`${late.length} deliveries of the tenant with the good receiver, 95 of 100 within ${p95} ms`)
    const findings: Array<Finding> = []
    if (p95 > promise_ms) findings.push({ fault: "unfinished", op: good, words: `deliveries took ${p95} ms` })
    return findings
  }
}
