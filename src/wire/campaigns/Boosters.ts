/** Boosters as the rules are given them: whatever rules pay, times so much, for a while. */

export const boosted = ["coins", "tokens", "skills"] as const
export type Boosted = (typeof boosted)[number]

export const stackings = ["max", "multiply", "add"] as const
export const roundings = ["down", "up", "nearest"] as const

export interface BoosterTerms {
  readonly booster_id: string
  readonly booster_key: string
  readonly applies_to: ReadonlyArray<Boosted>
  readonly multiplier: number
  readonly stacking: (typeof stackings)[number]
  readonly rounding: (typeof roundings)[number]
  /** epoch ms */
  readonly starts_at: number
  /** epoch ms, excluded */
  readonly ends_at: number
}

/** One for everybody of an audience. */
export interface AudienceBooster extends BoosterTerms {
  readonly audience: string
}
