/** Days, weeks (from Monday) and months of the calendar. A period goes by its first day, days since 1970-01-01. */
import type { Granularity } from "../../../../wire/analytics/Frame.ts"

const day_ms = 86_400_000

const dateOf = (day: number): Date => new Date(day * day_ms)
const dayOf = (date: Date): number => Math.floor(date.getTime() / day_ms)

/** The first day of the month so many months on. */
const monthFrom = (day: number, months: number): number => {
  const date = dateOf(day)
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)))
}

/** Of a few days asked about for every user: the calendar is looked at once for each. */
const kept_max = 4_096
export const remembered = <In, Out>(calculate: (given: In) => Out): ((given: In) => Out) => {
  let known = new Map<In, Out>()
  return (given) => {
    const before = known.get(given)
    if (before !== undefined) return before
    if (known.size >= kept_max) known = new Map()
    const found = calculate(given)
    known.set(given, found)
    return found
  }
}

/** `2026-11-22` */
export const textOf = remembered((day: number): string => dateOf(day).toISOString().slice(0, 10))

export const dayOfText = remembered((text: string): number => dayOf(new Date(`${text}T00:00:00Z`)))

const monthOf = remembered((day: number): number => monthFrom(day, 0))

/** The period a day is in. */
export const periodOf = (granularity: Granularity, day: number): number => {
  if (granularity === "day") return day
  // 1970-01-01 was a Thursday.
  return granularity === "week" ? day - ((((day + 3) % 7) + 7) % 7) : monthOf(day)
}

/** The one so many periods behind (before, when negative). */
export const periodAfter = (granularity: Granularity, period: number, count: number): number => {
  if (granularity === "day") return period + count
  return granularity === "week" ? period + 7 * count : monthFrom(period, count)
}

/** How many periods lie between two. */
export const periodsBetween = (granularity: Granularity, from: number, to: number): number => {
  if (granularity === "day") return to - from
  if (granularity === "week") return Math.round((to - from) / 7)
  const [first, last] = [dateOf(from), dateOf(to)]
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth()
}

/** As a calendar writes it: `2026-11-22`, `2026-W47`, `2026-11`. */
export const nameOf = (granularity: Granularity, period: number): string => {
  if (granularity === "day") return textOf(period)
  if (granularity === "month") return textOf(period).slice(0, 7)
  // The year of a week is that of its Thursday.
  const thursday = period + 3
  const year = dateOf(thursday).getUTCFullYear()
  const first = periodOf("week", dayOf(new Date(Date.UTC(year, 0, 4))))
  return `${year}-W${String(1 + (period - first) / 7).padStart(2, "0")}`
}

/** Every period that has a day of them, in order. */
export const periodsOf = (granularity: Granularity, from: number, to: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = periodOf(granularity, from); at <= to; at = periodAfter(granularity, at, 1)) found.push(at)
  return found
}
