/** What a batch of deltas of one tenant comes to, before any table is looked at. */
import { type Count, type Delta, DeltaSum, type Move, testPrefix } from "../../../../wire/analytics/Delta.ts"

export interface TenantDelta {
  readonly body: Delta
  /** the local day of its commit */
  readonly day: number
  /** epoch ms of its commit */
  readonly at: number
}

export interface HourSum {
  /** epoch ms */
  readonly hour: number
  readonly metric: string
  readonly key: string
  readonly count: number
  readonly amount: number
}

/** Everybody, whatever the audience. */
export const everybody = ""

/** What a workspace has that never listed an audience. */
export const implicitAudience = "default"

/** Event types nobody has defined are told apart up to this many; the rest is one. */
export const undefined_types_max = 1_000
export const otherType = "~other"

const byType: ReadonlySet<string> = new Set([
  "events",
  "events_backfilled",
  "events_without_buddy",
  "events_unrewarded",
  "events_reversed"
])

const plainMetric = (metric: string): string =>
  metric.startsWith(testPrefix) ? metric.slice(testPrefix.length) : metric

export interface UserDays {
  readonly audience: string
  readonly user_id: string
  /** ascending, each once */
  readonly days: ReadonlyArray<number>
}

export interface Folded {
  readonly counts: ReadonlyArray<Count & { readonly 1: number }>
  /** by audience and user, once more for everybody; of any event */
  readonly active: ReadonlyArray<UserDays>
  /** the same by feature */
  readonly used: ReadonlyArray<UserDays & { readonly feature: string }>
  readonly moves: ReadonlyArray<Move>
  /** of the few metrics that are watched by the hour of the commit */
  readonly hours: ReadonlyArray<HourSum>
}

const hour_ms = 3_600_000
const hourly: ReadonlySet<string> = new Set(["coins_in", "coins_out", "events"])

/** What is watched by the hour: coins that went are one sum, and what a limit left unrewarded is nobody's figure. */
const hoursOf = (deltas: ReadonlyArray<TenantDelta>, nameOf: (metric: string, key: string) => string) => {
  const sums = new Map<string, { -readonly [K in keyof HourSum]: HourSum[K] }>()
  const add = (hour: number, metric: string, key: string, count: number, amount: number) => {
    const name = `${hour} ${metric} ${key}`
    const known = sums.get(name) ?? { hour, metric, key, count: 0, amount: 0 }
    sums.set(name, known)
    known.count += count
    known.amount += amount
  }
  for (const { at, body } of deltas) {
    const hour = at - (at % hour_ms)
    for (const [metric, , , given, count, amount] of body.c) {
      if (hourly.has(metric)) add(hour, metric, metric === "coins_out" ? "" : nameOf(metric, given), count, amount)
    }
    for (const [metric, key, count] of body.h ?? []) if (metric === "limited") add(hour, metric, key, count, 0)
  }
  return [...sums.values()]
}

/** Types that are counted under a name of their own, as the batch has them. */
export const typesOf = (deltas: ReadonlyArray<TenantDelta>): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const { body } of deltas)
    for (const [metric, , , key] of body.c) if (byType.has(plainMetric(metric))) found.add(key)
  return [...found]
}

/** `others`: the types that are no longer told apart. */
export const foldedOf = (deltas: ReadonlyArray<TenantDelta>, others: ReadonlySet<string>): Folded => {
  const sum = new DeltaSum()
  const days = new Map<string, { audience: string; user_id: string; feature: string; days: Array<number> }>()
  const moves: Array<Move> = []
  const isActive = (audience: string, user_id: string, feature: string, day: number) => {
    // Features have no space in them, and no two pairs of texts are one text of the same length of the first.
    const key = `${feature} ${audience.length} ${audience}${user_id}`
    const known = days.get(key)
    if (known === undefined) days.set(key, { audience, user_id, feature, days: [day] })
    else if (!known.days.includes(day)) known.days.push(day)
  }
  const nameOf = (metric: string, key: string) => (others.has(key) && byType.has(plainMetric(metric)) ? otherType : key)
  for (const { body, day } of deltas) {
    const c = body.c.map(([metric, on, audience, key, times, amount]): Count => [
      metric,
      on ?? day,
      audience,
      nameOf(metric, key),
      times,
      amount
    ])
    sum.add({ c, u: [] })
    for (const [audience, user_id, feature, on] of body.u) {
      isActive(audience, user_id, feature, on)
      isActive(everybody, user_id, feature, on)
    }
    moves.push(...(body.m ?? []))
  }
  const ascending = [...days.values()]
  for (const one of ascending) one.days.sort((a, b) => a - b)
  return {
    counts: sum.value().c as Folded["counts"],
    active: ascending.filter(({ feature }) => feature === ""),
    used: ascending.filter(({ feature }) => feature !== ""),
    moves,
    hours: hoursOf(deltas, nameOf)
  }
}
