import type { RuleAmount } from "../../wire/content/Shared.ts"
import type { Properties } from "./filters.ts"
import { own } from "../core/State.ts"

/** One change is at most this much (decisions 1). */
const changeMax = 1_000_000_000

export interface Drawn {
  readonly amount: number
  readonly is_lucky: boolean
}

/** How much a rule pays for an event; null when the property it pays by is missing or not a number. */
export const amountOf = (amount: RuleAmount, properties: Properties, draw: () => number): Drawn | null => {
  switch (amount.mode) {
    case "fixed":
      return { amount: amount.value, is_lucky: false }
    case "per_property": {
      const value = own(properties, amount.property)
      if (typeof value !== "number" || !Number.isFinite(value)) return null
      const paid = rounded(value * amount.rate, amount.rounding)
      return { amount: Math.min(Math.max(paid, amount.min), amount.max ?? changeMax), is_lucky: false }
    }
    case "pool":
      return drawFrom(amount.entries, draw())
  }
}

/** 12 significant digits first, so that 0.29 * 100 counts as 29 and not as the float just below it. */
const rounded = (value: number, rounding: "down" | "up" | "nearest"): number => {
  const clean = Number(value.toPrecision(12))
  if (rounding === "down") return Math.floor(clean)
  return rounding === "up" ? Math.ceil(clean) : Math.round(clean)
}

type Pool = Extract<RuleAmount, { readonly mode: "pool" }>["entries"]

const drawFrom = (entries: Pool, chance: number): Drawn => {
  let rest = chance * entries.reduce((sum, entry) => sum + entry.weight, 0)
  for (const { is_lucky, value, weight } of entries) {
    if (rest < weight) return { amount: value, is_lucky }
    rest -= weight
  }
  const last = entries[entries.length - 1]!
  return { amount: last.value, is_lucky: last.is_lucky }
}
