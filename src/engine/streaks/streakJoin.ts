/** The period an event counts for, and whether that makes it full. */
import { periodOf } from "../calendar/periods.ts"
import type { Pardons } from "./pardons.ts"
import type { Draft } from "../core/Draft.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import type { StreakState } from "../core/State.ts"
import { isInGrace, periodAt } from "./streakClock.ts"
import { type Counts, isFull, periodFor, pruned, remembering, tell, tellingOf } from "./streakTelling.ts"
import { localDay, type Zone } from "../calendar/zones.ts"

/** A streak as it stands, who is excused from it when, and the calendar it goes by. */
export interface Standing {
  readonly held: StreakState
  readonly pardons: Pardons
  readonly zone: Zone
}

export interface Joined {
  readonly period: number
  /** the period was full without it */
  readonly isCounted: boolean
  /** the periods are others with it */
  readonly isFull: boolean
  readonly qualified: ReadonlyArray<number>
  /** what the period has of each entry; only told while it is not full */
  readonly counts: Counts
  /** with the event remembered, as far as a later one may ask for it; its periods are still those of before */
  readonly progressed: StreakState
}

/**
 * More periods than the lateness window reaches back: one for the grace, one for the neighbour, two for a change of
 * zone.
 */
const marginPeriods = 4

/** Periods before this one can no longer be joined by an event that still counts, nor be restored. */
export const cutoffOf = (draft: Draft, { kind, rule }: CompiledStreak, zone: Zone): number => {
  const { max_lateness_days, now } = draft.context
  const days = Math.max(max_lateness_days, rule.restore_window_days)
  return periodOf(kind, localDay(zone, now) - days) - marginPeriods
}

export interface Arrival {
  /** epoch ms */
  readonly at: number
  /** places of the entries it matches */
  readonly places: ReadonlyArray<number>
  readonly cutoff: () => number
}

export const join = (streak: CompiledStreak, standing: Standing, arrival: Arrival): Joined =>
  streak.rule.grace_minutes === 0 ? count(streak, standing, arrival) : retell(streak, standing, arrival)

export const isQualified = ({ base, qualified }: StreakState, period: number): boolean =>
  (base.period !== null && period <= base.period) || qualified.includes(period)

const none: Counts = {}

/** Without a grace every event counts for its own period, and the order does not matter. */
const count = (streak: CompiledStreak, { held, zone }: Standing, { at, cutoff, places }: Arrival): Joined => {
  const period = periodAt(streak, zone, at)
  const unchanged = { period, qualified: held.qualified, isFull: false }
  if (isQualified(held, period)) return { ...unchanged, isCounted: true, counts: none, progressed: held }
  const isEnough = oneIsEnough(streak, places)
  const progressed = isEnough ? held : progress(held, period, places, cutoff())
  const counts = progressed.progress[period] ?? none
  if (!isEnough && !isFull(streak, counts)) return { ...unchanged, isCounted: false, counts, progressed }
  const { [period]: _done, ...left } = progressed.progress
  const last = held.qualified.at(-1)
  const all = [...held.qualified, period]
  const qualified = last === undefined || period > last ? all : all.sort((a, b) => a - b)
  return { period, isCounted: false, isFull: true, qualified, counts, progressed: { ...held, progress: left } }
}

/** The common rule needs no memory of partial progress. */
const oneIsEnough = ({ rule }: CompiledStreak, places: ReadonlyArray<number>): boolean => {
  const { events, match } = rule.qualifying
  return (match === "any" || events.length === 1) && places.some((place) => events[place]!.min_count === 1)
}

const progress = (held: StreakState, period: number, places: ReadonlyArray<number>, cutoff: number): StreakState => {
  const counts: Record<string, number> = { ...held.progress[period] }
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1
  const kept = Object.entries(held.progress).filter(([other]) => Number(other) >= cutoff)
  return { ...held, progress: { ...Object.fromEntries(kept), [period]: counts } }
}

const retell = (streak: CompiledStreak, standing: Standing, { at, cutoff, places }: Arrival): Joined => {
  const { held, pardons, zone } = standing
  const { base, qualified } = held
  const period = periodAt(streak, zone, at)
  const unchanged = { qualified, isFull: false, counts: none, progressed: held }
  if (base.period !== null && period <= base.period) return { ...unchanged, period, isCounted: true }
  const sighting = { period, at, isInGrace: isInGrace(streak, zone, period, at), places }
  const telling = remembering(streak, tellingOf(streak, held), sighting)
  const told = tell(streak, telling, { base, qualified, pardons })
  const joined = periodFor(told, sighting)
  const isChanged = !isSame(told.qualified, qualified)
  return {
    period: joined,
    isCounted: !isChanged && isQualified(held, joined),
    isFull: isChanged,
    qualified: told.qualified,
    counts: told.counts.get(joined) ?? none,
    progressed: { ...held, progress: {}, telling: pruned(telling, told, cutoff()) }
  }
}

export const isSame = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): boolean =>
  left.length === right.length && left.every((period, place) => period === right[place])
