/** What of a buddy's state whoever comes back is told. Pure. */
import type { Facts } from "../../../engine/core/Facts.ts"
import type { Snapshot } from "../../../engine/core/Snapshot.ts"
import { own } from "../../../engine/core/State.ts"
import { restorableUntil } from "../../../engine/streaks/streakRepair.ts"
import { iso } from "../../../wire/Ids.ts"
import type { Welcome } from "./Api.ts"

const day_ms = 86_400_000

/** Moments in epoch ms. */
export const daysBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / day_ms))

const isMeantFor = (audience: string, meant: string | null) => meant === null || meant === audience

/** The longest of those that can be given back, else the longest of all. */
export const streakOf = (facts: Facts, audience: string): Welcome["streak"] => {
  const streaks = [...facts.snapshot.streaks.values()].filter(({ rule }) => isMeantFor(audience, rule.audience))
  const held = streaks.flatMap((streak) => {
    const longest_streak = own(facts.state.streaks, streak.rule.streak_key)?.longest ?? 0
    return longest_streak === 0 ? [] : [{ longest_streak, until: restorableUntil(facts, streak) }]
  })
  const [best] = held.toSorted(
    (a, b) => Number(b.until !== null) - Number(a.until !== null) || b.longest_streak - a.longest_streak
  )
  if (best === undefined) return null
  const { longest_streak, until } = best
  return { longest_streak, restorable_until: until === null ? null : iso(new Date(until)) }
}

const shownBadges = (snapshot: Snapshot, audience: string) =>
  [...snapshot.badges.values()].flatMap(({ badge }) =>
    !badge.is_secret && badge.status === "active" && isMeantFor(audience, badge.audience) ? [badge.badge_key] : []
  )

/** How many anybody may know of that were not there before; `before` undefined: there was nothing. */
export const newBadges = (now: Snapshot, before: Snapshot | undefined, audience: string): number => {
  const known = new Set(before === undefined ? [] : shownBadges(before, audience))
  return shownBadges(now, audience).filter((key) => !known.has(key)).length
}
