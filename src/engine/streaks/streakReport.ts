/**
 * What an event is told of a streak: the run its own day belongs to, as far as it is known by now. The event that
 * filled a past day and the later ones of that day so hear of the same run, however long ago it ended; one whose day is
 * not full hears what there was to extend on that day.
 */
import type { StreakUpdate } from "../core/Decision.ts"
import { nextDue, openBetween } from "./pardons.ts"
import { periodKey } from "../calendar/periods.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import type { StreakState } from "../core/State.ts"
import { deadlineOf, expiryAfter, lastPeriodOf, openPeriodAt, periodAt, isInGrace } from "./streakClock.ts"
import { cursorOf, foldPeriods, longestOf, pendingFreezes, step } from "./streakFold.ts"
import type { Standing } from "./streakJoin.ts"
import { isoTime } from "../calendar/zones.ts"

interface Seen {
  readonly current: number
  /** epoch ms; null: there is nothing to lose */
  readonly expires_at: number | null
}

const over: Seen = { current: 0, expires_at: null }

/** The run over a full period; null: the period is not full, or too old to tell. */
const runOver = (streak: CompiledStreak, { held, pardons }: Standing, period: number) => {
  if (period === lastPeriodOf(held)) return { length: held.current, last: period }
  const { runs } = foldPeriods(streak.rule, held.base, held.qualified, pardons)
  const run = runs.find(({ periods }) => periods.includes(period))
  return run === undefined ? null : { length: run.length, last: run.periods.at(-1)! }
}

/** The streak as it was on the day of a moment, told from what is known by now; `periods` only up to that day. */
const asOfDay = (streak: CompiledStreak, { held, pardons, zone }: Standing, at: number) => {
  const period = periodAt(streak, zone, at)
  const last = lastPeriodOf(held)
  const { current, freezes_left, since_freeze } = held
  if (last === null || last <= period) return cursorOf({ period: last, current, freezes_left, since_freeze })
  const cursor = cursorOf(held.base)
  for (const one of held.qualified) if (one <= period) step(streak.rule, cursor, one, pardons)
  cursor.freezes_left = Math.max(0, cursor.freezes_left - pendingFreezes(pardons, cursor.period))
  return cursor
}

/** What ran at a moment; it may have been saved by what the freezes of that day could bridge. */
export const runningAt = (streak: CompiledStreak, standing: Standing, at: number): Seen => {
  const { pardons, zone } = standing
  const { current, freezes_left, period: last } = asOfDay(streak, standing, at)
  if (last === null || current === 0) return over
  const open = openPeriodAt(streak, zone, at)
  if (openBetween(pardons, last, open) > (streak.rule.freezes.auto_consume ? freezes_left : 0)) return over
  return { current, expires_at: deadlineOf(streak, zone, nextDue(pardons, Math.max(last, open - 1))) }
}

/** `longest` is never less, whatever becomes of the runs that can still change. */
export const floorOf = ({
  longest,
  longest_settled = longest
}: Pick<StreakState, "longest" | "longest_settled">): number => longest_settled

/** The longest run there was on the day of a moment. */
export const longestAt = (streak: CompiledStreak, { held, pardons, zone }: Standing, at: number): number => {
  const period = periodAt(streak, zone, at)
  const last = lastPeriodOf(held)
  if (last === null || last <= period) return held.longest
  const until = held.qualified.filter((one) => one <= period)
  return Math.max(floorOf(held), longestOf(foldPeriods(streak.rule, held.base, until, pardons)))
}

/** The length of the run that the day of a moment belongs to, days after it included; 0: to none. */
export const lengthAround = (streak: CompiledStreak, standing: Standing, at: number): number => {
  const period = periodAt(streak, standing.zone, at)
  const run = runOver(streak, standing, period)
  if (run !== null) return run.length
  return isInGrace(streak, standing.zone, period, at) ? (runOver(streak, standing, period - 1)?.length ?? 0) : 0
}

export interface Event {
  readonly at: number
  readonly period: number
  readonly isExtended: boolean
  readonly isBridged: boolean
}

export const updateOf = (streak: CompiledStreak, standing: Standing, event: Event): StreakUpdate => {
  const { held, pardons, zone } = standing
  const { at, isBridged, isExtended, period } = event
  const run = runOver(streak, standing, period)
  const { current, expires_at } =
    run === null
      ? runningAt(streak, standing, at)
      : { current: run.length, expires_at: expiryAfter(streak, zone, run.last, pardons) }
  return {
    streak_key: streak.rule.streak_key,
    current_streak: current,
    longest_streak: held.longest,
    extended: isExtended,
    period_key: periodKey(streak.kind, period),
    freezes_left: held.freezes_left,
    used_freeze: isBridged,
    expires_at: expires_at === null ? null : isoTime(expires_at)
  }
}
