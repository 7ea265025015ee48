/** The days a report is about, and in which steps it tells them. */
import { parseDay } from "../../../../wire/Day.ts"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { type Granularity, window_days_max } from "../../../../wire/analytics/Frame.ts"
import { nameOf, periodAfter, periodOf, periodsOf, textOf } from "./Periods.ts"

export const window_days_default = 30

export interface WindowQuery {
  readonly window_days?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly granularity?: Granularity | undefined
}

/** Days since 1970-01-01, both included. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly granularity: Granularity
}

/**
 * How far ahead of today figures may stand: of a day that was counted in a zone the workspace has left, no two zones
 * are further apart.
 */
export const days_ahead = 2

export const daysIn = ({ from, to }: Pick<Window, "from" | "to">): number => to - from + 1

const granularityFor = (days: number): Granularity => (days <= 31 ? "day" : days <= 190 ? "week" : "month")

const spanOf = (
  { from, to, window_days }: WindowQuery,
  today: number
): Pick<Window, "from" | "to"> | ValidationFailed => {
  if (from === undefined && to === undefined) {
    return { from: today - (window_days ?? window_days_default) + 1, to: today }
  }
  if (window_days !== undefined) return ValidationFailed.at(["window_days"], "send window_days, or from and to")
  if (from === undefined || to === undefined) {
    return ValidationFailed.at([from === undefined ? "from" : "to"], "from and to are sent together")
  }
  const span = { from: parseDay(from), to: parseDay(to) }
  if (span.to > today) return ValidationFailed.at(["to"], "to is today at the latest")
  if (span.to < span.from) return ValidationFailed.at(["to"], "to is not before from")
  return daysIn(span) > window_days_max
    ? ValidationFailed.at(["from"], `a window has at most ${window_days_max} days`)
    : span
}

export const windowOf = (query: WindowQuery, today: number): Window | ValidationFailed => {
  const span = spanOf(query, today)
  return span instanceof ValidationFailed
    ? span
    : { ...span, granularity: query.granularity ?? granularityFor(daysIn(span)) }
}

/** As long, and right before it. */
export const windowBefore = (window: Window): Window => ({
  ...window,
  from: window.from - daysIn(window),
  to: window.from - 1
})

export const shownWindow = (window: Window, timezone: string) => ({
  from: textOf(window.from),
  to: textOf(window.to),
  days: daysIn(window),
  timezone,
  granularity: window.granularity
})

export interface Period {
  /** its first day */
  readonly at: number
  readonly period: string
  /** false: the window or today cuts it */
  readonly complete: boolean
  /** of the window's */
  readonly from: number
  readonly to: number
}

export const periodsIn = ({ from, granularity, to }: Window, today: number): ReadonlyArray<Period> =>
  periodsOf(granularity, from, to).map((at) => {
    const last = periodAfter(granularity, at, 1) - 1
    return {
      at,
      period: nameOf(granularity, at),
      complete: at >= from && last <= to && last < today,
      from: Math.max(at, from),
      to: Math.min(last, to)
    }
  })

/** Sums by day as sums by period. */
export const byPeriod = (window: Window, days: ReadonlyMap<number, number>): ((at: number) => number) => {
  const sums = new Map<number, number>()
  for (const [day, value] of days) {
    const at = periodOf(window.granularity, day)
    sums.set(at, (sums.get(at) ?? 0) + value)
  }
  return (at) => sums.get(at) ?? 0
}

/** A share with four decimals; of nothing there is none. */
export const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
