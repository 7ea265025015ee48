/**
 * Days on which nothing is asked of the user: streaks whose rule offers vacations neither grow nor break, skills whose
 * rule says so do not fade. A vacation is told before it begins, never afterwards.
 */
import { userZoneAt, zoneFor } from "../calendar/calendar.ts"
import type { Command } from "../core/Command.ts"
import type { DecideContext, ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, read, write } from "../core/Draft.ts"
import { pardonsOf } from "./pardons.ts"
import { periodKey } from "../calendar/periods.ts"
import type { Snapshot } from "../core/Snapshot.ts"
import type { BuddyState, Vacation } from "../core/State.ts"
import { lastPeriodOf } from "./streakClock.ts"
import { toldUnder } from "./streakTelling.ts"
import { refolded } from "../reversal/unqualify.ts"
import { localDay } from "../calendar/zones.ts"

/** Long enough for the limits of a calendar year and for any gap in a streak that a vacation may explain. */
const rememberedDays = 800
const aheadDaysMax = 365

const dateOf = (day: number): string => periodKey("day", day)
const yearOf = (day: number): string => dateOf(day).slice(0, 4)

/** The user's own day at a moment. */
export const dayOfUser = (
  state: Pick<BuddyState, "timezone">,
  { now, tenant_timezone }: Pick<DecideContext, "now" | "tenant_timezone">
): number => localDay(zoneFor("user", { user: userZoneAt(state.timezone, now), tenant: tenant_timezone }), now)

export interface Allowance {
  readonly max_days: number
  readonly max_per_year: number
}

/** What every streak that offers vacations allows, so that one vacation protects all of them; null: none offers any. */
export const allowanceOf = (snapshot: Snapshot, audience: string): Allowance | null => {
  const offers = [...snapshot.streaks.values()].flatMap(({ rule }) =>
    rule.enabled && rule.vacation !== null && (rule.audience === null || rule.audience === audience)
      ? [rule.vacation]
      : []
  )
  if (offers.length === 0) return null
  return {
    max_days: Math.min(...offers.map(({ max_days }) => max_days)),
    max_per_year: Math.min(...offers.map(({ max_per_year }) => max_per_year))
  }
}

export const takenIn = (vacations: ReadonlyArray<Vacation>, day: number): number =>
  vacations.filter(({ from_day }) => yearOf(from_day) === yearOf(day)).length

type Take = Extract<Command, { readonly _tag: "TakeVacation" }>

const refusal = (
  draft: Draft,
  allowance: Allowance | null,
  { from_day, to_day }: Vacation,
  today: number
): "not_offered" | "in_the_past" | "too_far_ahead" | "too_long" | "overlaps" | "too_many" | null => {
  const vacations = draft.state.vacations ?? []
  if (allowance === null) return "not_offered"
  if (from_day < today || to_day < from_day) return "in_the_past"
  if (from_day > today + aheadDaysMax) return "too_far_ahead"
  if (to_day - from_day + 1 > allowance.max_days) return "too_long"
  if (vacations.some((one) => one.from_day <= to_day && from_day <= one.to_day)) return "overlaps"
  return takenIn(vacations, from_day) >= allowance.max_per_year ? "too_many" : null
}

export const takeVacation = (draft: Draft, command: Take): ManualOutcome => {
  const today = dayOfUser(draft.state, draft.context)
  const wanted: Vacation = { from_day: command.from_day ?? today, to_day: command.to_day }
  const allowance = allowanceOf(draft.snapshot, draft.context.buddy.audience)
  const reason = refusal(draft, allowance, wanted, today)
  if (reason !== null) return { error: { code: "vacation_refused", reason, allowance } }
  const kept = (draft.state.vacations ?? []).filter(({ to_day }) => to_day > today - rememberedDays)
  change(
    draft,
    [...kept, wanted].sort((a, b) => a.from_day - b.from_day)
  )
  const { max_days, max_per_year } = allowance!
  const taken_in_year_after = takenIn(draft.state.vacations!, wanted.from_day)
  const taken = { taken_in_year_before: taken_in_year_after - 1, taken_in_year_after }
  return told(draft, "vacation_taken", wanted, { max_days, max_per_year, ...taken })
}

/** Ends the present vacation with yesterday, else calls off the next one. */
export const endVacation = (draft: Draft): ManualOutcome => {
  const today = dayOfUser(draft.state, draft.context)
  const vacations = draft.state.vacations ?? []
  const ending = vacations.find(({ to_day }) => to_day >= today)
  if (ending === undefined) return { error: { code: "no_vacation" } }
  const others = vacations.filter((one) => one !== ending)
  const isBegun = ending.from_day < today
  const cut = { from_day: ending.from_day, to_day: today - 1 }
  change(draft, isBegun ? [...others, cut].sort((a, b) => a.from_day - b.from_day) : others)
  const planned = { planned_until: dateOf(ending.to_day), today: dateOf(today) }
  return told(draft, isBegun ? "vacation_ended" : "vacation_cancelled", isBegun ? cut : ending, planned)
}

/**
 * Streaks that are spared end later, or sooner again. In the calendar of one that is ahead of the user's, a day of the
 * vacation may be over already: then its periods are counted anew.
 */
const change = (draft: Draft, vacations: ReadonlyArray<Vacation>): void => {
  draft.state.vacations = vacations
  for (const streak of draft.snapshot.streaks.values()) {
    const held = read(draft, "streaks", streak.rule.streak_key)
    if (streak.rule.vacation === null || held === undefined || held.frequency !== streak.rule.frequency) continue
    if (lastPeriodOf(held) === null) continue
    const pardons = pardonsOf(streak, held, vacations)
    const next = refolded(draft, streak, held, toldUnder(streak, held, pardons))
    if (next.expires_at === held.expires_at && next.current === held.current && next.freezes_left === held.freezes_left)
      continue
    write(draft, "streaks", streak.rule.streak_key, next)
    if (next.current !== held.current) draft.changed.add(streak.input)
  }
}

const told = (
  draft: Draft,
  type: "vacation_taken" | "vacation_ended" | "vacation_cancelled",
  { from_day, to_day }: Vacation,
  why: Readonly<Record<string, unknown>>
): ManualOutcome => {
  const days = { starts_on: dateOf(from_day), ends_on: dateOf(to_day), days: to_day - from_day + 1 }
  draft.history.push({ kind: "streak", key: "vacation", body: { type, ...days } })
  fired(draft, "vacation", type, { ...days, ...why })
  return { reply: { _tag: "Vacation", ...days } }
}
