import type { Facts } from "./conditions.ts"
import { userZoneAt, zoneFor } from "./calendar.ts"
import { firstDayOf, periodOf } from "./periods.ts"
import type { CompiledStreak } from "./Snapshot.ts"
import { own, type StreakState } from "./State.ts"
import { localDay, startOfDay, type Zone } from "./zones.ts"

const minuteMs = 60_000

/** When a period begins in a zone, epoch ms. */
export const startOfPeriod = (streak: CompiledStreak, zone: Zone, period: number): number =>
  startOfDay(zone, firstDayOf(streak.kind, period))

export const periodAt = (streak: CompiledStreak, zone: Zone, at: number): number =>
  periodOf(streak.kind, localDay(zone, at))

/** Is this moment within the grace after the end of the period before `period`? */
export const isInGrace = (streak: CompiledStreak, zone: Zone, period: number, at: number): boolean => {
  const { grace_minutes } = streak.rule
  return grace_minutes > 0 && at < startOfPeriod(streak, zone, period) + grace_minutes * minuteMs
}

/** The end of the period after `last`, grace included: by then the streak has to be extended or frozen. */
export const expiryAfter = (streak: CompiledStreak, zone: Zone, last: number): number =>
  startOfPeriod(streak, zone, last + 2) + streak.rule.grace_minutes * minuteMs

/** The last period that counted; null before the first. */
export const lastPeriodOf = (streak: StreakState): number | null =>
  streak.qualified.length > 0 ? streak.qualified[streak.qualified.length - 1]! : streak.base.period

/** The length of a streak at this moment: 0 once it has lapsed and the freezes at hand could not bridge the gap. */
export const runningStreak = ({ now, snapshot, state, tenant_timezone }: Facts, streakKey: string): number => {
  const streak = own(state.streaks, streakKey)
  if (streak === undefined) return 0
  const last = lastPeriodOf(streak)
  const compiled = snapshot.streaks.get(streakKey)
  if (last === null || compiled === undefined || streak.frequency !== compiled.rule.frequency) return streak.current
  const { freezes, timezone } = compiled.rule
  const zone = zoneFor(
    timezone.mode,
    { user: userZoneAt(state.timezone, now), tenant: tenant_timezone },
    timezone.fallback
  )
  const present = periodAt(compiled, zone, now)
  const due = isInGrace(compiled, zone, present, now) ? present - 1 : present
  return due - last - 1 <= (freezes.auto_consume ? streak.freezes_left : 0) ? streak.current : 0
}
