/** What a quest names, and what it pays. Pure. */
import type { Reward } from "../../../wire/content/Shared.ts"
import { parseInstant } from "../../../wire/Ids.ts"

interface Tier {
  readonly min_contribution: number
  readonly reward: Reward
}

export const dated = (at: string | null): Date | null => (at === null ? null : new Date(parseInstant(at)))

/** Without what is not said. */
export const present = <A extends object>(record: A) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<A>

export const isWindowOf = (starts_at: Date | null, ends_at: Date | null): boolean =>
  starts_at === null || ends_at === null || starts_at < ends_at

/** Of the highest tier a contribution reaches; null: it reaches none. */
export const rewardFor = (tiers: ReadonlyArray<Tier>, contribution: number): Reward | null =>
  tiers
    .filter(({ min_contribution }) => min_contribution <= contribution)
    .reduce<Tier | null>(
      (best, tier) => (best === null || tier.min_contribution > best.min_contribution ? tier : best),
      null
    )?.reward ?? null

export interface Counts {
  /** present when it ended */
  readonly members: number
  readonly rewarded: number
  /** archived since, or gone */
  readonly void: number
}

export const noCounts: Counts = { members: 0, rewarded: 0, void: 0 }
