import type { StreakRule } from "../wire/content/StreakRule.ts"
import { zoneFor } from "./calendar.ts"
import type { EventCommand } from "./Command.ts"
import { type Draft, fired, read, shownReference, skipped, write } from "./Draft.ts"
import { firstFailure, filterDetail } from "./filters.ts"
import { isPardoned, openBetween, type Pardons, pardonsOf } from "./pardons.ts"
import { periodKey, periodOf } from "./periods.ts"
import { payReward } from "./rewards.ts"
import type { CompiledStreak, Triggered } from "./Snapshot.ts"
import type { StreakState } from "./State.ts"
import { expiryAfter, isInGrace, lastPeriodOf, periodAt } from "./streakClock.ts"
import { pastOf } from "./streakCalendar.ts"
import { cursorOf, foldPeriods, milestonesAt, newLengths, pendingFreezes, step } from "./streakFold.ts"
import { deadlineAt, tellOutcome } from "./streakRisk.ts"
import { isoTime, localDay, type Zone } from "./zones.ts"

/**
 * More periods than the lateness window reaches back: one for the grace, one for the neighbour, two for a change of
 * zone.
 */
const marginPeriods = 4

const freshStreak = (rule: StreakRule, held: StreakState | undefined): StreakState => ({
  current: 0,
  longest: held?.longest ?? 0,
  period_key: null,
  freezes_left: held?.freezes_left ?? rule.freezes.initial,
  since_freeze: 0,
  expires_at: null,
  frequency: rule.frequency,
  base: { period: null, current: 0, freezes_left: held?.freezes_left ?? rule.freezes.initial, since_freeze: 0 },
  qualified: [],
  progress: {}
})

/** The streak as remembered; one that ran at another frequency (another config version) starts over. */
export const streakOf = (draft: Draft, { rule }: CompiledStreak): StreakState => {
  const held = read(draft, "streaks", rule.streak_key)
  return held === undefined || held.frequency !== rule.frequency ? freshStreak(rule, held) : held
}

export const applyStreak = (draft: Draft, trigger: Triggered["streaks"][number], event: EventCommand): void => {
  const { entries, streak } = trigger
  const { rule } = streak
  const { buddy, tenant_timezone } = draft.context
  if (!rule.enabled) return skip(draft, rule, "disabled", {})
  if (rule.audience !== null && rule.audience !== buddy.audience) {
    return skip(draft, rule, "audience_mismatch", { expected: rule.audience, actual: buddy.audience })
  }
  const matching = entries.filter((place) => firstFailure(streak.filters[place]!, event.properties) < 0)
  if (matching.length === 0) {
    const filters = streak.filters[entries[0]!]!
    return skip(
      draft,
      rule,
      "filter_failed",
      filterDetail(filters, firstFailure(filters, event.properties), event.properties)
    )
  }
  const zone = zoneFor(rule.timezone.mode, { user: draft.zone, tenant: tenant_timezone }, rule.timezone.fallback)
  const held = streakOf(draft, streak)
  const pardons = pardonsOf(streak, held, draft.state.vacations)
  const { isCounted, isFull, period, progressed } = join(streak, { held, pardons, zone }, matching, {
    at: event.occurred_at,
    cutoff: () => cutoffOf(draft, streak, zone)
  })
  if (!isFull) {
    if (progressed !== held) write(draft, "streaks", rule.streak_key, progressed)
    report(draft, streak, progressed, period, { isExtended: false, isBridged: false })
    const detail = { period: periodKey(streak.kind, period) }
    if (isCounted) return skip(draft, rule, "limit_reached", { limit: "once_per_period", used: 1, max: 1, ...detail })
    return skip(draft, rule, "condition_failed", { ...detail, unmet: shortfall(streak, progressed, period) })
  }
  qualify(draft, streak, { held: progressed, pardons, zone }, period)
}

/** A streak as it stands, who is excused from it when, and the calendar it goes by. */
export interface Standing {
  readonly held: StreakState
  readonly pardons: Pardons
  readonly zone: Zone
}

const skip = (
  draft: Draft,
  rule: StreakRule,
  reason: Parameters<typeof skipped>[3],
  detail: Record<string, unknown>
): void => skipped(draft, "streak_rule", rule.streak_key, reason, detail)

