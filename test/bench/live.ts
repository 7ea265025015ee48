/** Everything that may count an event, as nodes are given it, and the rows its commits ask for. */
import { Client } from "pg"
import type { LiveCampaigns } from "../../src/wire/campaigns/Live.ts"
import type { World } from "./seed.ts"

const event_type = "lesson.completed"
const id = (number: number) => `019aa000-0000-7000-8000-0000000001${String(number).padStart(2, "0")}`
const week_ms = 7 * 86_400_000
const metric = { type: "event_count", key: event_type } as const
const of = { audience: null, match: "all", filters: [], metric: "count", property: null, event_type } as const
const noRewards = { tokens: [], skills: [], badges: [], items: [], streak_freezes: 0 }

const quest = (number: number) => ({
  ...of,
  quest_id: id(number),
  quest_key: `quest-${number}`,
  team_id: null,
  starts_at: 0,
  ends_at: null,
  participants: "all" as const,
  max_participants: null,
  cap: null,
  participant_count: 0
})

const drop = (number: number) => ({
  rule_id: id(number),
  rule_key: `drop-${number}`,
  revision: 1,
  name: "Drop",
  enabled: true as const,
  priority: 100,
  audience: null,
  trigger: { event_type, match: "all" as const, filters: [] },
  conditions: { match: "all" as const, conditions: [] },
  limits: {
    cooldown_seconds: 0,
    max_per_day: null,
    max_per_week: null,
    max_per_month: null,
    max_total: null,
    unique_by: [],
    day_boundary: "user" as const
  },
  probability: 0.1,
  pity_after: 50,
  reward_pool: [{ weight: 1, reward: { ...noRewards, coins: 1 } }],
  budget: null,
  beginner: null
})

/** A league, a board, two quests, a cause, a lottery and three drops. */
export const everything = (): LiveCampaigns => ({
  leaderboards: [{ subject_id: id(1), metric, period: "weekly" }],
  seasons: [{ season_id: id(2), starts_at: 0, ends_at: Date.now() + week_ms, metric }],
  quests: [quest(3), quest(4)],
  causes: [{ ...of, cause_id: id(5), cause_key: "trees", units_per_event: 0.1 }],
  lotteries: [
    {
      lottery_id: id(6),
      lottery_key: "raffle",
      revision: 1,
      status: "active",
      draw: {
        draw_id: id(7),
        draw_at: new Date(Date.now() + week_ms).toISOString(),
        commit_hash: "",
        entry: { mode: "event", event_type, filters: [], max_entries_per_buddy: 1_000 },
        prizes: [],
        eligibility: { match: "all", conditions: [] },
        audience: null
      }
    }
  ],
  surprise_drops: [drop(8), drop(9), drop(10)]
})

/** What counts is fenced by rows. */
export const openSubjects = async (url: string, { customer_id }: World): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO campaign_subjects (customer_id, subject_id, kind, opened_at)
     SELECT $1, subject_id, 'bench', now() FROM unnest($2::uuid[]) AS subject_id`,
    [customer_id, [1, 2, 3, 4, 5, 7].map(id)]
  )
  // A ticket names its draw when its row is made, which is not what is measured.
  await client.query("ALTER TABLE lottery_entries DROP CONSTRAINT lottery_entries_customer_id_draw_id_fkey")
  await client.end()
}
