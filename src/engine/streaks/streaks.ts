import type { StreakRule } from "../../wire/content/StreakRule.ts"
import { zoneFor } from "../calendar/calendar.ts"
import { tellTeams } from "../community/feed.ts"
import type { EventCommand } from "../core/Command.ts"
import { type Draft, fired, read, shownReference, skipped, write } from "../core/Draft.ts"
import { firstFailure, filterDetail } from "../rules/filters.ts"
import { type Pardons, pardonsOf } from "./pardons.ts"
import { periodKey } from "../calendar/periods.ts"
import { payReward } from "../rules/rewards.ts"
import type { CompiledStreak, Triggered } from "../core/Snapshot.ts"
import type { StreakState } from "../core/State.ts"
import { pastOf } from "./streakCalendar.ts"
import { expiryAfter, lastPeriodOf, zoneOfStreak } from "./streakClock.ts"
import { type Cursor, cursorOf, foldPeriods, longestOf, milestonesAt, pendingFreezes, step } from "./streakFold.ts"
import { cutoffOf, isSame, join, type Joined, type Standing } from "./streakJoin.ts"
import { type Books, owed, settledBooks } from "./streakMilestones.ts"
import { floorOf, updateOf } from "./streakReport.ts"
import { tellOutcome } from "./streakRisk.ts"
import { type Counts, pruned, tell } from "./streakTelling.ts"

