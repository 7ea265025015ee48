/** What a batch of deltas of one tenant comes to, before any table is looked at. */
import { CountSum, type DatedCount, type Delta, type Move, testPrefix } from "../../../../wire/analytics/Delta.ts"
import { type Alike, Crowd } from "./Crowd.ts"

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

/** What deltas come to, types as they were sent. */
export interface Summed {
  readonly counts: ReadonlyArray<DatedCount>
  readonly users: ReadonlyArray<Alike>
  readonly moves: ReadonlyArray<Move>
  /** of the few metrics that are watched by the hour of the commit (epoch ms) instead of its day */
  readonly byHour: ReadonlyArray<DatedCount>
}

export interface Folded extends Pick<Summed, "counts" | "moves" | "users"> {
  readonly hours: ReadonlyArray<HourSum>
}

const hour_ms = 3_600_000
const hourly: ReadonlySet<string> = new Set(["coins_in", "coins_out", "events"])

/** Coins that went are one sum, and what a limit left unrewarded is nobody's figure. */
const addHours = (sum: CountSum, { c, h = [] }: Delta, hour: number): void => {
  for (const [metric, , , key, count, amount] of c)
    if (hourly.has(metric)) sum.add([metric, hour, "", metric === "coins_out" ? "" : key, count, amount])
  for (const [metric, key, count] of h) if (metric === "limited") sum.add([metric, hour, "", key, count, 0])
}

const datedOf = (sum: CountSum) => sum.value() as ReadonlyArray<DatedCount>

export const summed = (deltas: ReadonlyArray<TenantDelta>): Summed => {
  const [sum, hours, crowd] = [new CountSum(), new CountSum(), new Crowd()]
  const moves: Array<Move> = []
  for (const { at, body, day } of deltas) {
    for (const count of body.c) sum.add(count, count[1] ?? day)
    for (const said of body.u) crowd.add(said)
    if (body.m !== undefined) moves.push(...body.m)
    addHours(hours, body, at - (at % hour_ms))
  }
  return { counts: datedOf(sum), users: crowd.value(), moves, byHour: datedOf(hours) }
}

/** Types that are counted under a name of their own, as the batch has them. */
export const typesOf = ({ counts }: Pick<Summed, "counts">): ReadonlyArray<string> => [
  ...new Set(counts.filter(([metric]) => byType.has(plainMetric(metric))).map(([, , , key]) => key))
]

/** `others`: the types that are no longer told apart. */
const named = (counts: ReadonlyArray<DatedCount>, others: ReadonlySet<string>): ReadonlyArray<DatedCount> => {
  if (others.size === 0) return counts
  const sum = new CountSum()
  for (const [metric, day, audience, key, count, amount] of counts) {
    const isOther = others.has(key) && byType.has(plainMetric(metric))
    sum.add([metric, day, audience, isOther ? otherType : key, count, amount])
  }
  return datedOf(sum)
}

export const foldedOf = ({ byHour, counts, moves, users }: Summed, others: ReadonlySet<string>): Folded => ({
  counts: named(counts, others),
  users,
  moves,
  hours: named(byHour, others).map(([metric, hour, , key, count, amount]) => ({ hour, metric, key, count, amount }))
})
