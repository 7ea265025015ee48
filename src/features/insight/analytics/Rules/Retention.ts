/** How many of a cohort come back. */
import type { Granularity } from "../../../../wire/analytics/Frame.ts"
import { nameOf, periodAfter, periodsBetween } from "./Periods.ts"
import { rateOf } from "./Window.ts"

export type Mode = "on" | "on_or_after"

interface Cell {
  readonly cohort: number
  readonly period: number
  readonly users: number
}

export interface RetentionQuery {
  readonly granularity: Granularity
  readonly mode: Mode
  /** first days, ascending */
  readonly cohorts: ReadonlyArray<number>
  readonly today: number
  readonly active: ReadonlyArray<Cell>
  /** by the newest period of the users of a cohort */
  readonly last: ReadonlyArray<Cell>
}

/** However old a cohort is, so many periods of it are told. */
const told_max: Readonly<Record<Granularity, number>> = { day: 366, week: 104, month: 60 }

/** Of each cohort how many users were last seen so many periods on or later; what lies beyond counts as the last. */
const stillThere = (cells: ReadonlyArray<Cell>, granularity: Granularity) => {
  const most = told_max[granularity]
  const all = new Map<number, Array<number>>()
  for (const { cohort, period, users } of cells) {
    const left = all.get(cohort) ?? Array.from({ length: most + 2 }, () => 0)
    all.set(cohort, left)
    left[Math.min(most + 1, periodsBetween(granularity, cohort, period))]! += users
  }
  for (const left of all.values()) for (let offset = most; offset >= 0; offset--) left[offset]! += left[offset + 1]!
  return all
}

/** Users of a cohort by how many periods after it. */
const byOffset = (cells: ReadonlyArray<Cell>, granularity: Granularity): ReadonlyMap<string, number> =>
  new Map(cells.map(({ cohort, period, users }) => [`${cohort}/${periodsBetween(granularity, cohort, period)}`, users]))

export const retentionOf = ({ active, cohorts, granularity, last, mode, today }: RetentionQuery) => {
  const [on, left] = [byOffset(active, granularity), stillThere(last, granularity)]
  const told = cohorts.map((cohort) => {
    const reach = Math.min(told_max[granularity], Math.max(0, periodsBetween(granularity, cohort, today)))
    const offsets = Array.from({ length: reach + 1 }, (_, offset) => offset)
    const size = on.get(`${cohort}/0`) ?? 0
    const usersAt = (offset: number): number =>
      (mode === "on" ? on.get(`${cohort}/${offset}`) : left.get(cohort)?.[offset]) ?? 0
    const periods = offsets
      .filter((offset) => periodAfter(granularity, cohort, offset) <= today)
      .map((offset) => {
        const users = usersAt(offset)
        const complete = periodAfter(granularity, cohort, offset + 1) - 1 < today
        return { offset, users, rate: rateOf(users, size), complete }
      })
    return { cohort: nameOf(granularity, cohort), size, periods }
  })
  const offsets = Math.max(0, ...told.map(({ periods }) => periods.length))
  const overall = Array.from({ length: offsets }, (_, offset) => {
    const whole = told.filter(({ periods }) => periods[offset]?.complete === true)
    const users = whole.reduce((all, { periods }) => all + periods[offset]!.users, 0)
    const of = whole.reduce((all, { size }) => all + size, 0)
    return { offset, users, of, rate: rateOf(users, of) }
  })
  return { cohorts: told, overall }
}
