/**
 * What campaigns take from ingest: of a workspace that has none of them, whether they are on or off, and of one where
 * everything there is counts every event. And what it takes to close a season of many, and what ingest loses beside it.
 */
import { performance } from "node:perf_hooks"
import { ask, type Callee, stateOf } from "./calls.ts"
import { mean, middle, type Measure, type Measures } from "./report.ts"
import { seed } from "./seed.ts"
import type { Loading, Stage } from "./stage.ts"

/** The numbers of the tenants, apart from all others. */
const tenants = { off: 10, busy: 11, season: 12 } as const

const me = "/customers/me"
const event_type = "lesson.completed"
const day_ms = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day_ms).toISOString()
/** Nodes look at what is live this often. */
const heard_ms = 2_000

const families = [
  "leagues",
  "lotteries",
  "flash_sales",
  "group_quests",
  "surprise_drops",
  "causes",
  "kudos",
  "teams",
  "mentors"
]

const switchOff = async (callee: Callee) => {
  await ask(callee, "PATCH", `${me}/feature-toggles`, {
    toggles: Object.fromEntries(families.map((family) => [family, false]))
  })
  await ask(callee, "POST", `${me}/feature-toggles/publish`)
}

/** Three of thirty are paid. */
const tier = {
  tier_key: "open",
  name: "Open",
  order: 1,
  rewards: [{ rank_min: 1, rank_max: 3, reward: { coins: 10 } }]
}

const beginSeason = async (callee: Callee): Promise<string> => {
  await ask(callee, "PATCH", `${me}/leagues/config`, { enabled: true, starts_on: null, cohort_size: 30 })
  await ask(callee, "PUT", `${me}/leagues/tiers`, { tiers: [tier] })
  const season = await ask(callee, "POST", `${me}/leagues/seasons`, {
    name: "Cup",
    starts_at: new Date(Date.now() - 1_000).toISOString(),
    ends_at: inDays(7)
  })
  return season.season_id!
}

/** A league, a board, two quests, a cause, a lottery and three drops, all for the event that is sent. */
const beginEverything = async (callee: Callee) => {
  const make = (path: string, body: object) => ask(callee, "POST", `${me}/${path}`, body)
  await beginSeason(callee)
  const metric = { type: "event_count", key: event_type }
  await ask(callee, "PATCH", `${me}/leaderboard-config`, { enabled: true, metric, period: "weekly", scope: "tenant" })
  for (const quest_key of ["reads", "learns"]) {
    const quest = await make("group-quests", {
      quest_key,
      name: quest_key,
      participants: "all",
      goal: { event_type, target: 1e12 },
      rewards: [{ min_contribution: 1, reward: { coins: 1 } }]
    })
    await make(`group-quests/${quest.quest_id}/publish`, {})
  }
  await make("causes", {
    name: "Trees",
    unit_label: "tree",
    counter: { event_type, units_per_event: 0.1 },
    threshold_unit: 1e9,
    status: "active"
  })
  await make("lotteries", {
    name: "Raffle",
    status: "active",
    entry: { mode: "event", event_type, max_entries_per_buddy: 1_000 },
    schedule: { frequency: "once", draw_at: inDays(7) },
    prizes: [{ rank: 1, winners: 1, reward: { coins: 1 } }]
  })
  for (const [place, probability] of [0.05, 0.1, 0.2].entries())
    await make("surprise-drops", {
      drop_key: `drop-${place}`,
      name: "Drop",
      trigger: { event_type },
      probability,
      pity_after: 50,
      reward_pool: [{ weight: 1, reward: { coins: 1 } }]
    })
}

const settled = () => new Promise((resolve) => setTimeout(resolve, heard_ms))

type Load = (name: string, loading: Loading) => Promise<Measure>

