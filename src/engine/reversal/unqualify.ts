/**
 * A reversed event may take its period out of a streak, or leave it to another event to fill, or move one that came
 * within the grace. What the streak would be without it is told anew from the user's other events, which only the
 * tables know. A telling that does not even lead to the streak as it stands, had nothing been reversed, is not to be
 * trusted: then the streak stays.
 */
import { userZoneAt, zoneFor } from "../calendar/calendar.ts"
import type { ReverseCommand } from "../core/Command.ts"
import { type Draft, read, write } from "../core/Draft.ts"
import { firstFailure } from "../rules/filters.ts"
import { pardonsOf } from "../streaks/pardons.ts"
import { periodKey } from "../calendar/periods.ts"
import type { CompiledStreak, Triggered } from "../core/Snapshot.ts"
import type { StreakState, Telling } from "../core/State.ts"
import { expiryAfter, isInGrace, periodAt, zoneOfStreak } from "../streaks/streakClock.ts"
import { pendingFreezes } from "../streaks/streakFold.ts"
import { cutoffOf, isSame } from "../streaks/streakJoin.ts"
import { refold } from "../streaks/streaks.ts"
import { always, freshTelling, isFull, pruned, remembering, tell, tellingOf } from "../streaks/streakTelling.ts"
import type { Zone } from "../calendar/zones.ts"

type Fact = ReverseCommand["event"]
type Event = Pick<Fact, "type" | "occurred_at" | "properties">

/** Returns the rule ids of the streaks the event counted for that stay as they are. */
export const unqualify = (draft: Draft, event: Fact): ReadonlyArray<string> => {
  const triggered = draft.snapshot.triggers.get(event.type)?.streaks ?? []
  const kept: Array<string> = []
  for (const trigger of triggered) {
    const { rule } = trigger.streak
    if (isRenamed(event, rule)) continue
    if (placesOf(trigger, event).length > 0 && !isShortened(draft, trigger.streak, event)) kept.push(rule.rule_id)
  }
  return kept
}

/** Under another key a streak begins anew: the one the event had counted for is no more. */
const isRenamed = ({ fired }: Fact, { rule_id, streak_key }: CompiledStreak["rule"]): boolean =>
  fired.some((row) => row.rule_id === rule_id && row.key !== streak_key)

const placesOf = (
  { entries, streak }: Triggered["streaks"][number],
  { properties }: Pick<Event, "properties">
): ReadonlyArray<number> => entries.filter((place) => firstFailure(streak.filters[place]!, properties) < 0)

const isShortened = (draft: Draft, streak: CompiledStreak, event: Fact): boolean => {
  const { rule } = streak
  const held = read(draft, "streaks", rule.streak_key)
  if (held === undefined || held.frequency !== rule.frequency || event.others === null) return false
  const { others } = event
  const without = tellings(draft, streak, held).find((telling) =>
    isSame(telling([...others, event]).qualified, held.qualified)
  )?.(others)
  if (without === undefined) return false
  // The longest run was shown to the user.
  const next = { ...held, ...without.memory, longest_settled: held.longest }
  const isChanged = !isSame(without.qualified, held.qualified)
  write(draft, "streaks", rule.streak_key, isChanged ? refolded(draft, streak, next, without.qualified) : next)
  if (isChanged) draft.changed.add(streak.input)
  return isChanged
}

interface Retold {
  readonly qualified: ReadonlyArray<number>
  /** what is remembered of these events */
  readonly memory: Partial<StreakState>
}

/**
 * Ways in which the periods may have come about: all since the last folded one, or all since the telling began; with
 * the events within the grace after the last period before counting for theirs, or spent on that one.
 */
const tellings = (
  draft: Draft,
  streak: CompiledStreak,
  held: StreakState
): ReadonlyArray<(events: ReadonlyArray<Event>) => Retold> => {
  const { base } = held
  const first = base.period === null ? always : base.period + 1
  if (streak.rule.grace_minutes === 0) return [(events) => counted(draft, streak, held, events)]
  const beginnings = [...new Set([first, Math.max(first, tellingOf(streak, held).from)])]
  return beginnings.flatMap((from) =>
    [false, true].map(
      (isSpent) => (events: ReadonlyArray<Event>) => retold(draft, streak, held, { events, from, isSpent })
    )
  )
}

