/** Figures as reports are handed them. */
import { Schema } from "effect"
import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"
import { clockedPrefix } from "../../../../wire/analytics/Delta.ts"
import type { Granularity } from "../../../../wire/analytics/Frame.ts"
import { dayOfText } from "../Rules/Periods.ts"
import type { Totalled } from "./Totals.ts"

export type Crowded = RateLimited | ServiceUnavailable

export interface Sum {
  readonly count: number
  readonly amount: number
}

/** Whose figures; audience null: of all. */
export interface Of {
  readonly customer_id: string
  readonly audience: string | null
}

/** Days since 1970-01-01. */
export interface Span {
  readonly from: number
  readonly to: number
}

export type ByKey = ReadonlyMap<string, ReadonlyMap<string, Sum>>
export type ByDay = ReadonlyMap<string, ReadonlyMap<number, Sum>>

/** Users of a cohort, in a period. */
export interface CohortCell {
  readonly cohort: number
  readonly period: number
  readonly users: number
}

export interface ActivePeriod {
  readonly period: number
  readonly active: number
  readonly new: number
}

export const int = Schema.NumberFromString
export const KeyRow = Schema.Struct({ metric: Schema.String, key: Schema.String, count: int, amount: int })
export const DayRow = Schema.Struct({ metric: Schema.String, day: Schema.String, count: int, amount: int })

export interface Frame {
  readonly timezone: string
  readonly audiences: ReadonlyArray<{ readonly key: string; readonly name?: string }>
  /** epoch ms; everything committed before is in what is read from now on */
  readonly as_of: number
  readonly stale: boolean
}

export interface OfEach {
  readonly customer_id: string
  readonly audiences: ReadonlyArray<string>
  readonly window: Span
  readonly today: number
  /** of the sums as long as there are figures */
  readonly ever: ReadonlyArray<Totalled>
  /** first days of weeks, ascending */
  readonly cohorts: ReadonlyArray<number>
}

/** What the list of audiences tells of one; `sums` by metric, under the key ''. */
export interface AudienceSums {
  readonly sums: ByKey
  readonly ever: ByKey
  readonly users: number
  /** whose first day is in the window */
  readonly newIn: number
  /** with any day in the window */
  readonly active: number
  /** of the cohorts, by week */
  readonly cells: ReadonlyArray<CohortCell>
}

export interface Reading {
  frame(customer_id: string): Effect.Effect<Frame, Crowded>
  /** audiences that were ever counted */
  audiences(customer_id: string): Effect.Effect<ReadonlyArray<string>, Crowded>
  totals(of: Of, metrics: ReadonlyArray<string>, span: Span): Effect.Effect<ByKey, Crowded>
  /** as long as there are figures; of the metrics whose totals are kept */
  ever(of: Of, metrics: ReadonlyArray<Totalled>): Effect.Effect<ByKey, Crowded>
  daily(of: Of, metrics: ReadonlyArray<string>, span: Span): Effect.Effect<ByDay, Crowded>
  /** of one key of a metric */
  dailyOfKey(of: Of, metric: string, key: string, span: Span): Effect.Effect<ReadonlyMap<number, Sum>, Crowded>
  /** the last day on which anything was counted, by metric and key */
  newestDays(
    of: Of,
    metrics: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyMap<string, ReadonlyMap<string, number>>, Crowded>
  /** amounts of tokens that came and went, by metric, token and day */
  tokenDays(
    of: Of,
    span: Span
  ): Effect.Effect<ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<number, number>>>, Crowded>
  /** what is true now */
  standing(of: Of, metrics: ReadonlyArray<string>): Effect.Effect<ByKey, Crowded>
  /** by period, from the cells */
  active(of: Of, granularity: Granularity, span: Span): Effect.Effect<ReadonlyArray<ActivePeriod>, Crowded>
  /** returning and resurrected by first day of a period */
  lifecycle(of: Of, granularity: Granularity, span: Span): Effect.Effect<ByDay, Crowded>
  /** of cohorts that begin within the span; `last`: by the newest period of their users */
  cells(
    of: Of,
    granularity: Granularity,
    span: Span,
    kind: "active" | "last"
  ): Effect.Effect<ReadonlyArray<CohortCell>, Crowded>
  users(of: Of): Effect.Effect<number, Crowded>
  /** whose first day is in it */
  newIn(of: Of, span: Span): Effect.Effect<number, Crowded>
  /** by the newest day of theirs, of those whose newest is that one or later */
  newestSince(of: Of, day: number): Effect.Effect<ReadonlyMap<number, number>, Crowded>
  /** whose newest day is that one or later */
  activeSince(of: Of, day: number): Effect.Effect<number, Crowded>
  /** with any day in it, whatever came after */
  activeIn(of: Of, span: Span): Effect.Effect<number, Crowded>
  /** by audience */
  ofEach(of: OfEach): Effect.Effect<ReadonlyMap<string, AudienceSums>, Crowded>
}

/** Figures of everybody stand under every audience: they are the sum. */
export const ofAudience = (sql: SqlClient.SqlClient, { audience }: Of) =>
  audience === null ? sql.literal("true") : sql`audience = ${audience}`

/** Whoever lives on a test clock is as gone as whoever was erased. */
const toldKey = (key: string): string => (key.startsWith(clockedPrefix) ? key.slice(clockedPrefix.length) : key)

export const byKey = (found: ReadonlyArray<typeof KeyRow.Type>): ByKey => {
  const all = new Map<string, Map<string, Sum>>()
  for (const { amount, count, key, metric } of found) {
    const [own, name] = [all.get(metric) ?? new Map<string, Sum>(), toldKey(key)]
    const known = own.get(name) ?? { count: 0, amount: 0 }
    all.set(metric, own.set(name, { count: known.count + count, amount: known.amount + amount }))
  }
  return all
}

export const byDay = (found: ReadonlyArray<typeof DayRow.Type>): ByDay => {
  const all = new Map<string, Map<number, Sum>>()
  for (const { day, metric, ...sum } of found) all.set(metric, (all.get(metric) ?? new Map()).set(dayOfText(day), sum))
  return all
}
