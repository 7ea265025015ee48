/**
 * Days of a year as bits, from its end: the last of 366 is January 1. So the days of any window within a year are one
 * mask.
 */
import { dayOfText, remembered, textOf } from "./Periods.ts"

export const year_bits = 366

/** January 1 of the day's year. */
export const yearOf = remembered((day: number): number => dayOfText(`${textOf(day).slice(0, 4)}-01-01`))

/** Every year that has a day of them, in order. */
export const yearsOf = (from: number, to: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let year = yearOf(from); year <= to; year = yearOf(year + year_bits)) found.push(year)
  return found
}

/** The days from one to another, as far as they are of the year; `0` and `1`, as Postgres reads them. */
export const maskOf = (year: number, from: number, to: number): string => {
  const last = yearOf(year + year_bits) - 1
  const [least, most] = [Math.max(from, year) - year, Math.min(to, last) - year]
  if (most < least) return "0".repeat(year_bits)
  return "0".repeat(year_bits - 1 - most) + "1".repeat(most - least + 1) + "0".repeat(least)
}

/** Ascending. */
export const daysOfYear = (year: number, bits: string): ReadonlyArray<number> => {
  const days: Array<number> = []
  for (let at = bits.lastIndexOf("1"); at >= 0; at = at === 0 ? -1 : bits.lastIndexOf("1", at - 1))
    days.push(year + year_bits - 1 - at)
  return days
}

/** What days come to by year, as Postgres reads it. */
export const yearBits = (
  days: ReadonlyArray<number>
): ReadonlyArray<{ readonly year: number; readonly bits: string }> =>
  Array.from(Map.groupBy(days, yearOf), ([year, own]) => {
    const bits = Array.from({ length: year_bits }, () => "0")
    for (const day of own) bits[year_bits - 1 - (day - year)] = "1"
    return { year, bits: bits.join("") }
  })
