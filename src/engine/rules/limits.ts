/**
 * Cooldowns and caps per day, week, month and buddy. All count by the moment the event occurred, not when it arrived.
 */
import { zoneFor } from "../calendar/calendar.ts"
import type { EventCommand } from "../core/Command.ts"
import { type Draft, neededSince, read, write } from "../core/Draft.ts"
import { countDown, countIn, countUp, nearest, periodKey, type PeriodKind, periodOf } from "../calendar/periods.ts"
import type { CompiledRule } from "../core/Snapshot.ts"
import { type LimitState, own } from "../core/State.ts"
import { dayMs, isoTime, localDay } from "../calendar/zones.ts"
import type { Limits } from "../../wire/content/Shared.ts"

/** What is asked of a rule, or of anything that is limited like one. */
export interface Limited {
  readonly rule: Pick<CompiledRule["rule"], "rule_id" | "limits">
  readonly is_limited: boolean
  readonly is_per_period: boolean
}
type Occurrence = Pick<EventCommand, "type" | "occurred_at">

/** Whether anything of it has to be remembered for each buddy. */
export const isLimiting = ({ cooldown_seconds, max_per_day, max_per_month, max_per_week, max_total }: Limits) =>
  cooldown_seconds > 0 || [max_per_day, max_per_week, max_per_month, max_total].some((max) => max !== null)

export interface LimitRefusal {
  readonly reason: "cooldown" | "limit_reached"
  readonly detail: Readonly<Record<string, unknown>>
}

const fresh: LimitState = { total: 0, days: [], weeks: [], months: [], last_at: null }

/** Periods this much older than the lateness window are forgotten; the margin covers every zone. */
const marginDays = 2
/** Of a rule with a cooldown so many firings are remembered one by one. */
const firingsMax = 200

const dayOf = (draft: Draft, { day_boundary }: Limited["rule"]["limits"], at: number): number =>
  localDay(zoneFor(day_boundary, { user: draft.zone, tenant: draft.context.tenant_timezone }), at)

const perPeriod = [
  { limit: "max_per_day", branch: "days", kind: "day" },
  { limit: "max_per_week", branch: "weeks", kind: "week" },
  { limit: "max_per_month", branch: "months", kind: "month" }
] as const

/**
 * The event type a rule's state is kept under. Where none is under its own, the rule was about another type in a
 * version before: what it used up there counts on.
 */
const placeOf = ({ state: { limits } }: Draft, rule_id: string, type: string): string | undefined => {
  const ofType = own(limits, type)
  return ofType !== undefined && Object.hasOwn(ofType, rule_id)
    ? type
    : Object.keys(limits).find((other) => Object.hasOwn(limits[other]!, rule_id))
}

const limitOf = (draft: Draft, rule: Limited, event: Occurrence): LimitState | undefined => {
  const { rule_id } = rule.rule
  const place = placeOf(draft, rule_id, event.type)
  const ofType = place === undefined ? undefined : read(draft, "limits", place)
  return ofType && own(ofType, rule_id)
}

/** Kept twice, it would be found at its old place once the rule is about that type again. */
const leavePlaceBefore = (draft: Draft, rule_id: string, type: string): void => {
  const place = placeOf(draft, rule_id, type)
  if (place === undefined || place === type) return
  const { [rule_id]: _moved, ...others } = read(draft, "limits", place) ?? {}
  write(draft, "limits", place, others)
}

/** What no event of this moment or of one before it can have brought was brought on a test clock that has ended. */
const firingsOf = ({ context: { isOnTestClock, now } }: Draft, { fired_at, last_at }: LimitState) => {
  const moments = fired_at ?? (last_at === null ? [] : [last_at])
  return isOnTestClock ? moments : moments.filter((moment) => moment <= now + dayMs)
}

/**
 * The firing whose cooldown this moment falls into; null: there is none. A late event may lie before or between others,
 * so the distance counts in both directions, and to each of them. Before the first one of a full list nobody can tell.
 */
const firingNear = (moments: ReadonlyArray<number>, at: number, coolingMs: number): number | null => {
  for (let index = moments.length - 1; index >= 0; index -= 1) {
    const moment = moments[index]!
    if (at - moment >= coolingMs) return null
    if (moment - at < coolingMs) return moment
  }
  return moments.length >= firingsMax ? moments[0]! : null
}

