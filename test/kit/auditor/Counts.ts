/** How often an event was counted, from the dates it was counted on. */
import { plusDays } from "./Calendar.ts"

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
