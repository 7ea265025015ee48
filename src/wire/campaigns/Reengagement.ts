/** Coming back after a long absence, as the rules are given it. */
import type { Reward } from "../content/Shared.ts"

export const lapsedAfterDays = { minimum: 3, maximum: 365, default: 14 } as const

export interface ReengagementTerms {
  /** without an event for so many days, a user counts as away */
  readonly lapsed_after_days: number
  /** null: it is told, and nothing is paid */
  readonly reward: Reward | null
}
