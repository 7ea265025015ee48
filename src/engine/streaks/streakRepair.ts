/** What can be done by hand for a streak: give missed periods back, or spend a freeze on the period it lacks. */
import type { Command } from "../core/Command.ts"
import type { Facts } from "../core/Facts.ts"
import { type Draft, fired, read, write } from "../core/Draft.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { isPardoned, openBetween, type Pardons, pardonsOf } from "./pardons.ts"
import { periodKey } from "../calendar/periods.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import { own, type StreakState } from "../core/State.ts"
import { deadlineOf, expiryAfter, isRunning, lastPeriodOf, openPeriodAt, zoneOfStreak } from "./streakClock.ts"
import { foldPeriods, milestonesAt } from "./streakFold.ts"
import { isSame, type Standing } from "./streakJoin.ts"
import { deadlineAt } from "./streakRisk.ts"
import { payMilestones, refold, settle } from "./streaks.ts"
import { toldUnder } from "./streakTelling.ts"
import { refolded } from "../reversal/unqualify.ts"
import { dayMs, isoTime } from "../calendar/zones.ts"

type Of<Tag extends Command["_tag"]> = Extract<Command, { readonly _tag: Tag }>

interface Found extends Standing {
  readonly streak: CompiledStreak
}

const standingOf = (facts: Facts, streak: CompiledStreak): Found | null => {
  const { state } = facts
  const held = own(state.streaks, streak.rule.streak_key)
  if (held === undefined || held.frequency !== streak.rule.frequency) return null
  return { streak, held, pardons: pardonsOf(streak, held, state.vacations), zone: zoneOfStreak(streak, state, facts) }
}

const unpardoned = (pardons: Pardons, from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => from + 1 + index).filter(
    (period) => !isPardoned(pardons, period)
  )

/** The newest break: between the last run and now, else between the last two runs. */
const breakOf = ({ held, pardons, streak, zone }: Found, now: number): ReadonlyArray<number> => {
  const last = lastPeriodOf(held)
  if (last === null) return []
  const open = openPeriodAt(streak, zone, now)
  if (!isRunning(streak, held, pardons, { last, open })) return unpardoned(pardons, last, open)
  const { base, qualified } = held
  const { bridged } = foldPeriods(streak.rule, base, qualified, pardons)
  for (let index = qualified.length - 1; index >= 0; index -= 1) {
    const period = qualified[index]!
    const before = index > 0 ? qualified[index - 1]! : base.period
    if (before === null) return []
    const missed = bridged.has(period) ? [] : unpardoned(pardons, before, period)
    if (missed.length > 0) return missed
  }
  return []
}

/** The missed periods a restore would give back now, and until when; null: nothing broke, or too long ago. */
const restorable = (found: Found, now: number) => {
  const missed = breakOf(found, now)
  if (missed.length === 0) return null
  const { rule } = found.streak
  const until = deadlineOf(found.streak, found.zone, missed[0]!) + rule.restore_window_days * dayMs
  return { missed, until }
}

/** Until when the newest break can be undone, epoch ms; null: nothing broke, or too long ago. */
export const restorableUntil = (facts: Facts, streak: CompiledStreak): number | null => {
  const found = standingOf(facts, streak)
  const lost = found === null ? null : restorable(found, facts.now)
  return lost === null || lost.until <= facts.now ? null : lost.until
}

/**
 * Undoes the newest break within the rule's `restore_window_days`: the run before it and what came after grow together.
 * Milestones this reaches are paid, freezes are left alone.
 */
