/** Everything a user wants to know of their streaks: GET /buddies/{id}/streaks without the buddy_id. */
import type { StreakRule } from "../../wire/content/StreakRule.ts"
import type { Facts } from "../core/Facts.ts"
import { periodKey } from "../calendar/periods.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import { own, type Vacation } from "../core/State.ts"
import { type CalendarDay, streakCalendar } from "./streakCalendar.ts"
import { restorableUntil } from "./streakRepair.ts"
import { deadlineAt, riskOf } from "./streakRisk.ts"
import { allowanceOf, dayOfUser, takenIn } from "./vacations.ts"
import { isoTime } from "../calendar/zones.ts"

const isoOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at))

/** The next length that pays; null when none does. */
const nextMilestone = ({ milestones }: StreakRule, current: number): number | null => {
  const next = milestones.flatMap((milestone) => {
    if ("every" in milestone) return [(Math.floor(current / milestone.every) + 1) * milestone.every]
    return milestone.length > current ? [milestone.length] : []
  })
  return next.length === 0 ? null : Math.min(...next)
}

export interface StreakBoardEntry {
  readonly streak_key: string
  readonly name: string | null
  readonly frequency: StreakRule["frequency"]
  readonly status: "running" | "at_risk" | "broken" | "not_started"
  readonly current_streak: number
  readonly longest_streak: number
  readonly period_key: string | null
  readonly freezes_left: number
  readonly expires_at: string | null
  readonly restorable_until: string | null
  readonly next_milestone: number | null
  readonly calendar: ReadonlyArray<CalendarDay>
}

type Range = Parameters<typeof streakCalendar>[2]

const entryOf = (facts: Facts, streak: CompiledStreak, range: Range): StreakBoardEntry => {
  const { rule } = streak
  const stored = own(facts.state.streaks, rule.streak_key)
  const held = stored?.frequency === rule.frequency ? stored : undefined
  const deadline = deadlineAt(facts, streak)
  const current_streak = deadline === null ? 0 : held!.current
  const isAtRisk = deadline !== null && riskOf(facts, streak) !== null
  return {
    streak_key: rule.streak_key,
    name: rule.name,
    frequency: rule.frequency,
    status: deadline !== null ? (isAtRisk ? "at_risk" : "running") : held === undefined ? "not_started" : "broken",
    current_streak,
    longest_streak: stored?.longest ?? 0,
    period_key: held?.period_key ?? null,
    freezes_left: stored?.freezes_left ?? rule.freezes.initial,
    expires_at: isoOrNull(deadline?.expires_at ?? null),
    restorable_until: isoOrNull(restorableUntil(facts, streak)),
    next_milestone: nextMilestone(rule, current_streak),
    calendar: streakCalendar(facts, streak, range)
  }
}

const vacationOf = ({ from_day, to_day }: Vacation, today: number) => ({
  starts_on: periodKey("day", from_day),
  ends_on: periodKey("day", to_day),
  days: to_day - from_day + 1,
  status: to_day < today ? ("over" as const) : from_day > today ? ("planned" as const) : ("running" as const)
})

/** Streaks of other audiences are no concern of this buddy. `rangeOf` is told what day it is for the user. */
export const streakBoard = (facts: Facts, audience: string, rangeOf: (today: number) => Range) => {
  const { snapshot, state } = facts
  const today = dayOfUser(state, facts)
  const allowance = allowanceOf(snapshot, audience)
  const vacations = state.vacations ?? []
  const streaks = [...snapshot.streaks.values()].filter(
    ({ rule }) => rule.audience === null || rule.audience === audience
  )
  return {
    today: periodKey("day", today),
    vacation_allowance: allowance === null ? null : { ...allowance, taken_this_year: takenIn(vacations, today) },
    vacations: vacations.map((vacation) => vacationOf(vacation, today)),
    streaks: streaks.map((streak) => entryOf(facts, streak, rangeOf(today)))
  }
}
