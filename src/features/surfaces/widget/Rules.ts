/** What widgets are told that follows from the clock and the config version alone. */
import { firstDayOf, periodOf } from "../../../engine/calendar/periods.ts"
import { isoTime, localDay, startOfDay, zoneOf } from "../../../engine/calendar/zones.ts"
import type { Snapshot } from "../../../engine/core/Snapshot.ts"
import type { WidgetLabels } from "./Api/Config.ts"
import type { WidgetLeaderboard } from "./Api/Leaderboard.ts"

/** Reads of one board within this long show the same moment, so that asking again finds nothing new. */
const board_ms = 10_000

/** A week of the workspace's calendar in which nobody is ranked: coins earned, among the buddies of an audience. */
export const unrankedWeek = (now: number, timezone: string): Omit<WidgetLeaderboard, "scopes"> => {
  const zone = zoneOf(timezone)
  const week = periodOf("week", localDay(zone, now))
  const startOf = (period: number) => isoTime(startOfDay(zone, firstDayOf("week", period)))
  return {
    leaderboard: {
      period: "weekly",
      scope: "audience",
      metric: { type: "coins_earned", key: null },
      starts_at: startOf(week),
      ends_at: startOf(week + 1),
      as_of: isoTime(Math.max(Math.floor(now / board_ms) * board_ms, startOfDay(zone, firstDayOf("week", week))))
    },
    total: 0,
    me: null,
    entries: [],
    league: null
  }
}

/** What the config version calls tokens, skills and stages. */
export const labelsOf = ({ skills, stages, tokens }: Snapshot): Omit<WidgetLabels, "coin"> => ({
  tokens: Object.fromEntries([...tokens].map(([key, { name }]) => [key, name])),
  skills: Object.fromEntries([...skills].map(([key, { skill }]) => [key, skill.name])),
  stages: Object.fromEntries([...stages].map(([stage, { name }]) => [String(stage), name]))
})