const freshStreak = (rule: StreakRule, held: StreakState | undefined): StreakState => ({
  current: 0,
  longest: held?.longest ?? 0,
  longest_settled: held?.longest ?? 0,
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
  const standing = { held, zone, pardons: pardonsOf(streak, held, draft.state.vacations) }
  const at = event.occurred_at
  const cutoff = () => cutoffOf(draft, streak, zone)
  const joined = join(streak, standing, { at, places: matching, cutoff })
  if (joined.isFull) return qualify(draft, streak, standing, joined, at)
  const { counts, isCounted, period, progressed } = joined
  if (progressed !== held) write(draft, "streaks", rule.streak_key, progressed)
  const told = { at, period, isExtended: false, isBridged: false }
  draft.streak_updates.push(updateOf(streak, { ...standing, held: progressed }, told))
  const detail = { period: periodKey(streak.kind, period) }
  if (isCounted) return skip(draft, rule, "limit_reached", { limit: "once_per_period", used: 1, max: 1, ...detail })
  return skip(draft, rule, "condition_failed", { ...detail, unmet: shortfall(streak, counts) })
}

const skip = (
  draft: Draft,
  rule: StreakRule,
  reason: Parameters<typeof skipped>[3],
  detail: Record<string, unknown>
): void => skipped(draft, "streak_rule", rule.streak_key, reason, detail)

const shortfall = ({ rule }: CompiledStreak, counts: Counts) =>
  rule.qualifying.events.map(({ event_type, min_count }, place) => ({
    event_type,
    current: counts[place] ?? 0,
    value: min_count
  }))

/** Its periods are others now: fold them, pay what milestones are owed, and let go of what no late event can reach. */
const qualify = (draft: Draft, streak: CompiledStreak, standing: Standing, joined: Joined, at: number): void => {
  const { rule } = streak
  const { held, pardons, zone } = standing
  const { period, progressed, qualified } = joined
  const isStep = isAppended(held, qualified) && pardons.frozen.length === 0 && !hasBooks(held)
  const before = { rule, held, pardons }
  const folded = isStep ? append(before, qualified.at(-1)!) : refold(before, qualified, pardons, period)
  const isLost = hasLost(read(draft, "streaks", rule.streak_key), held, period)
  const told = tellOutcome(draft, streak, progressed, { period, current: folded.cursor.current })
  const settled = settle(draft, streak, { held: { ...told, qualified }, pardons, zone }, folded)
  write(draft, "streaks", rule.streak_key, settled)
  draft.changed.add(streak.input)
  const news = { at, period, isExtended: true, isBridged: folded.isBridged }
  draft.streak_updates.push(updateOf(streak, { held: settled, pardons, zone }, news))
  const ledgerIds = payMilestones(draft, streak, settled, folded.lengths)
  const detail = {
    period: periodKey(streak.kind, period),
    current_streak: settled.current,
    used_freeze: folded.isBridged,
    ...(settled.current === 1 ? { lost: isLost } : {}),
    lengths: folded.lengths.filter((length) => milestonesAt(rule, length).length > 0)
  }
  fired(draft, "streak_rule", rule.streak_key, detail, ledgerIds)
}

/** Of one that begins with a period: whether another one ran before. A day that comes late ends none. */
const hasLost = (before: StreakState | undefined, held: StreakState, period: number): boolean => {
  const last = lastPeriodOf(held)
  return before !== undefined && before.current > 0 && (last === null || period > last)
}

/** One more period, and the newest. */
const isAppended = (held: StreakState, qualified: ReadonlyArray<number>): boolean => {
  const last = lastPeriodOf(held)
  return isSame(qualified.slice(0, -1), held.qualified) && (last === null || qualified.at(-1)! > last)
}

const hasBooks = ({ due = [], paid = [] }: StreakState): boolean => due.length > 0 || paid.length > 0

export interface Outcome extends Books {
  readonly cursor: Cursor
  readonly isBridged: boolean
  readonly lengths: ReadonlyArray<number>
  readonly longest: number
}

/** A streak after its periods were folded, without what has become too old. */
export const settle = (
  draft: Draft,
  streak: CompiledStreak,
  { held: { due: _due, paid: _paid, ...held }, pardons, zone }: Standing,
  { cursor, due, longest, paid }: Outcome
): StreakState => {
  const newest = cursor.period!
  const books = { ...(paid === undefined ? {} : { paid }), ...(due === undefined ? {} : { due }) }
  return {
    ...held,
    ...books,
    current: cursor.current,
    longest,
    longest_settled: floorOf(held),
    period_key: periodKey(streak.kind, newest),
    freezes_left: Math.max(0, cursor.freezes_left - pendingFreezes(pardons, newest)),
    since_freeze: cursor.since_freeze,
    expires_at: expiryAfter(streak, zoneOfStreak(streak, draft.state, draft.facts), newest, pardons),
    frequency: streak.rule.frequency,
    ...settleOld(streak, { ...held, ...books }, pardons, cutoffOf(draft, streak, zone))
  }
}

interface Before extends Pick<Standing, "held" | "pardons"> {
  readonly rule: StreakRule
}

/** The usual case: the newest period, one step further from the stored result. */
const append = ({ held, pardons, rule }: Before, period: number): Outcome => {
  const { current, freezes_left, since_freeze } = held
  const cursor = cursorOf({ period: lastPeriodOf(held), current, freezes_left, since_freeze })
  step(rule, cursor, period, pardons)
  const longest = Math.max(held.longest, cursor.current)
  return { cursor, isBridged: cursor.is_bridged, lengths: [cursor.current], longest }
}

/** Anything else: fold anew and compare what was reached before with what is reached now. */
export const refold = (
  { held, pardons: pardonsBefore, rule }: Before,
  qualified: ReadonlyArray<number>,
  pardons: Pardons,
  period: number | null
): Outcome => {
  const before = foldPeriods(rule, held.base, held.qualified, pardonsBefore)
  const after = foldPeriods(rule, held.base, qualified, pardons)
  return {
    cursor: after.cursor,
    isBridged: period !== null && after.bridged.has(period),
    longest: Math.max(floorOf(held), longestOf(after)),
    ...owed(rule, held, before, after)
  }
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
  let since = -Infinity
  let longest_settled = floorOf(held)
  for (const period of settled) {
    step(streak.rule, cursor, period, pardons)
    if (cursor.current === 1) since = period
    longest_settled = Math.max(longest_settled, cursor.current)
  }
  const { current, freezes_left, since_freeze } = cursor
  const period = cursor.period!
  const isLater = (one: number) => one > period
  const { due, paid } = settledBooks(held, { period, current }, since)
  const { telling } = held
  return {
    base: { period, current, freezes_left, since_freeze },
    qualified: qualified.slice(kept),
    past: pastOf(streak, held, settled, pardons),
    longest_settled,
    ...(held.paid === undefined ? {} : { paid: paid ?? [] }),
    ...(held.due === undefined ? {} : { due: due ?? [] }),
    // What the last of them was lent must not count anew for the period it came from.
    ...(telling === undefined
      ? {}
      : { telling: pruned(telling, tell(streak, telling, { base, qualified, pardons }), cutoff) }),
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
  lengths.flatMap((length) => {
    const milestones = milestonesAt(streak.rule, length)
    if (milestones.length > 0) {
      tellTeams(draft, "streak_milestone", { streak_key: streak.rule.streak_key, milestone: length })
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
    }
    return milestones.flatMap(({ reward }) =>
      payReward(draft, reward, { reason: "streak", rule_id: streak.rule.rule_id })
    )
  })