const sightingsOf = (draft: Draft, streak: CompiledStreak, events: ReadonlyArray<Event>) =>
  events.flatMap(({ occurred_at: at, properties, type }) => {
    const trigger = draft.snapshot.triggers.get(type)?.streaks.find((one) => one.streak === streak)
    const places = trigger === undefined ? [] : placesOf(trigger, { properties })
    const zone = zoneAt(draft, streak, at)
    const period = periodAt(streak, zone, at)
    return places.length === 0 ? [] : [{ at, places, period, isInGrace: isInGrace(streak, zone, period, at) }]
  })

/** Without a grace: full is what enough events lie in, and of the rest it is remembered how many. */
const counted = (draft: Draft, streak: CompiledStreak, { base }: StreakState, events: ReadonlyArray<Event>): Retold => {
  const counts: Record<number, Record<string, number>> = {}
  for (const { period, places } of sightingsOf(draft, streak, events)) {
    if (base.period !== null && period <= base.period) continue
    const own = (counts[period] ??= {})
    for (const place of places) own[place] = (own[place] ?? 0) + 1
  }
  const periods = Object.keys(counts).map(Number)
  const cutoff = cutoffOf(draft, streak, zoneAt(draft, streak, draft.context.now))
  const open = periods.filter((period) => period >= cutoff && !isFull(streak, counts[period]!))
  return {
    qualified: periods.filter((period) => isFull(streak, counts[period]!)).sort((a, b) => a - b),
    memory: { progress: Object.fromEntries(open.map((period) => [period, counts[period]!])) }
  }
}

interface Tale {
  readonly events: ReadonlyArray<Event>
  readonly from: number
  /** events within the grace before `from` count for the period before it */
  readonly isSpent: boolean
}

const retold = (draft: Draft, streak: CompiledStreak, held: StreakState, { events, from, isSpent }: Tale): Retold => {
  let telling: Telling = freshTelling(streak, from)
  for (const sighting of sightingsOf(draft, streak, events)) {
    const isBeyond = sighting.period < from || (isSpent && sighting.period === from && sighting.isInGrace)
    if (!isBeyond) telling = remembering(streak, telling, sighting)
  }
  const pardons = pardonsOf(streak, held, draft.state.vacations)
  const { base, qualified } = held
  const told = tell(streak, telling, { base, qualified, pardons })
  const cutoff = cutoffOf(draft, streak, zoneAt(draft, streak, draft.context.now))
  return { qualified: told.qualified, memory: { telling: pruned(telling, told, cutoff) } }
}

const zoneAt = (draft: Draft, { rule }: CompiledStreak, at: number): Zone =>
  zoneFor(
    rule.timezone.mode,
    { user: userZoneAt(draft.state.timezone, at), tenant: draft.context.tenant_timezone },
    rule.timezone.fallback
  )

/** A streak of these periods under what is excused now; its longest run stays what it is. */
export const refolded = (
  draft: Draft,
  streak: CompiledStreak,
  { paid: _paid, ...held }: StreakState,
  qualified: ReadonlyArray<number>
): StreakState => {
  const pardons = pardonsOf(streak, held, draft.state.vacations)
  const before = { ...read(draft, "streaks", streak.rule.streak_key)!, base: held.base }
  // Nothing is paid here: what is owed remains so.
  const { cursor, longest, paid } = refold({ rule: streak.rule, held: before, pardons }, qualified, pardons, null)
  const newest = cursor.period
  const zone = zoneOfStreak(streak, draft.state, draft.facts)
  return {
    ...held,
    ...(paid === undefined ? {} : { paid }),
    current: cursor.current,
    // One who came within the grace may go back to a day of its own, and join two runs.
    longest: Math.max(held.longest, longest),
    // Nor does one that was told become shorter with the next period, in whatever order events come.
    ...(longest < held.longest ? { longest_settled: held.longest } : {}),
    period_key: newest === null ? null : periodKey(streak.kind, newest),
    freezes_left: Math.max(0, cursor.freezes_left - pendingFreezes(pardons, newest)),
    since_freeze: cursor.since_freeze,
    expires_at: newest === null ? null : expiryAfter(streak, zone, newest, pardons),
    qualified
  }
}
