/** What becomes of a cohort: who rises, who falls, who is paid. Pure; the close and every preview of it ask here. */
import type { Reward } from "../../../wire/content/Shared.ts"
import type { SeasonRules, Tier, Zone } from "../../../wire/campaigns/League.ts"

/** From the lowest to the highest. */
export const inOrder = (tiers: ReadonlyArray<Tier>): ReadonlyArray<Tier> =>
  tiers.toSorted((left, right) => left.order - right.order)

/**
 * Where whoever comes to a tier that the league has no more stands instead, by tier: in the next one below it, or in
 * the lowest.
 */
export const insteadOf = (tiers: ReadonlyArray<Tier>, kept: ReadonlyArray<Tier>): Readonly<Record<string, string>> => {
  const held = inOrder(kept)
  const gone = tiers.filter(({ tier_key }) => !held.some((tier) => tier.tier_key === tier_key))
  return Object.fromEntries(
    gone.map(({ order, tier_key }) => {
      const below = held.findLast((tier) => tier.order <= order) ?? held[0]!
      return [tier_key, below.tier_key] as const
    })
  )
}

export interface Steps {
  readonly tier: Tier
  /** null: there is none above, or below */
  readonly up: string | null
  readonly down: string | null
}

export const stepsOf = (tiers: ReadonlyArray<Tier>): ReadonlyArray<Steps> => {
  const sorted = inOrder(tiers)
  return sorted.map((tier, at) => ({
    tier,
    up: sorted[at + 1]?.tier_key ?? null,
    down: at === 0 ? null : sorted[at - 1]!.tier_key
  }))
}

/** Shares are written with a few digits, and binary fractions may fall short of them: 0.29 of 100 is 29. */
const digits = 1e9
const sizeOf = ({ mode, value }: Zone, players: number): number =>
  mode === "count" ? value : Math.floor(Math.round(value * players * digits) / digits)

export interface Moves {
  /** the first so many rise */
  readonly promoted: number
  /** the last so many fall */
  readonly demoted: number
}

/** Each at most half of the cohort, so that nobody does both; none where there is no tier to go to. */
export const movesOf = ({ down, tier, up }: Steps, players: number): Moves => {
  const half = Math.floor(players / 2)
  return {
    promoted: up === null ? 0 : Math.min(half, sizeOf(tier.promote, players)),
    demoted: down === null ? 0 : Math.min(half, sizeOf(tier.demote, players))
  }
}

export type ZoneName = "promote" | "stay" | "demote"

export const zoneAt = ({ demoted, promoted }: Moves, players: number, rank: number): ZoneName =>
  rank <= promoted ? "promote" : rank > players - demoted ? "demote" : "stay"

export const tierAfter = ({ down, tier, up }: Steps, zone: ZoneName): string =>
  (zone === "promote" ? up : zone === "demote" ? down : null) ?? tier.tier_key

/** Null: nothing is paid for this rank. */
export const rewardAt = ({ rewards }: Tier, rank: number): Reward | null =>
  rewards.find(({ rank_max, rank_min }) => rank_min <= rank && rank <= rank_max)?.reward ?? null

/** The last rank that rises and the first that falls, as players are told; null: nobody does. */
export const linesOf = ({ demoted, promoted }: Moves, players: number) => ({
  promote_rank: promoted === 0 ? null : promoted,
  demote_rank: demoted === 0 ? null : players - demoted + 1
})

export interface TierOutlook {
  readonly tier_key: string
  readonly buddies: number
  readonly cohorts: number
  readonly promoted: number
  readonly demoted: number
  /** rewards of all ranks that are taken */
  readonly cost: Cost
}

export interface Cost {
  readonly coins: number
  readonly tokens: Readonly<Record<string, number>>
}

/** What so many cohorts of so many are paid. */
const costOf = (tier: Tier, cohorts: ReadonlyArray<{ readonly count: number; readonly size: number }>): Cost => {
  const tokens: Record<string, number> = {}
  let coins = 0
  for (const { rank_max, rank_min, reward } of tier.rewards) {
    const ranksOf = (size: number) => Math.max(0, Math.min(rank_max, size) - rank_min + 1)
    const times = cohorts.reduce((sum, { count, size }) => sum + count * ranksOf(size), 0)
    coins += reward.coins * times
    if (times === 0) continue
    for (const { amount, token_key } of reward.tokens) tokens[token_key] = (tokens[token_key] ?? 0) + amount * times
  }
  return { coins, tokens }
}

/** What a season comes to when so many of each audience play in each tier. Cohorts are full but for one. */
export const outlookOf = (
  { config, tiers }: SeasonRules,
  players: ReadonlyArray<{ readonly tier_key: string; readonly buddies: number }>
): ReadonlyArray<TierOutlook> =>
  stepsOf(tiers).map((steps) => {
    const groups = players.filter(({ buddies, tier_key }) => tier_key === steps.tier.tier_key && buddies > 0)
    const cohorts = groups.flatMap(({ buddies }) => {
      const full = Math.floor(buddies / config.cohort_size)
      const rest = buddies % config.cohort_size
      return [{ count: full, size: config.cohort_size }, ...(rest > 0 ? [{ count: 1, size: rest }] : [])]
    })
    const sum = (of: (size: number) => number) => cohorts.reduce((all, { count, size }) => all + count * of(size), 0)
    return {
      tier_key: steps.tier.tier_key,
      buddies: sum((size) => size),
      cohorts: sum(() => 1),
      promoted: sum((size) => movesOf(steps, size).promoted),
      demoted: sum((size) => movesOf(steps, size).demoted),
      cost: costOf(steps.tier, cohorts)
    }
  })