/** The period an event counts for, and whether that makes the period full. */
export const join = (
  streak: CompiledStreak,
  standing: Standing,
  matching: ReadonlyArray<number>,
  { at, cutoff }: { readonly at: number; readonly cutoff: () => number }
) => {
  const { held } = standing
  const period = periodFor(streak, standing, at)
  const isCounted = isQualified(held, period)
  const isEnough = oneIsEnough(streak.rule, matching)
  const progressed = isCounted || isEnough ? held : progress(held, period, matching, cutoff())
  const isFull = !isCounted && (isEnough || hasQualified(streak, progressed, period))
  return { period, isCounted, isFull, progressed }
}

const isQualified = ({ base, qualified }: StreakState, period: number): boolean =>
  (base.period !== null && period <= base.period) || qualified.includes(period)

/** Within the grace an event counts for the period just ended, when that is the one a running streak still lacks. */
const periodFor = (streak: CompiledStreak, { held, pardons, zone }: Standing, at: number): number => {
  const period = periodAt(streak, zone, at)
  if (!isInGrace(streak, zone, period, at) || isQualified(held, period - 1)) return period
  const before = lastBefore(held, period - 1)
  const isLacking =
    before !== null && openBetween(pardons, before, period - 1) === 0 && !isPardoned(pardons, period - 1)
  return isLacking ? period - 1 : period
}

/** The newest period that counted before this one. */
const lastBefore = ({ base, qualified }: StreakState, period: number): number | null => {
  for (let index = qualified.length - 1; index >= 0; index -= 1) {
    if (qualified[index]! < period) return qualified[index]!
  }
  return base.period !== null && base.period < period ? base.period : null
}

/** Periods before this one can no longer be joined by an event that still counts, nor be restored. */
export const cutoffOf = (draft: Draft, { kind, rule }: CompiledStreak, zone: Zone): number => {
  const { max_lateness_days, now } = draft.context
  const days = Math.max(max_lateness_days, rule.restore_window_days)
  return periodOf(kind, localDay(zone, now) - days) - marginPeriods
}

/** The common rule needs no memory of partial progress. */
const oneIsEnough = ({ qualifying: { events, match } }: StreakRule, matching: ReadonlyArray<number>): boolean =>
  (match === "any" || events.length === 1) && matching.some((place) => events[place]!.min_count === 1)

const progress = (held: StreakState, period: number, matching: ReadonlyArray<number>, cutoff: number): StreakState => {
  const counts: Record<string, number> = { ...held.progress[period] }
  for (const place of matching) counts[place] = (counts[place] ?? 0) + 1
  const kept = Object.entries(held.progress).filter(([other]) => Number(other) >= cutoff)
  return { ...held, progress: { ...Object.fromEntries(kept), [period]: counts } }
}

const hasQualified = (streak: CompiledStreak, held: StreakState, period: number): boolean => {
  const { events, match } = streak.rule.qualifying
  const counts = held.progress[period] ?? {}
  const isDone = (place: number) => (counts[place] ?? 0) >= events[place]!.min_count
  return match === "any" ? events.some((_, place) => isDone(place)) : events.every((_, place) => isDone(place))
}

const shortfall = (streak: CompiledStreak, held: StreakState, period: number) =>
  streak.rule.qualifying.events.map(({ event_type, min_count }, place) => ({
    event_type,
    current: held.progress[period]?.[place] ?? 0,
    value: min_count
  }))

/** The period counts: fold it in, pay what milestones are owed, and let go of what no late event can reach any more. */
const qualify = (draft: Draft, streak: CompiledStreak, { held, pardons, zone }: Standing, period: number): void => {
  const { rule } = streak
  const last = lastPeriodOf(held)
  const { [period]: _done, ...progressLeft } = held.progress
  const isLatest = last === null || period > last
  const qualified = isLatest ? [...held.qualified, period] : [...held.qualified, period].sort((a, b) => a - b)
  const isStep = isLatest && pardons.frozen.length === 0
  const folded = isStep ? append(rule, held, period, pardons) : refold(rule, held, qualified, period, pardons)
  const told = tellOutcome(draft, streak, held, { period, current: folded.cursor.current })
  const settled = settle(draft, streak, { held: { ...told, progress: progressLeft, qualified }, pardons, zone }, folded)
  write(draft, "streaks", rule.streak_key, settled)
  draft.changed.add(streak.input)
  report(draft, streak, settled, period, { isExtended: true, isBridged: folded.isBridged })
  const ledgerIds = payMilestones(draft, streak, settled, folded.lengths)
  const detail = {
    period: periodKey(streak.kind, period),
    current_streak: settled.current,
    used_freeze: folded.isBridged,
    lengths: folded.lengths.filter((length) => milestonesAt(rule, length).length > 0)
  }
  fired(draft, "streak_rule", rule.streak_key, detail, ledgerIds)
}

