/**
 * Which periods of a streak are full, told from what is remembered of its events as if they had come in the order in
 * which they occurred. Without a grace that is a matter of counting. An event within the grace counts for the period
 * just ended while a running streak lacks that one, and whether it does is known only once every earlier event is: so
 * the moments of such events are kept, as many as can ever decide, and everything is told anew with each event.
 */
import { frozenBetween, isPardoned, openBetween, type Pardons } from "./pardons.ts"
import type { CompiledStreak } from "../core/Snapshot.ts"
import type { StreakBase, StreakState, Telling } from "../core/State.ts"
import { type Cursor, cursorOf, step } from "./streakFold.ts"

/** By place of the entry in the rule: how often it was seen. */
export type Counts = Readonly<Record<string, number>>

/** One event: the period it lies in, whether within the grace of the one before, and the entries it matches. */
export interface Sighting {
  readonly period: number
  /** epoch ms */
  readonly at: number
  readonly isInGrace: boolean
  readonly places: ReadonlyArray<number>
}

export interface Told {
  /** period numbers after the base, oldest first */
  readonly qualified: ReadonlyArray<number>
  /** by period: what counts for it, in the end */
  readonly counts: ReadonlyMap<number, Counts>
  /** by period: the same without what the next one lends it */
  readonly own: ReadonlyMap<number, Counts>
  /** by period: the last event within its first hours that counts for the period before */
  readonly lent: ReadonlyMap<number, readonly [at: number, mask: number]>
}

const nothing: Counts = {}

export const isFull = ({ rule: { qualifying } }: CompiledStreak, counts: Counts): boolean => {
  const isDone = (place: number) => (counts[place] ?? 0) >= qualifying.events[place]!.min_count
  return qualifying.match === "any"
    ? qualifying.events.some((_, place) => isDone(place))
    : qualifying.events.every((_, place) => isDone(place))
}

const maskOf = (places: ReadonlyArray<number>): number => places.reduce((mask, place) => mask | (1 << place), 0)

const plus = ({ rule }: CompiledStreak, counts: Counts, mask: number): Counts => {
  const next: Record<string, number> = { ...counts }
  rule.qualifying.events.forEach(({ min_count }, place) => {
    // More than enough is not told apart from enough.
    if ((mask & (1 << place)) !== 0) next[place] = Math.min(min_count, (next[place] ?? 0) + 1)
  })
  return next
}

const isBefore = (at: number, mask: number, other: readonly [at: number, mask: number]): boolean =>
  at < other[0] || (at === other[0] && mask <= other[1])

/**
 * Of each entry the first and the last `min_count` events decide: the first may fill the period before, the last are
 * what is left for their own when it took the others.
 */
const thinned = ({ rule }: CompiledStreak, moments: ReadonlyArray<number>): ReadonlyArray<number> => {
  const kept = new Set<number>()
  rule.qualifying.events.forEach(({ min_count }, place) => {
    const mine: Array<number> = []
    for (let index = 0; index < moments.length; index += 2) {
      if ((moments[index + 1]! & (1 << place)) !== 0) mine.push(index)
    }
    for (const index of mine.slice(0, min_count)) kept.add(index)
    for (const index of mine.slice(-min_count)) kept.add(index)
  })
  if (kept.size * 2 === moments.length) return moments
  return moments.filter((_, index) => kept.has(index - (index % 2)))
}

const inserted = (moments: ReadonlyArray<number>, at: number, mask: number): ReadonlyArray<number> => {
  let place = moments.length
  while (place > 0 && isBefore(at, mask, [moments[place - 2]!, moments[place - 1]!])) place -= 2
  return moments.toSpliced(place, 0, at, mask)
}

/** Remembers one more event. */
export const remembering = (streak: CompiledStreak, telling: Telling, sighting: Sighting): Telling => {
  const { at, isInGrace, period, places } = sighting
  const mask = maskOf(places)
  if (isInGrace && period >= telling.from) {
    const moments = thinned(streak, inserted(telling.graced[period] ?? [], at, mask))
    return { ...telling, graced: { ...telling.graced, [period]: moments } }
  }
  return { ...telling, counts: { ...telling.counts, [period]: plus(streak, telling.counts[period] ?? nothing, mask) } }
}

/** Before every number of a period: any moment of any streak. */
export const always = -Number.MAX_SAFE_INTEGER

export const freshTelling = ({ terms }: CompiledStreak, from: number): Telling => ({
  terms,
  from,
  counts: {},
  graced: {}
})

/**
 * What is remembered under the rule as it is. Under another one, or before any of it was kept, what stands is taken as
 * it is, and telling begins with the next period.
 */
