/**
 * What runs for everybody in the demo workspace: a league, a board, a quest, a draw and a sale. Looked after at every
 * start and while somebody watches: what is over is followed by another, what is there is left alone.
 */
import { Clock, Effect, Schema } from "effect"
import type { Call } from "./Seed.ts"

const nothing = Schema.Unknown
const Running = Schema.Struct({ meta: Schema.Struct({ total: Schema.Int }) })
const Quest = Schema.Struct({ quest_id: Schema.String })
const League = Schema.Struct({ enabled: Schema.Boolean, current_season: Schema.NullOr(Schema.Unknown) })
const Board = Schema.Struct({ enabled: Schema.Boolean })

const hour_ms = 3_600_000
const sale_hours = 6
const season_days = 7

const inHours = (hours: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => new Date(now + hours * hour_ms).toISOString())

const isRunning = (call: Call, path: string) => Effect.map(call(Running, "GET", path), ({ meta }) => meta.total > 0)

const zone = (value: number) => ({ mode: "count", value })
const tiers = [
  { tier_key: "bronze", name: "Bronze class", order: 1, promote: zone(2) },
  { tier_key: "silver", name: "Silver class", order: 2, promote: zone(1), demote: zone(2) },
  { tier_key: "gold", name: "Gold class", order: 3, demote: zone(1) }
]

const runLeague = Effect.fnUntraced(function* (call: Call) {
  const path = "/customers/me/leagues"
  const { current_season, enabled } = yield* call(League, "GET", `${path}/config`)
  if (!enabled) {
    yield* call(nothing, "PUT", `${path}/tiers`, { tiers })
    yield* call(nothing, "PATCH", `${path}/config`, { enabled: true, starts_on: null, finalize_delay_hours: 0 })
  }
  if (current_season !== null) return
  const season = {
    name: "Season of the school",
    starts_at: yield* inHours(0),
    ends_at: yield* inHours(season_days * 24)
  }
  yield* call(nothing, "POST", `${path}/seasons`, season)
})

const runBoard = Effect.fnUntraced(function* (call: Call) {
  const { enabled } = yield* call(Board, "GET", "/customers/me/leaderboard-config")
  if (!enabled) yield* call(nothing, "PATCH", "/customers/me/leaderboard-config", { enabled: true })
})

const runQuest = Effect.fnUntraced(function* (call: Call) {
  const path = "/customers/me/group-quests"
  if (yield* isRunning(call, `${path}?status=active`)) return
  const { quest_id } = yield* call(Quest, "POST", path, {
    name: "A hundred exercises, all together",
    participants: "all",
    goal: { event_type: "exercise.solved", target: 100 },
    rewards: [{ min_contribution: 1, reward: { coins: 50 } }]
  })
  yield* call(nothing, "POST", `${path}/${quest_id}/publish`)
})

const runLottery = Effect.fnUntraced(function* (call: Call) {
  const path = "/customers/me/lotteries"
  if (yield* isRunning(call, `${path}?status=active`)) return
  yield* call(nothing, "POST", path, {
    name: "The evening draw",
    status: "active",
    entry: { mode: "coin_cost", amount: 5, max_entries_per_buddy: 10 },
    schedule: { frequency: "daily", hour: 18 },
    prizes: [
      { rank: 1, winners: 1, reward: { coins: 200 } },
      { rank: 2, winners: 3, reward: { coins: 25 } }
    ]
  })
})

const runSale = Effect.fnUntraced(function* (call: Call) {
  const path = "/customers/me/flash-sales"
  if (yield* isRunning(call, `${path}?status=running`)) return
  yield* call(nothing, "POST", path, {
    name: "Rainy days",
    marketplace_id: "school_shop",
    item_ids: ["rain_boots", "striped_scarf", "school_jacket"],
    discount: { mode: "percent", value: 30 },
    starts_at: yield* inHours(0),
    ends_at: yield* inHours(sale_hours)
  })
})

export const runCampaigns = Effect.fnUntraced(function* (call: Call) {
  for (const run of [runLeague, runBoard, runQuest, runLottery, runSale]) yield* run(call)
})
