/** What is wrong with an economy: figures beyond what is sound. Pure. */
import type { findingCodes } from "../Api/Worth.ts"

export type Code = (typeof findingCodes)[number]

export interface Vitals {
  readonly sink_ratio: number | null
  readonly inflation_30d: number | null
  readonly gini: number | null
  readonly top_rule_share: number | null
  readonly days_to_median_item: number | null
  readonly idle_share: number | null
}

interface Threshold {
  readonly code: Code
  readonly severity: "info" | "warning"
  readonly figure: keyof Vitals
  readonly threshold: number
  readonly isBelow?: true
}

const thresholds: ReadonlyArray<Threshold> = [
  { code: "few_sinks", severity: "warning", figure: "sink_ratio", threshold: 0.3, isBelow: true },
  { code: "draining", severity: "warning", figure: "sink_ratio", threshold: 1.2 },
  { code: "inflating", severity: "warning", figure: "inflation_30d", threshold: 0.25 },
  { code: "hoarding", severity: "info", figure: "gini", threshold: 0.85 },
  { code: "one_rule", severity: "info", figure: "top_rule_share", threshold: 0.6 },
  { code: "nothing_affordable", severity: "warning", figure: "days_to_median_item", threshold: 60 },
  { code: "idle_coins", severity: "info", figure: "idle_share", threshold: 0.5 }
]

/** Of fewer holders nothing is said: anything may be chance. */
const holders_min = 20

export const findingsOf = (vitals: Vitals, holders: number) =>
  holders < holders_min
    ? []
    : thresholds.flatMap(({ code, figure, isBelow, severity, threshold }) => {
        const value = vitals[figure]
        if (value === null || (isBelow === true ? value >= threshold : value <= threshold)) return []
        return [{ code, severity, value, threshold }]
      })

/** The middle one, the mean of the middle two; null of none. */
export const medianOf = (values: ReadonlyArray<number>): number | null => {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
