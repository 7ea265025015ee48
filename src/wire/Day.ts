/** Days of somebody's calendar: `2026-11-20`, without a time or a zone. */
import { Schema } from "effect"
import { isTimeZone } from "./content/TimeZone.ts"
import { parseInstant } from "./Ids.ts"

const dayMs = 86_400_000

/** No day of a calendar, and before each of them: of what is counted and belongs to no day that a report looks at. */
export const noDay = "0000-00-00"

/** Days since 1970-01-01. NaN when it names no day. */
export const parseDay = (date: string): number =>
  date.length === 10 ? parseInstant(`${date}T00:00:00Z`) / dayMs : Number.NaN

/**
 * Days since 1970-01-01 on the calendar of a zone; of UTC where there is no such zone. For who asks now and then: the
 * engine has one that remembers.
 */
export const dayIn = (timezone: string | null, at: number): number => {
  const timeZone = isTimeZone(timezone) ? timezone : "UTC"
  const date = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
  return parseDay(date.format(at))
}

export const Day = Schema.String.annotate({ format: "date", description: "a local day, `2026-11-20`" }).check(
  Schema.makeFilter<string>((date) => (Number.isNaN(parseDay(date)) ? "must be a day like 2026-11-20" : undefined))
)
