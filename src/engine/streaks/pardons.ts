/**
 * Periods in which a streak asks for nothing: vacations, missed periods that were restored, and periods a freeze was
 * spent on by hand. They keep a streak without lengthening it. Freezes that are spent by themselves are no pardons:
 * they follow from the fold.
 */
import { firstDayOf, periodOf } from "../calendar/periods.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import type { StreakState, Vacation } from "../core/State.ts"

export interface Pardons {
  /** first and last period, both included; oldest first, never overlapping */
  readonly vacations: ReadonlyArray<readonly [first: number, last: number]>
  readonly restored: ReadonlyArray<number>
  readonly frozen: ReadonlyArray<number>
}

const nothing: ReadonlyArray<number> = []
export const noPardons: Pardons = { vacations: [], restored: nothing, frozen: nothing }

/** A week or month is spared when all of its days are. */
const sparedPeriods = ({ kind }: CompiledStreak, { from_day, to_day }: Vacation): readonly [number, number] => {
  const first = periodOf(kind, from_day)
  return [firstDayOf(kind, first) === from_day ? first : first + 1, periodOf(kind, to_day + 1) - 1]
}

/** Vacations without a working day between them spare as one. */
const joined = (vacations: ReadonlyArray<Vacation>): ReadonlyArray<Vacation> => {
  const found: Array<Vacation> = []
  for (const vacation of vacations) {
    const before = found[found.length - 1]
    if (before === undefined || before.to_day + 1 < vacation.from_day) found.push(vacation)
    else found[found.length - 1] = { from_day: before.from_day, to_day: vacation.to_day }
  }
  return found
}

export const pardonsOf = (
  streak: CompiledStreak,
  { frozen = nothing, restored = nothing }: Pick<StreakState, "frozen" | "restored">,
  vacations: ReadonlyArray<Vacation> | undefined
): Pardons => {
  const isSpared = streak.rule.vacation !== null && vacations !== undefined && vacations.length > 0
  if (!isSpared && frozen.length === 0 && restored.length === 0) return noPardons
  const ranges = isSpared ? joined(vacations).map((vacation) => sparedPeriods(streak, vacation)) : []
  return { vacations: ranges.filter(([first, last]) => first <= last), restored, frozen }
}

export const isOnVacation = ({ vacations }: Pardons, period: number): boolean =>
  vacations.some(([first, last]) => first <= period && period <= last)

export const isPardoned = (pardons: Pardons, period: number): boolean =>
  pardons.restored.includes(period) || pardons.frozen.includes(period) || isOnVacation(pardons, period)

/** Periods after `from` and before `to` that nothing pardons. */
export const openBetween = (pardons: Pardons, from: number, to: number): number => {
  const between = to - from - 1
  if (between <= 0 || pardons === noPardons) return between
  let open = between
  for (const [first, last] of pardons.vacations) {
    open -= Math.max(0, Math.min(last, to - 1) - Math.max(first, from + 1) + 1)
  }
  for (const period of pardons.restored) if (isCounted(pardons, period, from, to)) open -= 1
  for (const period of pardons.frozen) {
    if (isCounted(pardons, period, from, to) && !pardons.restored.includes(period)) open -= 1
  }
  return open
}

const isCounted = (pardons: Pardons, period: number, from: number, to: number): boolean =>
  period > from && period < to && !isOnVacation(pardons, period)

/** Freezes spent by hand on periods between that did not qualify after all. */
export const frozenBetween = ({ frozen }: Pardons, from: number, to: number): number =>
  frozen.filter((period) => period > from && period < to).length

/** The first period after `last` that asks for something. */
export const nextDue = (pardons: Pardons, last: number): number => {
  let period = last + 1
  while (isPardoned(pardons, period)) period += 1
  return period
}