export const restoreStreak = (draft: Draft, { reason, streak_key }: Of<"RestoreStreak">): ManualOutcome => {
  const streak = draft.snapshot.streaks.get(streak_key)
  if (streak === undefined) return { error: { code: "unknown_streak", streak_key } }
  const found = standingOf(draft.facts, streak)
  if (found === null) return refused(streak_key, "not_broken", null)
  const { held, pardons, zone } = found
  const lost = restorable(found, draft.context.now)
  if (lost === null) return refused(streak_key, "not_broken", null)
  if (lost.until <= draft.context.now) return refused(streak_key, "too_late", isoTime(lost.until))
  const restored = [...(held.restored ?? []), ...lost.missed].sort((a, b) => a - b)
  const mended = { ...pardons, restored }
  const qualified = toldUnder(streak, { ...held, restored }, mended)
  const outcome = refold({ rule: streak.rule, held, pardons }, qualified, mended, null)
  const { lengths } = outcome
  const standing = { held: { ...held, qualified, restored }, pardons: mended, zone }
  const next = settle(draft, streak, standing, outcome)
  write(draft, "streaks", streak_key, next)
  draft.changed.add(streak.input)
  const periods = lost.missed.map((period) => periodKey(streak.kind, period))
  const body = { type: "restored", periods, current_streak: next.current, reason }
  draft.history.push({ kind: "streak", key: streak_key, body })
  const detail = {
    restored: periods,
    current_before: held.current,
    current_after: next.current,
    restorable_until: isoTime(lost.until),
    milestones: lengths.filter((length) => milestonesAt(streak.rule, length).length > 0)
  }
  fired(draft, "streak_rule", streak_key, detail, payMilestones(draft, streak, next, lengths))
  return { reply: replyOf(draft, streak, next, periods) }
}

const refused = (streak_key: string, reason: "not_broken" | "too_late", until: string | null): ManualOutcome => ({
  error: { code: "streak_not_restorable", streak_key, reason, until }
})

/** It ends when its board says so: what freezes bridge does not end it. */
const replyOf = (
  { facts }: Draft,
  streak: CompiledStreak,
  { current, freezes_left, longest }: StreakState,
  periods: ReadonlyArray<string>
) =>
  ({
    _tag: "Streak",
    streak_key: streak.rule.streak_key,
    current_streak: current,
    longest_streak: longest,
    freezes_left,
    expires_at: deadlineAt(facts, streak)?.expires_at ?? null,
    periods
  }) as const

/** Spends a freeze on the period the streak lacks next, before it is over: today, for a daily streak. */
export const freezeStreak = (draft: Draft, { streak_key }: Of<"FreezeStreak">): ManualOutcome => {
  const streak = draft.snapshot.streaks.get(streak_key)
  if (streak === undefined) return { error: { code: "unknown_streak", streak_key } }
  const deadline = deadlineAt(draft.facts, streak)
  const held = read(draft, "streaks", streak_key)
  if (deadline === null || held === undefined) return { error: { code: "streak_not_running", streak_key } }
  // Those that bridge what was missed hold it as well: one of them spent here would end it.
  const before = pardonsOf(streak, held, draft.state.vacations)
  const needed = openBetween(before, lastPeriodOf(held)!, deadline.period)
  if (held.freezes_left <= needed) return { error: { code: "no_freezes_left", streak_key } }
  const zone = zoneOfStreak(streak, draft.state, draft.facts)
  const frozen = [...(held.frozen ?? []), deadline.period].sort((a, b) => a - b)
  const pardons = pardonsOf(streak, { ...held, frozen }, draft.state.vacations)
  const expires_at = expiryAfter(streak, zone, lastPeriodOf(held)!, pardons)
  const spent: StreakState = { ...held, frozen, freezes_left: held.freezes_left - 1, expires_at }
  const qualified = toldUnder(streak, spent, pardons)
  const next = isSame(qualified, held.qualified) ? spent : refolded(draft, streak, spent, qualified)
  if (next !== spent) draft.changed.add(streak.input)
  write(draft, "streaks", streak_key, next)
  const period_key = periodKey(streak.kind, deadline.period)
  draft.history.push({ kind: "streak", key: streak_key, body: { type: "frozen", period_key } })
  fired(draft, "streak_rule", streak_key, {
    frozen: period_key,
    freezes_before: held.freezes_left,
    freezes_left: next.freezes_left,
    would_have_ended_at: isoTime(deadline.expires_at)
  })
  return { reply: replyOf(draft, streak, next, [period_key]) }
}
