/**
 * A season played on what is on record. What it comes to in all follows from how many score in each tier and audience:
 * who of a cohort is first changes neither moves nor cost. Pure, and the same for the same record.
 */
import type { SeasonRules, Tier } from "../../../../wire/campaigns/League.ts"
import type { SeasonSimulation, SimulatedCost, SimulatedTier } from "../Api.ts"
import { inOrder, outlookOf, type Steps, stepsOf } from "../Rules.ts"

export type Scores = Map<string, number>

/** What an event brought to whom, as it would have counted. */
export interface Gain {
  readonly buddy_id: string
  readonly amount: number
}

export const addGain = (scores: Scores, { amount, buddy_id }: Gain): void => {
  if (amount > 0) scores.set(buddy_id, (scores.get(buddy_id) ?? 0) + amount)
}

export interface Player {
  readonly buddy_id: string
  readonly audience: string
  /** where it stands; null: nowhere yet */
  readonly tier_key: string | null
}

export interface SeasonOnRecord {
  readonly scores: ReadonlyMap<string, number>
  /** those of the scorers that can take part */
  readonly players: ReadonlyArray<Player>
  /** how many stand in a tier, whether they score or not */
  readonly standing: ReadonlyMap<string, number>
}

/** Whoever stands nowhere, or in a tier that is gone, plays in the lowest. `tiers`: from the lowest on. */
const tierOf = (tiers: ReadonlyArray<Tier>, { tier_key }: Pick<Player, "tier_key">): string =>
  (tiers.find((tier) => tier.tier_key === tier_key) ?? tiers[0]!).tier_key

/** How many stand in each of the tiers there are. */
const standingIn = (tiers: ReadonlyArray<Tier>, standing: SeasonOnRecord["standing"]): SeasonOnRecord["standing"] => {
  const all = new Map<string, number>()
  for (const [tier_key, buddies] of standing) {
    const played = tierOf(tiers, { tier_key })
    all.set(played, (all.get(played) ?? 0) + buddies)
  }
  return all
}

/** Of scores in rising order, each a score that was reached. */
const spreadOf = (scores: ReadonlyArray<number>): SimulatedTier["scores"] => {
  const at = (share: number) => scores[Math.max(0, Math.ceil(share * scores.length) - 1)]!
  return scores.length === 0 ? null : { min: at(0), p25: at(0.25), p50: at(0.5), p75: at(0.75), max: at(1) }
}

type PlayedTier = Omit<SimulatedTier, "buddies_after">

const playTier = (
  rules: SeasonRules,
  steps: Steps,
  here: ReadonlyArray<Player>,
  season: SeasonOnRecord
): PlayedTier => {
  const { tier_key } = steps.tier
  const groups = [...Map.groupBy(here, ({ audience }) => audience).values()]
  const players = groups.map(({ length }) => ({ tier_key, buddies: length }))
  const { cohorts, cost, demoted, promoted } = outlookOf(rules, players).find((tier) => tier.tier_key === tier_key)!
  const active = here.filter((player) => player.tier_key !== null).length
  const idle = Math.max(0, (season.standing.get(tier_key) ?? 0) - active)
  const falls = rules.config.demote_idle && steps.down !== null ? idle : 0
  const scores = spreadOf(here.map(({ buddy_id }) => season.scores.get(buddy_id)!).toSorted((a, b) => a - b))
  return { tier_key, participants: here.length, cohorts, promoted, demoted: demoted + falls, idle, cost, scores }
}

/** Those that are neither promoted nor demoted stay; the others come from below and from above. */
const buddiesAfter = (played: ReadonlyArray<PlayedTier>, at: number): number => {
  const { demoted, idle, participants, promoted } = played[at]!
  return participants + idle - promoted - demoted + (played[at - 1]?.promoted ?? 0) + (played[at + 1]?.demoted ?? 0)
}

const sumCosts = (costs: ReadonlyArray<SimulatedCost>): SimulatedCost => {
  const tokens: Record<string, number> = {}
  for (const [key, amount] of costs.flatMap((cost) => Object.entries(cost.tokens))) {
    tokens[key] = (tokens[key] ?? 0) + amount
  }
  return { coins: costs.reduce((sum, { coins }) => sum + coins, 0), tokens }
}

export const playSeason = (
  rules: SeasonRules,
  season: SeasonOnRecord
): Pick<SeasonSimulation, "participants" | "cohorts" | "promoted" | "demoted" | "idle" | "cost" | "tiers"> => {
  const tiers = inOrder(rules.tiers)
  const standing = standingIn(tiers, season.standing)
  const byTier = Map.groupBy(season.players, (player) => tierOf(tiers, player))
  const played = stepsOf(tiers).map((steps) =>
    playTier(rules, steps, byTier.get(steps.tier.tier_key) ?? [], { ...season, standing })
  )
  const total = (field: "participants" | "cohorts" | "promoted" | "demoted" | "idle") =>
    played.reduce((sum, tier) => sum + tier[field], 0)
  return {
    participants: total("participants"),
    cohorts: total("cohorts"),
    promoted: total("promoted"),
    demoted: total("demoted"),
    idle: total("idle"),
    cost: sumCosts(played.map(({ cost }) => cost)),
    tiers: played.map((tier, at) => ({ ...tier, buddies_after: buddiesAfter(played, at) }))
  }
}
