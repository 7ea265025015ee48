/** How buddies grow, and how their streaks hold. */
import { Effect, Option } from "effect"
import { iso } from "../../../../wire/Ids.ts"
import { medianDay } from "../Rules/Spread.ts"
import { type Standing, nobody } from "../Rules/Standing.ts"
import { byPeriod, periodsIn, rateOf } from "../Rules/Window.ts"
import type { Figures } from "../Store/Figures.ts"
import type { Taken } from "../Store/Snapshots.ts"
import type { ByKey } from "../Store/Sums.ts"
import { byFigure, countOf, figureByDay, type Look, shortened } from "./Look.ts"

type Read = Figures["Service"]

/** Lower ends of the buckets in which days from hatching are counted: those of the journal. */
const ageBuckets = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365]

/** Nobody in an audience stands as nobody does; no walk yet: nobody knows. */
export const standingIn = (taken: Option.Option<Taken>): Standing | null =>
  Option.match(taken, { onNone: () => null, onSome: ({ standing }) => standing ?? nobody })

export const takenAt = (taken: Option.Option<Taken>): string | null =>
  Option.match(taken, { onNone: () => null, onSome: ({ taken_at }) => iso(new Date(taken_at)) })

const twoSeries = Effect.fnUntraced(function* (
  figures: Read,
  { of, today, window }: Look,
  [first, second]: readonly [string, string]
) {
  const days = yield* figures.daily(of, [first, second], window)
  const at = [first, second].map((metric) => byPeriod(window, figureByDay(days.get(metric), "count")))
  return periodsIn(window, today).map(({ at: start, complete, period }) => ({
    period,
    complete,
    first: at[0]!(start),
    second: at[1]!(start)
  }))
})

const daysTo = (sums: ByKey, stage: number): number | null => {
  const counts = new Map<number, number>()
  for (const [key, { count }] of sums.get("evolution_days") ?? []) {
    const [reached, bucket] = key.split(":").map(Number)
    if (reached === stage) counts.set(bucket!, count)
  }
  return medianDay(counts, ageBuckets)
}

export interface NamedStage {
  readonly stage: number
  readonly name: string
}

export const evolution = Effect.fnUntraced(function* (
  figures: Read,
  look: Look,
  { stages, taken }: { readonly stages: ReadonlyArray<NamedStage>; readonly taken: Option.Option<Taken> }
) {
  const sums = yield* figures.totals(look.of, ["evolutions", "evolution_days", "prestiges"], look.window)
  const standing = standingIn(taken)
  const known = new Set([...stages.map(({ stage }) => stage), ...(standing?.stages ?? []).map(({ stage }) => stage)])
  const series = yield* twoSeries(figures, look, ["evolutions", "prestiges"])
  return {
    stages: [...known]
      .sort((a, b) => a - b)
      .map((stage) => {
        const there = standing === null ? null : (standing.stages.find((one) => one.stage === stage)?.buddies ?? 0)
        return {
          stage,
          name: stages.find((one) => one.stage === stage)?.name ?? null,
          buddies: there,
          share: there === null ? null : rateOf(there, standing!.buddies),
          p50_days_to_reach: daysTo(sums, stage)
        }
      }),
    ready_now: standing?.ready_now ?? null,
    evolved: countOf(sums.get("evolutions")),
    prestiged: countOf(sums.get("prestiges")),
    series: series.map(({ first, second, ...period }) => ({ ...period, evolved: first, prestiged: second })),
    snapshot_at: takenAt(taken)
  }
})

const streakMetrics = {
  started: "streak_started",
  extended: "streak_extended",
  lost: "streak_lost",
  restored: "streak_restored",
  frozen: "streak_frozen"
} as const

const milestonesOf = (sums: ByKey, streak_key: string): number =>
  [...(sums.get("streak_milestone") ?? [])].reduce(
    (all, [key, { count }]) => (key.slice(0, key.lastIndexOf(":")) === streak_key ? all + count : all),
    0
  )

const streakOf = (streak_key: string, sums: ByKey, standing: Standing | null, isKnown: boolean) => {
  const [started, extended, lost, restored, frozen] = Object.values(streakMetrics).map(
    (metric) => sums.get(metric)?.get(streak_key)?.count ?? 0
  ) as [number, number, number, number, number]
  const own = standing?.streaks.find((one) => one.streak_key === streak_key)
  const none = standing === null ? null : 0
  const [running, lapsed] = [own?.running ?? none, own?.lapsed ?? none]
  const none_long = { "3": 0, "7": 0, "30": 0, "100": 0 }
  return {
    streak_key,
    running,
    at_least: standing === null ? null : ({ ...none_long, ...own?.at_least } as typeof none_long),
    mean_current: own === undefined ? null : rateOf(own.sum, own.running),
    longest: own?.longest ?? none,
    lapsed,
    started,
    extended,
    lost,
    restored,
    frozen,
    milestones: milestonesOf(sums, streak_key),
    loss_rate: running === null || lapsed === null ? null : rateOf(lost + lapsed, lost + lapsed + running),
    ...(isKnown ? {} : { deleted: true as const })
  }
}

export const streaks = Effect.fnUntraced(function* (
  figures: Read,
  look: Look,
  { keys, taken }: { readonly keys: ReadonlyArray<string>; readonly taken: Option.Option<Taken> }
) {
  const sums = yield* figures.totals(look.of, [...Object.values(streakMetrics), "streak_milestone"], look.window)
  const standing = standingIn(taken)
  const counted = Object.values(streakMetrics).flatMap((metric) => [...(sums.get(metric)?.keys() ?? [])])
  const all = new Set([...keys, ...counted, ...(standing?.streaks ?? []).map(({ streak_key }) => streak_key)])
  const { list, ...rest } = shortened(
    [...all]
      .map((key) => streakOf(key, sums, standing, keys.includes(key)))
      .sort(
        byFigure(
          ({ extended, running }) => running ?? extended,
          ({ streak_key }) => streak_key
        )
      )
  )
  const series = yield* twoSeries(figures, look, ["streak_extended", "streak_lost"])
  return {
    streaks: list,
    series: series.map(({ first, second, ...period }) => ({ ...period, extended: first, lost: second })),
    snapshot_at: takenAt(taken),
    ...rest
  }
})
