/** What is known of the days of a user: the first and the newest. */
import type { Granularity } from "../../../../wire/analytics/Frame.ts"
import { periodAfter, periodOf } from "./Periods.ts"

/** First and newest day. */
export interface Span {
  readonly first: number
  readonly last: number
}

/** Days of a month as bits, the first one lowest. */
export const monthBits = (days: Iterable<number>): ReadonlyMap<number, number> => {
  const months = new Map<number, number>()
  for (const day of days) {
    const month = periodOf("month", day)
    months.set(month, (months.get(month) ?? 0) | (1 << (day - month)))
  }
  return months
}

export const daysOfBits = (month: number, bits: number): ReadonlyArray<number> => {
  const days: Array<number> = []
  for (let place = 0; place < 31; place++) if ((bits >>> place) & 1) days.push(month + place)
  return days
}

export class Life {
  span: Span | null
  private readonly months: Map<number, number>

  constructor(span: Span | null, months: ReadonlyMap<number, number> = new Map()) {
    this.span = span
    this.months = new Map(months)
  }

  private has(day: number): boolean {
    const month = periodOf("month", day)
    return ((this.months.get(month) ?? 0) & (1 << (day - month))) !== 0
  }

  isActive(granularity: Granularity, period: number): boolean {
    if (granularity === "month") return (this.months.get(period) ?? 0) !== 0
    const end = periodAfter(granularity, period, 1)
    for (let day = period; day < end; day++) if (this.has(day)) return true
    return false
  }

  /** Every period with a day in it. */
  periods(granularity: Granularity): ReadonlySet<number> {
    const days = [...this.months].flatMap(([month, bits]) => daysOfBits(month, bits))
    return new Set(days.map((day) => periodOf(granularity, day)))
  }

  add(day: number): void {
    const month = periodOf("month", day)
    this.months.set(month, (this.months.get(month) ?? 0) | (1 << (day - month)))
    const { first, last } = this.span ?? { first: day, last: day }
    this.span = { first: Math.min(first, day), last: Math.max(last, day) }
  }
}

/** Whether a day of theirs lies before the newest: then the others have to be known, and else the span tells enough. */
export const isLate = (span: Span | null, days: ReadonlyArray<number>): boolean =>
  span !== null && days.some((day) => day < span.last)
