/** Days of somebody's calendar: `2026-11-20`, without a time or a zone. */
import { Schema } from "effect"
import { parseInstant } from "./Ids.ts"

const dayMs = 86_400_000

/** No day of a calendar, and before each of them: of what is counted and belongs to no day that a report looks at. */
export const noDay = "0000-00-00"

/** Days since 1970-01-01. NaN when it names no day. */
export const parseDay = (date: string): number =>
  date.length === 10 ? parseInstant(`${date}T00:00:00Z`) / dayMs : Number.NaN

export const Day = Schema.String.annotate({ format: "date", description: "a local day, `2026-11-20`" }).check(
  Schema.makeFilter<string>((date) => (Number.isNaN(parseDay(date)) ? "must be a day like 2026-11-20" : undefined))
)
