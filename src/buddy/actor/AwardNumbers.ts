/** Awards of a badge are numbered through. */
import type { Accepted } from "../../engine/core/Decision.ts"
import type { BuddyState } from "../../engine/core/State.ts"

/** The how-manieth award of its key this one is; what was lost again counts too. */
export const timesOf = (before: BuddyState, awards: Accepted["badges"], index: number): number => {
  const { badge_key } = awards[index]!
  const held = before.badges[badge_key]
  let times = (held?.count ?? 0) + (held?.past ?? 0)
  for (let other = 0; other <= index; other++) if (awards[other]!.badge_key === badge_key) times++
  return times
}
