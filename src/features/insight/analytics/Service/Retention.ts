/** Which cohorts are told, and who of them came back. */
import { Effect } from "effect"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import type { Granularity } from "../../../../wire/analytics/Frame.ts"
import { periodAfter, periodOf, periodsOf } from "../Rules/Periods.ts"
import { type Mode, retentionOf, type RetentionQuery } from "../Rules/Retention.ts"
import type { Window } from "../Rules/Window.ts"
import type { Figures } from "../Store/Figures.ts"
import type { Look, LookQuery } from "./Look.ts"

export interface RetentionAsked extends LookQuery {
  readonly mode?: Mode | undefined
  readonly cohorts?: number | undefined
}

export const cohorts_default = 8
const cohorts_max: Readonly<Record<Granularity, number>> = { day: 31, week: 26, month: 24 }

export interface Asked {
  readonly granularity: Granularity
  readonly mode: Mode
  /** first days, ascending */
  readonly cohorts: ReadonlyArray<number>
}

/** The newest cohorts, or those of the window that is asked for. */
export const cohortsOf = (query: RetentionAsked, window: Window, today: number): Asked | ValidationFailed => {
  const { cohorts: count, granularity = "week", mode = "on" } = query
  const isWindow = query.window_days !== undefined || query.from !== undefined
  if (isWindow && count !== undefined) return ValidationFailed.at(["cohorts"], "send cohorts, or a window")
  const most = cohorts_max[granularity]
  if (isWindow) {
    const cohorts = periodsOf(granularity, window.from, window.to)
    return cohorts.length > most
      ? ValidationFailed.at(["window_days"], `a window has at most ${most} cohorts of a ${granularity}`)
      : { granularity, mode, cohorts }
  }
  const wanted = count ?? cohorts_default
  if (wanted > most) return ValidationFailed.at(["cohorts"], `there are at most ${most} cohorts of a ${granularity}`)
  const newest = periodOf(granularity, today)
  const cohorts = Array.from({ length: wanted }, (_, back) => periodAfter(granularity, newest, back + 1 - wanted))
  return { granularity, mode, cohorts }
}

export const retention = Effect.fnUntraced(function* (
  figures: Figures["Service"],
  { of, today }: Pick<Look, "of" | "today">,
  { cohorts, granularity, mode }: Asked
) {
  const span = { from: cohorts[0]!, to: cohorts.at(-1)! }
  const active = yield* figures.cells(of, granularity, span, "active")
  const last = mode === "on" ? [] : yield* figures.cells(of, granularity, span, "last")
  return { granularity, mode, ...retentionOf({ granularity, mode, cohorts, today, active, last }) }
})

/** As many weeks as the report tells by itself, up to this one. */
const weeksUntil = (newest: number): ReadonlyArray<number> =>
  Array.from({ length: cohorts_default }, (_, back) => periodAfter("week", newest, back + 1 - cohorts_default))

export const weeksOf = (today: number): ReadonlyArray<number> => weeksUntil(periodOf("week", today))

const byWeek = { granularity: "week", mode: "on", last: [] } as const

/** The overall rate of these weeks, so many weeks on, as the report tells it. */
export const rateAfter = (offset: number, of: Pick<RetentionQuery, "active" | "cohorts" | "today">): number | null =>
  retentionOf({ ...byWeek, ...of }).overall[offset]?.rate ?? null

const rateOver = (
  figures: Figures["Service"],
  { of, today }: Pick<Look, "of" | "today">,
  { cohorts, offset }: { readonly cohorts: ReadonlyArray<number>; readonly offset: number }
) =>
  Effect.map(figures.cells(of, "week", { from: cohorts[0]!, to: cohorts.at(-1)! }, "active"), (active) =>
    rateAfter(offset, { active, cohorts, today })
  )

/** The overall rate so many weeks on, as the report tells it by itself. */
export const weeklyRate = (figures: Figures["Service"], look: Pick<Look, "of" | "today">, offset: number) =>
  rateOver(figures, look, { cohorts: weeksOf(look.today), offset })

/** The same of as many cohorts, the newest for which that week is over. */
export const completeRate = (figures: Figures["Service"], look: Pick<Look, "of" | "today">, offset: number) =>
  rateOver(figures, look, {
    cohorts: weeksUntil(periodAfter("week", periodOf("week", look.today), -1 - offset)),
    offset
  })