export interface Outcome {
  readonly cursor: ReturnType<typeof cursorOf>
  readonly isBridged: boolean
  readonly lengths: ReadonlyArray<number>
}

/** A streak after its periods were folded, without what has become too old. */
export const settle = (
  draft: Draft,
  streak: CompiledStreak,
  { held, pardons, zone }: Standing,
  { cursor, lengths }: Pick<Outcome, "cursor" | "lengths">
): StreakState => {
  const newest = cursor.period!
  return {
    ...held,
    current: cursor.current,
    longest: Math.max(held.longest, ...lengths),
    period_key: periodKey(streak.kind, newest),
    freezes_left: Math.max(0, cursor.freezes_left - pendingFreezes(pardons, newest)),
    since_freeze: cursor.since_freeze,
    expires_at: expiryAfter(streak, zone, newest, pardons),
    frequency: streak.rule.frequency,
    ...settleOld(streak, held, pardons, cutoffOf(draft, streak, zone))
  }
}

/** The usual case: the newest period, one step further from the stored result. */
const append = (rule: StreakRule, held: StreakState, period: number, pardons: Pardons): Outcome => {
  const { current, freezes_left, since_freeze } = held
  const cursor = cursorOf({ period: lastPeriodOf(held), current, freezes_left, since_freeze })
  step(rule, cursor, period, pardons)
  return { cursor, isBridged: cursor.is_bridged, lengths: [cursor.current] }
}

/** A late event, or freezes spent by hand: fold anew and compare what was reached before with what is reached now. */
const refold = (
  rule: StreakRule,
  held: StreakState,
  qualified: ReadonlyArray<number>,
  period: number,
  pardons: Pardons
): Outcome => {
  const before = foldPeriods(rule, held.base, held.qualified, pardons)
  const after = foldPeriods(rule, held.base, qualified, pardons)
  return { cursor: after.cursor, isBridged: after.bridged.has(period), lengths: newLengths(before, after) }
}

const settleOld = (
  streak: CompiledStreak,
  held: StreakState,
  pardons: Pardons,
  cutoff: number
): Partial<StreakState> => {
  const { base, qualified } = held
  // The newest period stays in the list, so that it can still be told from one that was folded away.
  const kept = qualified.findIndex((period, index) => period >= cutoff || index === qualified.length - 1)
  if (kept <= 0) return {}
  const cursor = cursorOf(base)
  const settled = qualified.slice(0, kept)
  for (const period of settled) step(streak.rule, cursor, period, pardons)
  const { current, freezes_left, period, since_freeze } = cursor
  const isLater = (one: number) => one > period!
  return {
    base: { period, current, freezes_left, since_freeze },
    qualified: qualified.slice(kept),
    past: pastOf(streak, held, settled, pardons),
    ...(held.restored === undefined ? {} : { restored: held.restored.filter(isLater) }),
    ...(held.frozen === undefined ? {} : { frozen: held.frozen.filter(isLater) })
  }
}

export const payMilestones = (
  draft: Draft,
  streak: CompiledStreak,
  state: StreakState,
  lengths: ReadonlyArray<number>
): ReadonlyArray<string> =>
  lengths.flatMap((length) =>
    milestonesAt(streak.rule, length).flatMap(({ reward }) => {
      draft.outbound.push({
        event: "streak.milestone",
        body: {
          buddy_id: draft.context.buddy.buddy_id,
          current_streak: state.current,
          longest_streak: state.longest,
          milestone: length,
          event_id: shownReference(draft)
        }
      })
      return payReward(draft, reward, { reason: "streak", rule_id: streak.rule.rule_id })
    })
  )

/** A streak the event did not extend is told as it stands now: what is remembered of it may have lapsed since. */
const report = (
  draft: Draft,
  streak: CompiledStreak,
  state: StreakState,
  period: number,
  { isBridged, isExtended }: { readonly isBridged: boolean; readonly isExtended: boolean }
): void => {
  const deadline = isExtended ? state : deadlineAt(draft.facts, streak)
  draft.streak_updates.push({
    streak_key: streak.rule.streak_key,
    current_streak: deadline === null ? 0 : state.current,
    longest_streak: state.longest,
    extended: isExtended,
    period_key: periodKey(streak.kind, period),
    freezes_left: state.freezes_left,
    used_freeze: isBridged,
    expires_at: deadline?.expires_at == null ? null : isoTime(deadline.expires_at)
  })
}
