/** Thresholds, what changes, and figures as files. Pure. */
import { csvText } from "../../../wire/Csv.ts"
import { Equal, type Schema } from "effect"
import type { CauseAnalytics } from "./Api/Reports.ts"
import { microUnits } from "../../../wire/campaigns/Causes.ts"

/** Before the first threshold. */
export const genesisHash = "0".repeat(64)

export const unitsOf = (micro_units: bigint): number => Number(micro_units) / microUnits

/** The highest multiple of a threshold that lies within a total. */
export const multipleOf = (micro_units: bigint, threshold_unit: number): number => {
  const within = micro_units / (BigInt(threshold_unit) * BigInt(microUnits))
  return within < 0n ? 0 : Number(within)
}

export interface Epoch {
  readonly epoch: number
  readonly threshold_unit: number
  readonly told_k: number
  /** null: the present one */
  readonly last_k: number | null
}

export interface Reached {
  readonly epoch: number
  readonly k: number
  readonly total_units: number
}

/** What is to be told next, in order, at most so many; `isMore`: there would be more. */
export const reachedOf = (
  epochs: ReadonlyArray<Epoch>,
  micro_units: bigint,
  max: number
): { readonly reached: ReadonlyArray<Reached>; readonly isMore: boolean } => {
  const reached: Array<Reached> = []
  for (const { epoch, last_k, threshold_unit, told_k } of epochs) {
    const last = last_k ?? multipleOf(micro_units, threshold_unit)
    for (let k = told_k + 1; k <= last; k++) {
      if (reached.length === max) return { reached, isMore: true }
      reached.push({ epoch, k, total_units: k * threshold_unit })
    }
  }
  return { reached, isMore: false }
}

interface Counted {
  readonly cause_id: string
  readonly cause_key: string
  readonly name: string
  readonly status: string
  readonly total: bigint
  readonly contributors: number
  readonly crossings: number
}
interface DayUnits {
  readonly cause_id: string
  readonly date: string
  readonly micro_units: bigint
}

/** `days`: oldest first. */
export const analyticsOf = (causes: ReadonlyArray<Counted>, days: ReadonlyArray<DayUnits>): CauseAnalytics["causes"] =>
  causes.map(({ cause_id, cause_key, contributors, crossings, name, status, total }) => {
    const own = days.filter((day) => day.cause_id === cause_id)
    return {
      cause_id,
      cause_key,
      name,
      status,
      total_units: unitsOf(total),
      units_in_window: unitsOf(own.reduce((sum, { micro_units }) => sum + micro_units, 0n)),
      contributors,
      crossings,
      by_day: own.map(({ date, micro_units }) => ({ date, units: unitsOf(micro_units) }))
    }
  })

interface CsvDay {
  readonly date: string
  readonly cause_key: string
  readonly units: number
  readonly cumulative_units: number
}

const exactly = (units: number): number => Math.round(units * microUnits) / microUnits

/** Cause by cause, and what each had come to at the end of the day: its total is that of today. */
export const daysOf = (causes: CauseAnalytics["causes"]): ReadonlyArray<CsvDay> =>
  causes.flatMap(({ by_day, cause_key, total_units, units_in_window }) => {
    let cumulative = total_units - units_in_window
    return by_day.map(({ date, units }) => {
      cumulative += units
      return { date, cause_key, units, cumulative_units: exactly(cumulative) }
    })
  })

export const csvOf = (days: ReadonlyArray<CsvDay>): string =>
  csvText(
    ["date", "cause_key", "units", "cumulative_units"],
    days.map(({ cause_key, cumulative_units, date, units }) => [date, cause_key, units, cumulative_units])
  )

type Field = Schema.Json | undefined

/** `{from, to}` of what differs, by field. */
export const changesOf = <A extends object>(before: A, after: { readonly [K in keyof A]?: unknown }) => {
  const changes: Record<string, Schema.Json> = {}
  for (const name of Object.keys(after) as unknown as ReadonlyArray<keyof A & string>) {
    const [from, to] = [before[name] as Field, after[name] as Field]
    if (!Equal.equals(from, to)) changes[name] = { from: from ?? null, to: to ?? null }
  }
  return changes
}
