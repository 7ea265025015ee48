/** Rules that change while they are applied. */
import type { Answer, Call } from "../harness/Http.ts"
import type { Finding } from "../harness/Judge.ts"
import type { Scenario } from "../harness/Scenario.ts"
import { contentPaying, lesson_coins, type Tenant } from "../harness/Tenants.ts"
import { sleep, until } from "../harness/Wait.ts"
import type { World } from "../harness/World.ts"

const publishes = 10

const ask = async ({ cluster, http, random }: World, call: Call): Promise<Answer> => {
  const answer = await http.attempt(random.pick(cluster.of("api")).baseUrl, call)
  if (answer._tag === "NoAnswer" || answer.status >= 300) throw new Error(`${call.path}: ${JSON.stringify(answer)}`)
  return answer
}

const versionOf = (answer: Answer) => (answer.body as { readonly config_version_id: string }).config_version_id

const userOf = (coins: number) => `published-${coins}`

/** Publishes a version under which a lesson pays so much, and at once hatches an egg at whatever node comes first. */
const publish = async (world: World, key: string, coins: number): Promise<ReadonlyArray<Finding>> => {
  const draft = versionOf(await ask(world, { method: "POST", path: "/config-versions", key, body: {} }))
  const content = contentPaying(coins)
  await ask(world, { method: "PATCH", path: `/config-versions/${draft}`, key, body: { content } })
  await ask(world, { method: "POST", path: `/config-versions/${draft}/publish`, key })
  const user_id = userOf(coins)
  const egg = await ask(world, { method: "POST", path: "/eggs", key, body: { user_id } })
  const { egg_id } = egg.body as { readonly egg_id: string }
  await ask(world, { method: "PATCH", path: `/eggs/${egg_id}/status`, key, body: { status: "ready" } })
  await ask(world, { method: "POST", path: `/eggs/${egg_id}/hatch`, key })
  if (versionOf(egg) === draft) return []
  return [{ fault: "wrong_answer", op: user_id, words: "laid under a version that was replaced" }]
}

/** A lesson for a buddy that hatched under a version of its own. */
const teach = async (world: World, { customer_id, key }: Tenant, coins: number): Promise<ReadonlyArray<Finding>> => {
  const user_id = userOf(coins)
  await until(
    `${user_id} has a buddy`,
    async () => {
      const found = await world.postgres.query("SELECT 1 FROM buddies WHERE customer_id = $1 AND user_id = $2", [
        customer_id,
        user_id
      ])
      return found.length === 1
    },
    60
  )
  const body = { event_id: user_id, user_id, type: "lesson.completed", occurred_at: new Date().toISOString() }
  const answer = await ask(world, { method: "POST", path: "/events", key, body })
  const paid = (answer.body as { readonly effects: { readonly coins: number } }).effects.coins
  return paid === coins ? [] : [{ fault: "wrong_answer", op: user_id, words: `paid ${paid} instead of ${coins}` }]
}

/** Every event was decided under exactly its buddy's version, and paid what that version says. */
const judgeVersions = async ({ postgres }: World, customer_id: string): Promise<ReadonlyArray<Finding>> => {
  const mixed = await postgres.query<{ event_id: string; coins: number; due: number }>(
    `SELECT e.event_id, (e.effects ->> 'coins')::int AS coins,
       (c.content #>> '{coin_rules,0,amount,value}')::int AS due
     FROM events e
     JOIN buddies b ON b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id
     JOIN config_versions c ON c.customer_id = b.customer_id AND c.config_version_id = b.config_version_id
     WHERE e.customer_id = $1 AND (e.config_version_id <> b.config_version_id
       OR (e.effects ->> 'coins')::int <> (c.content #>> '{coin_rules,0,amount,value}')::int)`,
    [customer_id]
  )
  return mixed.map(({ coins, due, event_id }) => ({
    fault: "wrong_answer",
    op: event_id,
    words: `paid ${coins}, its version says ${due}`
  }))
}

export const publishing: Scenario = {
  name: "publish-under-load",
  title: `${publishes} versions are published while events arrive`,
  takesApiNodes: false,
  first_success_max_ms: 2_000,
  run: async (world) => {
    const { tenants, timeline } = world
    const [tenant] = tenants as [Tenant]
    const findings: Array<Finding> = []
    for (let round = 1; round <= publishes; round++) {
      await timeline.busy()
      timeline.strikeAndMark(`version ${round + 1} is published`)
      findings.push(...(await publish(world, tenant.key, lesson_coins + round)))
      await sleep(300)
    }
    for (let round = 1; round <= publishes; round++) {
      findings.push(...(await teach(world, tenant, lesson_coins + round)))
    }
    return [...findings, ...(await judgeVersions(world, tenant.customer_id))]
  }
}
