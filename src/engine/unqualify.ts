/**
 * A reversed event may take its period out of a streak, or leave it to another event to fill, or move one that came
 * within the grace. What the streak would be without it is told anew from the user's other events, which only the
 * tables know. A telling that does not even lead to the streak as it stands, had nothing been reversed, is not to be
 * trusted: then the streak stays.
 */
import { userZoneAt, zoneFor } from "./calendar.ts"
import type { ReverseCommand } from "./Command.ts"
import { type Draft, read, write } from "./Draft.ts"
import { firstFailure } from "./filters.ts"
import { noPardons, type Pardons, pardonsOf } from "./pardons.ts"
import { periodKey } from "./periods.ts"
import type { CompiledStreak, Triggered } from "./Snapshot.ts"
import type { StreakState } from "./State.ts"
import { expiryAfter, periodAt } from "./streakClock.ts"
import { foldPeriods, pendingFreezes } from "./streakFold.ts"
import { cutoffOf, join } from "./streaks.ts"
import type { Zone } from "./zones.ts"

type Fact = ReverseCommand["event"]
type Told = Pick<Fact, "type" | "occurred_at" | "properties">

/** Returns the rule ids of the streaks the event counted for that stay as they are. */
export const unqualify = (draft: Draft, event: Fact): ReadonlyArray<string> => {
  const triggered = draft.snapshot.triggers.get(event.type)?.streaks ?? []
  const kept: Array<string> = []
  for (const trigger of triggered) {
    const { rule } = trigger.streak
    if (placesOf(trigger, event).length > 0 && !isShortened(draft, trigger.streak, event)) kept.push(rule.rule_id)
  }
  return kept
}

const placesOf = (
  { entries, streak }: Triggered["streaks"][number],
  { properties }: Pick<Told, "properties">
): ReadonlyArray<number> => entries.filter((place) => firstFailure(streak.filters[place]!, properties) < 0)

const isShortened = (draft: Draft, streak: CompiledStreak, event: Fact): boolean => {
  const { rule } = streak
  const held = read(draft, "streaks", rule.streak_key)
  if (held === undefined || held.frequency !== rule.frequency || event.others === null) return false
  const before = event.others.slice(0, event.preceding)
  const after = event.others.slice(event.preceding)
  const told = excusesThen(draft, streak, held)
    .flatMap((pardons) =>
      beginnings(held).map(({ base, first }) => tellingOf(draft, streak, { ...held, base }, { first, pardons }))
    )
    .find((telling) => isSame(telling([...before, event, ...after])?.qualified, held.qualified))?.(event.others)
  if (told === undefined || told === null) return false
  const cutoff = cutoffOf(draft, streak, zoneAt(draft, streak, draft.context.now))
  const progress = Object.fromEntries(Object.entries(told.progress).filter(([period]) => Number(period) >= cutoff))
  const isChanged = !isSame(told.qualified, held.qualified)
  const next = { ...held, progress }
  write(draft, "streaks", rule.streak_key, isChanged ? refolded(draft, streak, next, told.qualified) : next)
  if (isChanged) draft.changed.add(streak.input)
  return isChanged
}

const isSame = (left: ReadonlyArray<number> | undefined, right: ReadonlyArray<number>): boolean =>
  left !== undefined && left.length === right.length && left.every((period, place) => period === right[place])

/**
 * What was excused when the events came, which matters to those within a grace: all that is now, or not yet what was
 * restored, or not yet what a freeze was spent on, or nothing at all.
 */
const excusesThen = (draft: Draft, streak: CompiledStreak, held: StreakState): ReadonlyArray<Pardons> => {
  const now = pardonsOf(streak, held, draft.state.vacations)
  if (now === noPardons) return [now]
  return [now, { ...now, restored: [] }, { ...now, restored: [], frozen: [] }, noPardons]
}

interface Beginning {
  readonly base: StreakState["base"]
  /** events of earlier periods are left out */
  readonly first: number
}

/**
 * How the story may have begun: with the last folded period full already, or filled by one of these events, the period
 * before it full or not, or by one within the grace after it. All but the first matter only for such events.
 */
const beginnings = ({ base }: StreakState): ReadonlyArray<Beginning> => {
  const { period } = base
  if (period === null) return [{ base, first: -Infinity }]
  const open = { ...base, period: period - 1 }
  return [
    { base, first: period },
    { base: open, first: period },
    { base: open, first: period + 1 },
    { base: { ...base, period: null }, first: period }
  ]
}

const zoneAt = (draft: Draft, { rule }: CompiledStreak, at: number): Zone =>
  zoneFor(
    rule.timezone.mode,
    { user: userZoneAt(draft.state.timezone, at), tenant: draft.context.tenant_timezone },
    rule.timezone.fallback
  )

/**
 * The periods these events fill, one after the other, on top of what is already folded away; null where they would not
 * have filled the last of those.
 */
const tellingOf = (
  draft: Draft,
  streak: CompiledStreak,
  from: StreakState,
  { first, pardons }: { readonly first: number; readonly pardons: Pardons }
) => {
  const folded = read(draft, "streaks", streak.rule.streak_key)!.base.period
  return (events: ReadonlyArray<Told>): Pick<StreakState, "qualified" | "progress"> | null => {
    let told: StreakState = { ...from, qualified: [], progress: {} }
    for (const { occurred_at, properties, type } of events) {
      const trigger = draft.snapshot.triggers.get(type)?.streaks.find((one) => one.streak === streak)
      const places = trigger === undefined ? [] : placesOf(trigger, { properties })
      const zone = zoneAt(draft, streak, occurred_at)
      if (places.length === 0 || periodAt(streak, zone, occurred_at) < first) continue
      const standing = { held: told, pardons, zone }
      const { isFull, period, progressed } = join(streak, standing, places, {
        at: occurred_at,
        cutoff: () => -Infinity
      })
      const { [period]: _counts, ...progress } = progressed.progress
      if (!isFull) told = progressed
      else told = { ...told, progress, qualified: [...told.qualified, period].sort((a, b) => a - b) }
    }
    const isOpen = folded !== null && folded !== from.base.period
    if (isOpen && !told.qualified.includes(folded)) return null
    return { progress: told.progress, qualified: told.qualified.filter((period) => folded === null || period > folded) }
  }
}

/** A streak of these periods under what is excused now. */
export const refolded = (
  draft: Draft,
  streak: CompiledStreak,
  held: StreakState,
  qualified: ReadonlyArray<number>
): StreakState => {
  const pardons = pardonsOf(streak, held, draft.state.vacations)
  const { cursor } = foldPeriods(streak.rule, held.base, qualified, pardons)
  const newest = cursor.period
  const zone = zoneAt(draft, streak, draft.at)
  return {
    ...held,
    current: cursor.current,
    period_key: newest === null ? null : periodKey(streak.kind, newest),
    freezes_left: Math.max(0, cursor.freezes_left - pendingFreezes(pardons, newest)),
    since_freeze: cursor.since_freeze,
    expires_at: newest === null ? null : expiryAfter(streak, zone, newest, pardons),
    qualified
  }
}