const withFiring = (draft: Draft, state: LimitState, at: number, coolingMs: number): ReadonlyArray<number> => {
  const oldest = neededSince(draft) - coolingMs
  const moments = [...(state.fired_at ?? (state.last_at === null ? [] : [state.last_at])), at]
  if (at < (state.last_at ?? at)) moments.sort((a, b) => a - b)
  // Next to the present: a late event is no reason to forget the newest firing, whose cooldown may go on.
  return nearest(
    moments.filter((moment) => moment >= oldest),
    draft.context.now,
    { max: firingsMax, width: 1 }
  )
}

/** The first limit that stands against one more reward, or null. */
export const refusedByLimits = (draft: Draft, rule: Limited, event: Occurrence): LimitRefusal | null => {
  if (!rule.is_limited) return null
  const state = limitOf(draft, rule, event)
  if (state === undefined) return null
  const { limits } = rule.rule
  const coolingMs = limits.cooldown_seconds * 1_000
  const near = coolingMs === 0 ? null : firingNear(firingsOf(draft, state), event.occurred_at, coolingMs)
  if (near !== null) {
    return { reason: "cooldown", detail: { cooldown_seconds: limits.cooldown_seconds, last_at: isoTime(near) } }
  }
  if (limits.max_total !== null && state.total >= limits.max_total) {
    return { reason: "limit_reached", detail: { limit: "max_total", used: state.total, max: limits.max_total } }
  }
  if (!rule.is_per_period) return null
  const day = dayOf(draft, limits, event.occurred_at)
  for (const { branch, kind, limit } of perPeriod) {
    const max = limits[limit]
    if (max === null) continue
    const period = periodOf(kind, day)
    const used = countIn(state[branch], period)
    if (used >= max) return { reason: "limit_reached", detail: { limit, used, max, period: periodKey(kind, period) } }
  }
  return null
}

/** Remember that the rule fired. Rules without limits leave no trace in the state. */
export const countFiring = (draft: Draft, rule: Limited, event: Occurrence): void => {
  if (!rule.is_limited) return
  const { limits, rule_id } = rule.rule
  const coolingMs = limits.cooldown_seconds * 1_000
  const state = limitOf(draft, rule, event) ?? fresh
  const day = rule.is_per_period ? dayOf(draft, limits, event.occurred_at) : 0
  const oldest = Math.floor(neededSince(draft) / dayMs) - marginDays
  const count = (counts: ReadonlyArray<number>, kind: PeriodKind, max: number | null) =>
    max === null ? counts : countUp(counts, periodOf(kind, day), periodOf(kind, oldest))
  leavePlaceBefore(draft, rule_id, event.type)
  draft.limits ??= { ...read(draft, "limits", event.type) }
  draft.limits[rule_id] = {
    total: state.total + 1,
    days: count(state.days, "day", limits.max_per_day),
    weeks: count(state.weeks, "week", limits.max_per_week),
    months: count(state.months, "month", limits.max_per_month),
    last_at: state.last_at === null ? event.occurred_at : Math.max(state.last_at, event.occurred_at),
    ...(coolingMs === 0 ? {} : { fired_at: withFiring(draft, state, event.occurred_at, coolingMs) })
  }
  write(draft, "limits", event.type, draft.limits)
}

const withoutFiring = ({ fired_at, last_at }: LimitState, at: number): ReadonlyArray<number> => {
  const moments = fired_at ?? (last_at === null ? [] : [last_at])
  const place = moments.lastIndexOf(at)
  return place < 0 ? moments : moments.toSpliced(place, 1)
}

/**
 * A reversed event gives its place back, and the cooldown it started with it: the firing before it counts again.
 * `limits`: those it was counted under; what they did not ask for was not counted.
 */
export const uncountFiring = (
  draft: Draft,
  { limits, rule_id }: Pick<Limited["rule"], "rule_id" | "limits">,
  event: Occurrence
): void => {
  const place = placeOf(draft, rule_id, event.type)
  const ofType = place === undefined ? undefined : read(draft, "limits", place)
  const state = ofType && own(ofType, rule_id)
  if (place === undefined || state === undefined) return
  const day = dayOf(draft, limits, event.occurred_at)
  const fired_at = withoutFiring(state, event.occurred_at)
  const left = (counts: ReadonlyArray<number>, kind: PeriodKind, max: number | null) =>
    max === null ? counts : countDown(counts, periodOf(kind, day))
  const next: LimitState = {
    ...state,
    last_at: fired_at.at(-1) ?? null,
    ...(state.fired_at === undefined ? {} : { fired_at }),
    total: Math.max(0, state.total - 1),
    days: left(state.days, "day", limits.max_per_day),
    weeks: left(state.weeks, "week", limits.max_per_week),
    months: left(state.months, "month", limits.max_per_month)
  }
  write(draft, "limits", place, { ...ofType, [rule_id]: next })
}
