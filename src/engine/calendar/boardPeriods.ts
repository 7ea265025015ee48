/** The periods of a board on the calendar of its tenant, under the keys that limits use. */
import type { BoardPeriod } from "../../wire/campaigns/Leaderboard.ts"
import { firstDayOf, periodKey, type PeriodKind, periodOf } from "./periods.ts"
import { localDay, startOfDay, type Zone } from "./zones.ts"

const kinds: Readonly<Record<Exclude<BoardPeriod, "all_time">, PeriodKind>> = {
  daily: "day",
  weekly: "week",
  monthly: "month"
}

/** How many periods before the running one can be read. */
const readable = { daily: 30, weekly: 13, monthly: 13 } as const

export const allTimeKey = "total"

/** The key of the period a moment belongs to, for the engine. */
export const boardKeyAt = (period: BoardPeriod, zone: Zone, at: number): string =>
  period === "all_time" ? allTimeKey : periodKey(kinds[period], periodOf(kinds[period], localDay(zone, at)))

export interface BoardPeriodOf {
  readonly period_key: string
  /** epoch ms; null: it has no beginning and no end */
  readonly window: { readonly starts_at: number; readonly ends_at: number } | null
  /** the key of the one before; null: none */
  readonly before: string | null
}

const allTime: BoardPeriodOf = { period_key: allTimeKey, window: null, before: null }

const numbered = (period: Exclude<BoardPeriod, "all_time">, zone: Zone, number: number): BoardPeriodOf => {
  const kind = kinds[period]
  const startOf = (one: number) => startOfDay(zone, firstDayOf(kind, one))
  return {
    period_key: periodKey(kind, number),
    window: { starts_at: startOf(number), ends_at: startOf(number + 1) },
    before: periodKey(kind, number - 1)
  }
}

/** The running period. */
export const boardPeriodAt = (period: BoardPeriod, zone: Zone, now: number): BoardPeriodOf =>
  period === "all_time" ? allTime : numbered(period, zone, periodOf(kinds[period], localDay(zone, now)))

/** The period of that key, if it is one that can be read; a few of them, so looking at each is quick. */
export const boardPeriodNamed = (
  period: BoardPeriod,
  zone: Zone,
  now: number,
  key: string
): BoardPeriodOf | undefined => {
  if (period === "all_time") return key === allTimeKey ? allTime : undefined
  const kind = kinds[period]
  const current = periodOf(kind, localDay(zone, now))
  for (let back = 0; back <= readable[period]; back++) {
    if (periodKey(kind, current - back) === key) return numbered(period, zone, current - back)
  }
  return undefined
}