/** Sends to the three by turns, once everybody has had an event. */
export const tryCampaigns = async (stage: Stage, load: Load, users: number, seconds: number, rounds: number) => {
  const { baseUrl, receiver, urls } = stage
  const off = await seed(urls.hatchery, users, { receiver, tenant: tenants.off })
  const busy = await seed(urls.hatchery, users, { receiver, tenant: tenants.busy })
  await switchOff({ baseUrl, key: off.key })
  await beginEverything({ baseUrl, key: busy.key })
  await settled()
  const keys = { "all off": off.key, "none used": stage.world.key, "all running": busy.key }
  // The first event of a buddy also finds it its places in the league, the quests and the draw; its next ones do not.
  for (const [name, key] of Object.entries(keys)) await load(first(name), { key, users, seconds: 0 })
  for (const key of Object.values(keys)) await stage.load("hatchery", { key, users, seconds })
  for (let round = 0; round < rounds; round++)
    for (const [name, key] of Object.entries(keys)) await load(name, { key, users, seconds })
}

const share = (of: number) => `${(100 * of).toFixed(1)} %`

const cpu = ({ node_us, postgres_us }: ReturnType<typeof middle>) => node_us + postgres_us

const first = (name: string) => `${name}: first events`

export const campaignLines = (measures: Measures): ReadonlyArray<string> => {
  const of = (name: string) => middle(measures[name]!)
  const line = (name: string, one: ReturnType<typeof of>, than: ReturnType<typeof of>) =>
    `${name}: ${share(one.per_second / than.per_second)} of the rate, ${share(cpu(than) / cpu(one))} by CPU`
  return [
    line("campaigns that nobody uses, against campaigns switched off", of("none used"), of("all off")),
    line(
      "a league, a board, two quests, a cause, a lottery and three drops, against none",
      of("all running"),
      of("none used")
    ),
    // Whoever uses none may have been awake for a while, and then none of its events is a first one.
    line(
      "the same, of everybody's first event, against campaigns switched off",
      of(first("all running")),
      of(first("all off"))
    )
  ]
}

/** A season of so many scorers is closed while events of others are sent. */
export const tryClose = async (stage: Stage, load: Load, scorers: number, users: number, seconds: number) => {
  const { baseUrl, receiver, urls } = stage
  const { key } = await seed(urls.hatchery, scorers, { receiver, tenant: tenants.season })
  const callee = { baseUrl, key }
  const season_id = await beginSeason(callee)
  await settled()
  await stage.load("hatchery", { key, users: scorers, seconds: 0 })
  await stage.settle()
  const twice = async (name: string) => [await load(name, { users, seconds }), await load(name, { users, seconds })]
  const before = await twice("before a close")
  const started = performance.now()
  const operation_id: string = (await ask(callee, "POST", `${me}/leagues/seasons/${season_id}/force-close`, {}))
    .operation_id!
  const isOver = async () => {
    const { status } = await stateOf(callee, operation_id)
    if (status !== "completed" && status !== "processing" && status !== "pending") throw new Error(`it has ${status}`)
    return status === "completed"
  }
  const close = { seconds: 0 }
  const watch = (async () => {
    while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 100))
    close.seconds = (performance.now() - started) / 1_000
  })()
  const beside: Array<Measure> = []
  // Short ones: what is sent once it is over must not make it look better.
  while (close.seconds === 0) beside.push(await load("during a close", { users, seconds: 1 }))
  await watch
  const { result } = await ask<{ readonly result: { readonly participants: number } }>(
    callee,
    "GET",
    `${me}/leagues/seasons/${season_id}`
  )
  // What the host gives drifts within minutes, and the tables grow.
  const [free, busy] = [mean([...before, ...(await twice("after a close"))]), mean(beside)]
  return (
    `a season of ${result.participants} scorers was closed in ${close.seconds.toFixed(1)} s; ` +
    `POST /events went from ${free.per_second.toFixed(0)} to ${busy.per_second.toFixed(0)} a second meanwhile: ` +
    `${share(1 - busy.per_second / free.per_second)} less, ${share(1 - cpu(free) / cpu(busy))} by CPU`
  )
}