export const tellingOf = (streak: CompiledStreak, { base, qualified, telling }: StreakState): Telling => {
  if (telling !== undefined && telling.terms === streak.terms) return telling
  const last = qualified.at(-1) ?? base.period
  return freshTelling(streak, last === null ? always : last + 1)
}

/** What the freezes at hand could still bridge before this period. */
const bridgeable = ({ rule }: CompiledStreak, cursor: Cursor, period: number, pardons: Pardons): number =>
  rule.freezes.auto_consume ? cursor.freezes_left - frozenBetween(pardons, cursor.period!, period) : 0

/** Is this the period that a running streak lacks? The cursor stands at the last full one before. */
const isLacking = (streak: CompiledStreak, cursor: Cursor, period: number, pardons: Pardons): boolean =>
  cursor.period !== null &&
  cursor.period < period &&
  !isPardoned(pardons, period) &&
  openBetween(pardons, cursor.period, period) <= Math.max(0, bridgeable(streak, cursor, period, pardons))

export interface Ground {
  readonly base: StreakBase
  /** the periods in order; those before `telling.from` are taken as they are */
  readonly qualified: ReadonlyArray<number>
  readonly pardons: Pardons
}

const periodsOf = ({ counts, graced }: Telling): ReadonlyArray<number> =>
  [...new Set([...Object.keys(counts), ...Object.keys(graced)].map(Number))].sort((a, b) => a - b)

/** The whole story, from the base on. */
export const tell = (streak: CompiledStreak, telling: Telling, { base, pardons, qualified: known }: Ground): Told => {
  const { from } = telling
  const cursor = cursorOf(base)
  const qualified: Array<number> = []
  const counts = new Map<number, Counts>()
  const owned = new Map<number, Counts>()
  const lent = new Map<number, readonly [at: number, mask: number]>()
  const fill = (period: number) => {
    step(streak.rule, cursor, period, pardons)
    qualified.push(period)
  }
  const early = periodsOf(telling).filter(
    (period) => period < from && isFull(streak, telling.counts[period] ?? nothing)
  )
  const given = [...new Set([...known.filter((period) => period < from), ...early])].sort((a, b) => a - b)
  for (const period of given) if (base.period === null || period > base.period) fill(period)
  for (const period of periodsOf(telling)) {
    if (period < from) counts.set(period, telling.counts[period]!)
    if (period < from || (base.period !== null && period <= base.period)) continue
    const before = period - 1
    let own = telling.counts[period] ?? nothing
    const moments = telling.graced[period] ?? []
    let isTaken = before >= from && moments.length > 0 && isLacking(streak, cursor, before, pardons)
    for (let index = 0; index < moments.length; index += 2) {
      const mask = moments[index + 1]!
      if (!isTaken) own = plus(streak, own, mask)
      else {
        const filled = plus(streak, counts.get(before) ?? nothing, mask)
        counts.set(before, filled)
        lent.set(period, [moments[index]!, mask])
        if (!isFull(streak, filled)) continue
        fill(before)
        isTaken = false
      }
    }
    counts.set(period, own)
    owned.set(period, own)
    if (isFull(streak, own)) fill(period)
  }
  return { qualified, counts, own: owned, lent }
}

/** The period an event counts for. */
export const periodFor = (told: Told, { at, isInGrace, period, places }: Sighting): number => {
  const last = isInGrace ? told.lent.get(period) : undefined
  return last !== undefined && isBefore(at, maskOf(places), last) ? period - 1 : period
}

/** Without the events of periods no other event can reach any more: what they came to stands. */
export const pruned = (telling: Telling, told: Told, cutoff: number): Telling => {
  if (telling.from >= cutoff || periodsOf(telling).every((period) => period > cutoff)) return telling
  const keep = <V>(record: Readonly<Record<string, V>>, from: number) =>
    Object.fromEntries(Object.entries(record).filter(([period]) => Number(period) >= from))
  const first = told.own.get(cutoff)
  return {
    ...telling,
    from: cutoff,
    counts: { ...keep(telling.counts, cutoff + 1), ...(first === undefined ? {} : { [cutoff]: first }) },
    graced: keep(telling.graced, cutoff + 1)
  }
}

/** The periods as they are under other pardons than before. */
export const toldUnder = (streak: CompiledStreak, held: StreakState, pardons: Pardons): ReadonlyArray<number> =>
  streak.rule.grace_minutes === 0 || held.telling === undefined
    ? held.qualified
    : tell(streak, tellingOf(streak, held), { base: held.base, qualified: held.qualified, pardons }).qualified
