/** When seasons run: the next automatic one, what they are called, and what their moments say of them. Pure. */
import { periodKey, periodOf } from "../../../../engine/calendar/periods.ts"
import { dayMs, isoTime, localDay, startOfDay, zoneOf } from "../../../../engine/calendar/zones.ts"
import { type LeagueConfigInput, weekdays } from "../../../../wire/campaigns/League.ts"

export const hourMs = 3_600_000

/** Epoch ms, half-open. */
export interface Window {
  readonly starts_at: number
  readonly ends_at: number
}

export const doOverlap = (left: Window, right: Window): boolean =>
  left.starts_at < right.ends_at && right.starts_at < left.ends_at

/** An automatic season is written this long before it begins, so that it can be seen, and changed, beforehand. */
export const written_ahead_ms = dayMs

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** The first season from a weekday's midnight on, now or later, that meets no other; null: none is automatic. */
export const firstFree = (
  { enabled, season_days, starts_on, timezone }: LeagueConfigInput,
  others: ReadonlyArray<Window>,
  now: number
): Window | null => {
  if (!enabled || starts_on === null) return null
  const zone = zoneOf(timezone)
  const wanted = weekdays.indexOf(starts_on)
  const today = localDay(zone, now)
  for (let day = today + ((wanted - weekdayOf(today) + 7) % 7); ; day += 7) {
    const season = { starts_at: startOfDay(zone, day), ends_at: startOfDay(zone, day + season_days) }
    if (season.starts_at >= now && !others.some((other) => doOverlap(season, other))) return season
  }
}

/** By its week where it has one, else by its first day. */
export const nameOfSeason = ({ ends_at, starts_at }: Window, timezone: string): string => {
  const zone = zoneOf(timezone)
  const [first, after] = [localDay(zone, starts_at), localDay(zone, ends_at)]
  const isWeek = after - first === 7 && weekdayOf(first) === 0
  return isWeek
    ? `Week ${Number(periodKey("week", periodOf("week", first)).slice(-2))}`
    : `Season of ${periodKey("day", first)}`
}

export type SeasonStatus = "scheduled" | "active" | "finalizing" | "closing" | "closed"

/** What is stored of it; before the close the moments alone decide. */
export interface SeasonMoments extends Window {
  readonly finalizes_at: number
  readonly state: "open" | "closing" | "closed"
}

export const statusAt = ({ ends_at, starts_at, state }: SeasonMoments, now: number): SeasonStatus =>
  state !== "open" ? state : now < starts_at ? "scheduled" : now < ends_at ? "active" : "finalizing"

export const min_ms = 600_000
export const max_ms = 92 * dayMs
export const back_ms = 300_000
/** Late events count for up to three days more, and years of answers have four digits. */
export const last_ms = Date.UTC(9999, 11, 28)

/** What is wrong with the moments somebody gave, and where. */
export const windowIssue = (
  { ends_at, starts_at }: Window,
  now: number
): { readonly path: ReadonlyArray<string>; readonly message: string } | null => {
  if (starts_at < now - back_ms)
    return { path: ["starts_at"], message: "a season begins at most 5 minutes in the past" }
  if (ends_at > last_ms) return { path: ["ends_at"], message: `a season ends until ${isoTime(last_ms)}` }
  const length = ends_at - starts_at
  if (length < min_ms) return { path: ["ends_at"], message: "a season lasts 10 minutes or longer" }
  return length > max_ms
    ? { path: ["ends_at"], message: `a season lasts at most 92 days: until ${isoTime(starts_at + max_ms)}` }
    : null
}
