/** How often an event was counted, from the dates it was counted on. */
import type { Limits } from "../../../src/wire/content/Shared.ts"
import { periodStart, plusDays } from "./Calendar.ts"

const between = (dates: string[], first: string, last: string) =>
  dates.filter((date) => first <= date && date <= last).length

export function countSince(dates: string[], today: string, window: number): number {
  return between(dates, plusDays(today, 1 - window), "9999")
}

/** As of a day: what came later is not known yet. */
export function countUpTo(dates: string[], last: string, window: number | null): number {
  return between(dates, window === null ? "" : plusDays(last, 1 - window), last)
}

/** In the fullest window that a day belongs to. */
export function bestAround(dates: string[], day: string, window: number): number {
  const lasts = Array.from({ length: window }, (_, shift) => plusDays(day, shift))
  return Math.max(...lasts.map((last) => countUpTo(dates, last, window)))
}

interface Firing {
  at: number
  date: string
}

/** Whether one more would be one too many, or come too soon. */
export function isUsedUp(limits: typeof Limits.Type, before: readonly Firing[], { at, date }: Firing): boolean {
  if (before.some((firing) => Math.abs(at - firing.at) < limits.cooldown_seconds * 1000)) return true
  const sameIn = (name: (date: string) => string) => before.filter((firing) => name(firing.date) === name(date)).length
  const caps: (readonly [number | null, number])[] = [
    [limits.max_total, before.length],
    [limits.max_per_day, sameIn((day) => day)],
    [limits.max_per_week, sameIn((day) => periodStart("weekly", day))],
    [limits.max_per_month, sameIn((day) => day.slice(0, 7))]
  ]
  return caps.some(([max, used]) => max !== null && used >= max)
}
