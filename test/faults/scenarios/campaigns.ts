/** What pays many at once, killed while it pays: a season that is closed, a draw, a quest, a founding cohort. */
import type { Call } from "../harness/Http.ts"
import type { Finding } from "../harness/Judge.ts"
import type { Scenario } from "../harness/Scenario.ts"
import { makeTenant, type Tenant } from "../harness/Tenants.ts"
import { sleep, until } from "../harness/Wait.ts"
import { recovered, type World } from "../harness/World.ts"

const players = 400
/** per batch of events */
const batch = 100
const prize = 3
/** By then somebody has noticed that a runner is gone. */
const notice_ms = 3_000
/** The promise for the buddies of a runner that was killed, in ms. */
const promise = { crash: 12_000 } as const

/** The ids in what is made. */
type Body = Readonly<Record<"season_id" | "lottery_id" | "quest_id", string>> & {
  readonly open_draw: { readonly draw_id: string }
}

const ask = async ({ cluster, http, random }: World, call: Call): Promise<Body> => {
  const answer = await http.attempt(random.pick(cluster.of("api")).baseUrl, call)
  if (answer._tag === "NoAnswer" || answer.status >= 300) throw new Error(`${call.path}: ${JSON.stringify(answer)}`)
  return answer.body as Body
}

/** What is paid out: how it is ended, and under which id and source its receipts stand. */
interface Payout {
  readonly words: string
  readonly campaign_id: string
  readonly source: string
  readonly end: Pick<Call, "path" | "body">
}

const me = "/customers/me"
const reward = { coins: prize }

/** A season, a raffle and a quest every lesson counts for, and a cohort that has a place for everybody. */
const campaigns = async (world: World, { customer_id, key }: Tenant): Promise<ReadonlyArray<Payout>> => {
  const to = (method: Call["method"], path: string, body: object) => ask(world, { method, path, key, body })
  await to("PATCH", `${me}/leagues/config`, { enabled: true, starts_on: null, cohort_size: 100 })
  const rewards = [{ rank_min: 1, rank_max: 100, reward }]
  await to("PUT", `${me}/leagues/tiers`, { tiers: [{ tier_key: "open", name: "Open", order: 1, rewards }] })
  const starts_at = new Date(Date.now() - 60_000).toISOString()
  const ends_at = new Date(Date.now() + 86_400_000).toISOString()
  const { season_id } = await to("POST", `${me}/leagues/seasons`, { name: "Cup", starts_at, ends_at })
  const { lottery_id, open_draw } = await to("POST", `${me}/lotteries`, {
    name: "Raffle",
    status: "active",
    entry: { mode: "event", event_type: "lesson.completed" },
    schedule: { frequency: "once", draw_at: ends_at },
    prizes: [{ rank: 1, winners: players, reward }]
  })
  const { quest_id } = await to("POST", `${me}/group-quests`, {
    name: "Together",
    participants: "all",
    goal: { event_type: "lesson.completed", target: 1_000_000 },
    rewards: [{ min_contribution: 1, reward }]
  })
  await to("POST", `${me}/group-quests/${quest_id}/publish`, {})
  await to("PATCH", `${me}/founding-cohort/config`, { size: players, reward })
  const [cohort] = await world.postgres.query<{ cohort_id: string }>(
    "SELECT cohort_id FROM founding_cohorts WHERE customer_id = $1",
    [customer_id]
  )
  return [
    {
      words: "a season is closed",
      campaign_id: season_id,
      source: "league",
      end: { path: `${me}/leagues/seasons/${season_id}/force-close`, body: {} }
    },
    {
      words: "a draw is held",
      campaign_id: open_draw.draw_id,
      source: "lottery",
      end: { path: `${me}/lotteries/${lottery_id}/draws`, body: { reason: "now" } }
    },
    {
      words: "a quest is settled",
      campaign_id: quest_id,
      source: "quest",
      end: { path: `${me}/group-quests/${quest_id}/force-resolve`, body: { outcome: "succeeded", reason: "now" } }
    },
    {
      words: "a founding cohort is filled",
      campaign_id: cohort!.cohort_id,
      source: "founding_cohort",
      end: { path: `${me}/founding-cohort/backfill`, body: {} }
    }
  ]
}

/** A lesson of everybody. */
const play = async (world: World, { key, players: all }: Tenant): Promise<void> => {
  for (let from = 0; from < all.length; from += batch) {
    const events = all.slice(from, from + batch).map(({ user_id }) => ({
      event_id: `lesson-${user_id}`,
      user_id,
      type: "lesson.completed",
      occurred_at: new Date().toISOString()
    }))
    await ask(world, { method: "POST", path: "/events/batch", key, body: { events } })
  }
}

const receipts = async ({ postgres }: World, { campaign_id }: Payout): Promise<number> => {
  const [found] = await postgres.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM campaign_receipts WHERE campaign_id = $1",
    [campaign_id]
  )
  return found!.count
}

const judge = async (world: World, { customer_id }: Tenant, payout: Payout): Promise<ReadonlyArray<Finding>> => {
  const [paid] = await world.postgres.query<{ entries: number; coins: number; buddies: number }>(
    `SELECT count(*)::int AS entries, coalesce(sum(amount), 0)::int AS coins, count(DISTINCT buddy_id)::int AS buddies
     FROM ledger WHERE customer_id = $1 AND reason = $2`,
    [customer_id, payout.source]
  )
  const { buddies, coins, entries } = paid!
  const all = await receipts(world, payout)
  if ([buddies, entries, all].every((count) => count === players) && coins === players * prize) return []
  const words = `${entries} payments of ${coins} coins to ${buddies} buddies, ${all} receipts, for ${players}`
  return [{ fault: entries > players ? "doubled" : "lost", op: payout.words, words }]
}

const killWhilePaying = async (world: World, tenant: Tenant, payout: Payout): Promise<ReadonlyArray<Finding>> => {
  const { postgres, random, runners, timeline } = world
  await ask(world, { method: "POST", key: tenant.key, ...payout.end })
  await until(`${payout.words} and pays`, async () => (await receipts(world, payout)) > players / 20, 60)
  const node = random.pick(runners())
  timeline.strikeAndMark(`SIGKILL to ${node.name} while ${payout.words}`)
  await node.end("SIGKILL")
  const done = await receipts(world, payout)
  timeline.hit(done < players ? 1 : 0, `of ${players} payouts under way (${done} paid)`)
  await until(
    `${payout.words} to the end`,
    async () => {
      const open = await postgres.query(
        "SELECT 1 FROM operations WHERE customer_id = $1 AND status IN ('pending', 'processing')",
        [tenant.customer_id]
      )
      return open.length === 0
    },
    120
  )
  await node.start()
  timeline.say(`${node.name} is back`)
  return judge(world, tenant, payout)
}

export const closeAndDraw: Scenario = {
  name: "close-and-draw",
  title: `close and draw under kill: a runner is killed while ${players} buddies are paid, four times`,
  takesApiNodes: false,
  first_success_max_ms: promise.crash,
  run: async (world) => {
    const tenant = await makeTenant(world.postgres, `paid-${Date.now().toString(36)}`, players)
    const payouts = await campaigns(world, tenant)
    // Every node has to hear of what runs before anybody counts for it.
    await sleep(1_000)
    await play(world, tenant)
    const findings: Array<Finding> = []
    for (const payout of payouts) findings.push(...(await killWhilePaying(world, tenant, payout)))
    await recovered(world, notice_ms)
    return findings
  }
}
