/** A simulated user. */
import type { BuddyState } from "../../../../engine/core/State.ts"
import type { Donor } from "./Population.ts"

export interface Person {
  readonly number: number
  readonly donor: Donor
  /** how many users it stands for */
  readonly weight: number
  readonly joined: number
  state: BuddyState
  /** coins it would have had it bought nothing */
  earned: number
  stage: number
  /** the next item it cannot afford yet, of those that are watched */
  next_item: number
  left: number | null
  /** the last day it did anything; before the first that is lived: it was there when it joined */
  seen: number
}
