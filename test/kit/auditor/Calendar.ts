/**
 * Dates the auditor's way: texts such as `2026-11-20`, asked from Intl and stepped with UTC dates. Slow and plain on
 * purpose.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
    formatters.set(zone, formatter)
  }
  return formatter
}

const regions = new Set(Intl.supportedValuesOf("timeZone").concat("UTC"))

export const isZone = (name: string): boolean => regions.has(name)

const dates = new Map<string, string>()

/** The calendar date in a zone. */
export function dateIn(zone: string, at: number): string {
  const memo = `${zone} ${at}`
  let date = dates.get(memo)
  if (date === undefined) {
    date = formatterOf(zone).format(at)
    if (dates.size > 200_000) dates.clear()
    dates.set(memo, date)
  }
  return date
}

export function plusDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** A period is named by the date it starts on: the day itself, its Monday, or the first of its month. */
export type Frequency = "daily" | "weekly" | "monthly"

export function periodStart(frequency: Frequency, date: string): string {
  if (frequency === "daily") return date
  if (frequency === "monthly") return `${date.slice(0, 7)}-01`
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return plusDays(date, weekday === 0 ? -6 : 1 - weekday)
}

export function neighbour(frequency: Frequency, start: string, steps: number): string {
  if (frequency === "daily") return plusDays(start, steps)
  if (frequency === "weekly") return plusDays(start, 7 * steps)
  const moved = new Date(`${start}T00:00:00Z`)
  moved.setUTCMonth(moved.getUTCMonth() + steps)
  return moved.toISOString().slice(0, 10)
}

/** How many periods lie strictly between two. */
export function periodsBetween(frequency: Frequency, earlier: string, later: string): number {
  let count = 0
  for (let walk = neighbour(frequency, earlier, 1); walk < later; walk = neighbour(frequency, walk, 1)) count++
  return count
}

const starts = new Map<string, number>()

/** The first quarter hour of a local date, found by walking. */
export function startOfDate(zone: string, date: string): number {
  const memo = `${zone} ${date}`
  let start = starts.get(memo)
  if (start === undefined) {
    start = Date.parse(`${date}T00:00:00Z`) - 15 * 3_600_000
    while (formatterOf(zone).format(start) < date) start += 900_000
    if (starts.size > 50_000) starts.clear()
    starts.set(memo, start)
  }
  return start
}
