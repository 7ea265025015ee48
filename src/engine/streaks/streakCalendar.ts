/** What became of each day of a streak, as a calendar shows it. */
import type { StreakRule } from "../../wire/content/StreakRule.ts"
import type { Facts } from "../core/Facts.ts"
import { isOnVacation, type Pardons, pardonsOf } from "./pardons.ts"
import { periodKey, periodOf } from "../calendar/periods.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import { own, type StreakBase, type StreakState } from "../core/State.ts"
import { isRunning, lastPeriodOf, openPeriodAt, periodAt, zoneOfStreak } from "./streakClock.ts"
import { foldPeriods } from "./streakFold.ts"

/** As stored in `StreakState.past`: the place in this list. */
const marks = ["missed", "done", "frozen", "restored", "vacation"] as const
type Mark = (typeof marks)[number]

/**
 * pending: today, and yesterday within the grace. upcoming: later than today. none: before the first day that counted,
 * or longer ago than a year.
 */
export type DayStatus = Mark | "pending" | "upcoming" | "none"

/** A year and the longest window in which a missed day can be restored. */
const rememberedMax = 400

const excuseOf = (pardons: Pardons, period: number): Mark | null => {
  if (pardons.restored.includes(period)) return "restored"
  if (isOnVacation(pardons, period)) return "vacation"
  return pardons.frozen.includes(period) ? "frozen" : null
}

/** Everything after `base.period` up to the last of `periods`, one mark per period. */
const marksOf = (
  rule: StreakRule,
  base: StreakBase,
  periods: ReadonlyArray<number>,
  pardons: Pardons
): ReadonlyArray<readonly [period: number, mark: Mark]> => {
  const { bridged } = foldPeriods(rule, base, periods, pardons)
  const found: Array<readonly [number, Mark]> = []
  let before = base.period
  for (const period of periods) {
    const first = before === null ? period : Math.max(before + 1, period - rememberedMax)
    for (let between = first; between < period; between += 1) {
      found.push([between, excuseOf(pardons, between) ?? (bridged.has(period) ? "frozen" : "missed")])
    }
    found.push([period, "done"])
    before = period
  }
  return found
}

/** `StreakState.past` once `settled` are folded into the base. */
export const pastOf = (
  { rule }: CompiledStreak,
  { base, past = base.period === null ? [] : [marks.indexOf("done"), 1] }: StreakState,
  settled: ReadonlyArray<number>,
  pardons: Pardons
): ReadonlyArray<number> => {
  const next = [...past]
  for (const [, mark] of marksOf(rule, base, settled, pardons)) {
    const code = marks.indexOf(mark)
    if (next.length > 0 && next[next.length - 2] === code) next[next.length - 1]! += 1
    else next.push(code, 1)
  }
  let extra = next.reduce((sum, value, index) => (index % 2 === 1 ? sum + value : sum), 0) - rememberedMax
  while (extra > 0) {
    const oldest = next[1]!
    if (oldest > extra) next[1] = oldest - extra
    else next.splice(0, 2)
    extra -= oldest
  }
  return next
}

const remembered = (streak: CompiledStreak, held: StreakState, pardons: Pardons): Map<number, DayStatus> => {
  const found = new Map<number, DayStatus>()
  const { base, past = [], qualified } = held
  let period = base.period ?? 0
  for (let index = past.length - 2; index >= 0; index -= 2) {
    for (let count = past[index + 1]!; count > 0; count -= 1) found.set(period--, marks[past[index]!]!)
  }
  if (base.period !== null) found.set(base.period, "done")
  for (const [one, mark] of marksOf(streak.rule, base, qualified, pardons)) found.set(one, mark)
  return found
}

export interface CalendarDay {
  /** `2026-11-20` */
  readonly date: string
  readonly period_key: string
  readonly status: DayStatus
}

/** One entry per local day from `from_day` to `to_day`, both included; days of a week or month share its status. */
export const streakCalendar = (
  facts: Facts,
  streak: CompiledStreak,
  { from_day, to_day }: { readonly from_day: number; readonly to_day: number }
): ReadonlyArray<CalendarDay> => {
  const { state } = facts
  const { kind, rule } = streak
  const stored = own(state.streaks, rule.streak_key)
  const held = stored !== undefined && stored.frequency === rule.frequency ? stored : undefined
  const zone = zoneOfStreak(streak, state, facts)
  const pardons = pardonsOf(streak, held ?? {}, state.vacations)
  const open = openPeriodAt(streak, zone, facts.now)
  const present = periodAt(streak, zone, facts.now)
  const last = held === undefined ? null : lastPeriodOf(held)
  const known = held === undefined ? new Map<number, DayStatus>() : remembered(streak, held, pardons)
  const runs = held !== undefined && last !== null && isRunning(streak, held, pardons, { last, open })
  const statusOf = (period: number): DayStatus => {
    const seen = known.get(period)
    if (seen !== undefined) return seen
    if (period > present) return isOnVacation(pardons, period) ? "vacation" : "upcoming"
    const excuse = excuseOf(pardons, period)
    if (excuse !== null && (last === null || period > last)) return excuse
    if (period >= open) return "pending"
    return last !== null && period > last ? (runs ? "frozen" : "missed") : "none"
  }
  return Array.from({ length: Math.max(0, to_day - from_day + 1) }, (_, index) => {
    const day = from_day + index
    const period = periodOf(kind, day)
    return { date: periodKey("day", day), period_key: periodKey(kind, period), status: statusOf(period) }
  })
}
