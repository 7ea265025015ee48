import type { Facts } from "../core/Facts.ts"
import { userZoneAt, zoneFor } from "../calendar/calendar.ts"
import { nextDue, openBetween, type Pardons, pardonsOf } from "./pardons.ts"
import { firstDayOf, periodOf } from "../calendar/periods.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import { type BuddyState, own, type StreakState } from "../core/State.ts"
import { localDay, startOfDay, type Zone } from "../calendar/zones.ts"

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

/** The end of a period, grace included. */
export const deadlineOf = (streak: CompiledStreak, zone: Zone, period: number): number =>
  startOfPeriod(streak, zone, period + 1) + streak.rule.grace_minutes * minuteMs

/** The end of the first period after `last` that asks for something: by then it has to be extended or frozen. */
export const expiryAfter = (streak: CompiledStreak, zone: Zone, last: number, pardons: Pardons): number =>
  deadlineOf(streak, zone, nextDue(pardons, last))

/** The last period that counted; null before the first. */
export const lastPeriodOf = (streak: StreakState): number | null =>
  streak.qualified.length > 0 ? streak.qualified[streak.qualified.length - 1]! : streak.base.period

/** The first period whose end, grace included, has not come yet: all before it are over. */
export const openPeriodAt = (streak: CompiledStreak, zone: Zone, at: number): number => {
  const present = periodAt(streak, zone, at)
  return isInGrace(streak, zone, present, at) ? present - 1 : present
}

/** The calendar a streak goes by at a moment. */
export const zoneOfStreak = (
  { rule }: CompiledStreak,
  state: Pick<BuddyState, "timezone">,
  { now, tenant_timezone }: { readonly now: number; readonly tenant_timezone: string }
): Zone =>
  zoneFor(
    rule.timezone.mode,
    { user: userZoneAt(state.timezone, now), tenant: tenant_timezone },
    rule.timezone.fallback
  )

/** Could the freezes at hand still bridge what is missing between `last` and the open period? */
export const isRunning = (
  { rule }: CompiledStreak,
  held: StreakState,
  pardons: Pardons,
  { last, open }: { readonly last: number; readonly open: number }
): boolean => openBetween(pardons, last, open) <= (rule.freezes.auto_consume ? held.freezes_left : 0)

/**
 * A streak as its rule finds it, on the calendar of the moment its facts are judged at; null: there is none, or it ran
 * at another frequency and starts over with its next event.
 */
export const standingOf = (facts: Facts, streakKey: string) => {
  const { around, as_of, now, snapshot, state, tenant_timezone } = facts
  const held = own(state.streaks, streakKey)
  const streak = snapshot.streaks.get(streakKey)
  if (held === undefined || streak === undefined || held.frequency !== streak.rule.frequency) return null
  const pardons = pardonsOf(streak, held, state.vacations)
  const zone = zoneOfStreak(streak, state, { now: as_of ?? around?.at ?? now, tenant_timezone })
  return { streak, standing: { held, pardons, zone } }
}

/** The length of a streak at this moment: 0 once it has lapsed and the freezes at hand could not bridge the gap. */
export const runningStreak = (facts: Facts, streakKey: string): number => {
  const { snapshot, state } = facts
  const held = own(state.streaks, streakKey)
  if (held === undefined) return 0
  const last = lastPeriodOf(held)
  const streak = snapshot.streaks.get(streakKey)
  if (streak === undefined) return held.current
  // It starts over with its next event, see streakOf.
  if (last === null || held.frequency !== streak.rule.frequency) return 0
  const open = openPeriodAt(streak, zoneOfStreak(streak, state, facts), facts.now)
  return isRunning(streak, held, pardonsOf(streak, held, state.vacations), { last, open }) ? held.current : 0
}
