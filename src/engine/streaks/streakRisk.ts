/**
 * A streak is at risk shortly before the end of the period it still lacks. Its user is warned once per period, and what
 * came of the warning is remembered for the tenant.
 */
import type { Command } from "../core/Command.ts"
import type { Facts } from "../core/Facts.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, read, write } from "../core/Draft.ts"
import { zoneChangesAt } from "../calendar/calendar.ts"
import { nextDue, pardonsOf } from "./pardons.ts"
import { periodKey } from "../calendar/periods.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import { own, type StreakState } from "../core/State.ts"
import { deadlineOf, isRunning, lastPeriodOf, openPeriodAt, zoneOfStreak } from "./streakClock.ts"
import { isoTime } from "../calendar/zones.ts"

const minuteMs = 60_000

export interface Deadline {
  /** the period number a running streak still lacks */
  readonly period: number
  /** its end, grace included; epoch ms */
  readonly expires_at: number
}

/** What a running streak lacks next; null for one that does not run. */
export const deadlineAt = (facts: Facts, streak: CompiledStreak): Deadline | null => {
  const { state } = facts
  const held = own(state.streaks, streak.rule.streak_key)
  if (held === undefined || held.frequency !== streak.rule.frequency) return null
  const last = lastPeriodOf(held)
  if (last === null || held.current === 0) return null
  const zone = zoneOfStreak(streak, state, facts)
  const pardons = pardonsOf(streak, held, state.vacations)
  const open = openPeriodAt(streak, zone, facts.now)
  if (!isRunning(streak, held, pardons, { last, open })) return null
  // What lies before the open period is bridged; what is pardoned asks for nothing.
  const period = nextDue(pardons, Math.max(last, open - 1))
  return { period, expires_at: deadlineOf(streak, zone, period) }
}

/** The deadline of a streak that ends within the rule's `at_risk_minutes`; null: there is time, or nothing to lose. */
export const riskOf = (facts: Facts, streak: CompiledStreak): Deadline | null => {
  const { at_risk_minutes, enabled } = streak.rule
  if (!enabled || at_risk_minutes === 0) return null
  const deadline = deadlineAt(facts, streak)
  return deadline !== null && facts.now >= deadline.expires_at - at_risk_minutes * minuteMs ? deadline : null
}

/** Streaks nobody warned about yet; what the schedule asks for. */
export const risksOf = (facts: Facts): ReadonlyArray<{ readonly streak_key: string; readonly period_key: string }> =>
  [...facts.snapshot.streaks.values()].flatMap((streak) => {
    const { streak_key } = streak.rule
    const risk = riskOf(facts, streak)
    if (risk === null || own(facts.state.streaks, streak_key)?.warned === risk.period) return []
    return [{ streak_key, period_key: periodKey(streak.kind, risk.period) }]
  })

const isWarning = ({ rule: { at_risk_minutes, enabled } }: CompiledStreak): boolean => enabled && at_risk_minutes > 0

/**
 * Before this moment (epoch ms) nothing has to be looked at, whatever happens meanwhile short of another command; what
 * is at risk and untold is due at once. Infinity: no streak runs, or none warns. Reckoned with every commit on the
 * calendar of that moment, not from the end a state remembers: it was written on another day, perhaps in another zone.
 */
export const lookAgainAt = (facts: Facts): number => {
  let soonest = Infinity
  for (const streak of facts.snapshot.streaks.values()) {
    if (isWarning(streak)) soonest = Math.min(soonest, lookAt(facts, streak))
  }
  return soonest
}

const lookAt = (facts: Facts, streak: CompiledStreak): number => {
  const { now, state } = facts
  const { at_risk_minutes, streak_key, timezone } = streak.rule
  const held = own(state.streaks, streak_key)
  if (held === undefined) return Infinity
  const deadline = deadlineAt(facts, streak)
  const isWarned = held.warned === deadline?.period
  const due = deadline === null ? Infinity : deadline.expires_at - (isWarned ? 0 : at_risk_minutes * minuteMs)
  // Under another calendar its days end at other times, and one that was over may not be.
  const changes_at = timezone.mode === "user" ? zoneChangesAt(state.timezone) : Infinity
  return changes_at > now ? Math.min(due, changes_at) : due
}

/** Warns, unless the streak was extended meanwhile or its user warned already. */
export const warnStreak = (draft: Draft, command: Extract<Command, { readonly _tag: "WarnStreak" }>): ManualOutcome => {
  const { streak_key } = command
  const streak = draft.snapshot.streaks.get(streak_key)
  const held = read(draft, "streaks", streak_key)
  if (streak === undefined || held === undefined) return { reply: { _tag: "Warned", is_warned: false } }
  const risk = riskOf(draft.facts, streak)
  if (risk === null || held.warned === risk.period) return { reply: { _tag: "Warned", is_warned: false } }
  const { buddy_id, user_id } = draft.context.buddy
  const body = {
    streak_key,
    current_streak: held.current,
    period_key: periodKey(streak.kind, risk.period),
    expires_at: isoTime(risk.expires_at)
  }
  write(draft, "streaks", streak_key, { ...held, warned: risk.period })
  draft.outbound.push({ event: "streak.at_risk", body: { buddy_id, user_id, ...body } })
  draft.history.push({ kind: "streak", key: streak_key, body: { type: "at_risk", ...body } })
  fired(draft, "streak_rule", streak_key, { warned: body.period_key, expires_at: body.expires_at })
  return { reply: { _tag: "Warned", is_warned: true } }
}

/** The first period that counts after a warning says what came of it. */
export const tellOutcome = (
  draft: Draft,
  streak: CompiledStreak,
  { warned, ...held }: StreakState,
  now: { readonly period: number; readonly current: number }
): StreakState => {
  if (warned === undefined || now.period < warned) return warned === undefined ? held : { ...held, warned }
  const type = now.period === warned ? "rescued" : now.current > 1 ? "kept" : "lost"
  const body = { type, period_key: periodKey(streak.kind, warned), current_streak: now.current }
  draft.history.push({ kind: "streak", key: streak.rule.streak_key, body })
  return held
}
