/** How one filter, amount, curve or comparison is read, in the auditor's own words. */
import type { ComparisonOperator, Filter, RuleAmount } from "../../../src/wire/content/Shared.ts"
import type { LevelCurve } from "../../../src/wire/content/Skill.ts"

type Properties = Readonly<Record<string, unknown>>

export function property(properties: Properties, name: string): unknown {
  return Object.entries(properties).find(([key]) => key === name)?.[1]
}

export function passes({ operator, property: name, value }: Filter, properties: Properties): boolean {
  const actual = property(properties, name) ?? null
  if (operator === "exists") return (actual !== null) === value
  if (operator === "neq") return actual !== value
  if (operator === "not_in") return !(value as unknown[]).some((member) => member === actual)
  if (actual === null) return false
  if (operator === "eq") return actual === value
  if (operator === "in") return (value as unknown[]).some((member) => member === actual)
  if (operator === "contains") {
    if (typeof actual === "string") return actual.indexOf(`${value}`) >= 0
    return Array.isArray(actual) && actual.indexOf(value) >= 0
  }
  if (typeof actual !== typeof value || typeof actual === "boolean" || typeof actual === "object") return false
  const sign = actual < (value as typeof actual) ? -1 : actual > (value as typeof actual) ? 1 : 0
  return { gt: sign > 0, gte: sign >= 0, lt: sign < 0, lte: sign <= 0 }[operator]
}

/** Null when the event lacks the number the rule pays by. */
export function amountOf(rule: { amount: RuleAmount }, properties: Properties, draw: () => number): number | null {
  const { amount } = rule
  if (amount.mode === "fixed") return amount.value
  if (amount.mode === "per_property") {
    const value = property(properties, amount.property)
    if (typeof value !== "number") return null
    const exact = Number((value * amount.rate).toPrecision(12))
    const rounded = { down: Math.floor, up: Math.ceil, nearest: Math.round }[amount.rounding](exact)
    return Math.min(amount.max ?? 1e9, Math.max(amount.min, rounded))
  }
  const total = amount.entries.map((entry) => entry.weight).reduce((a, b) => a + b)
  let mark = draw() * total
  for (const entry of amount.entries) {
    if (mark < entry.weight) return entry.value
    mark -= entry.weight
  }
  return amount.entries.at(-1)!.value
}

export function compare(current: number | boolean, operator: ComparisonOperator, value: number | boolean): boolean {
  if (operator === "eq") return current === value
  if (operator === "neq") return current !== value
  const difference = Number(current) - Number(value)
  return { gt: difference > 0, gte: difference >= 0, lt: difference < 0, lte: difference <= 0 }[operator]
}

function threshold(curve: LevelCurve, level: number): number {
  const base = curve.base ?? 0
  if (curve.mode === "linear") return base * level
  if (curve.mode === "quadratic") return base * level ** 2
  if (curve.mode === "table") return curve.thresholds![level - 1] ?? Infinity
  return Math.ceil(base * curve.factor! ** (level - 1))
}

/** Climb until the next level is out of reach; levels beyond the largest exact integer do not exist. */
export function levelFrom(curve: LevelCurve, maxLevel: number, points: number): number {
  let level = 0
  while (level < maxLevel) {
    const next = threshold(curve, level + 1)
    if (next > points || next > Number.MAX_SAFE_INTEGER) break
    level++
  }
  return level
}

export function pointsFor(curve: LevelCurve, maxLevel: number, level: number): number {
  const reachable = Math.min(level, levelFrom(curve, maxLevel, Infinity))
  return reachable === 0 ? 0 : threshold(curve, reachable)
}
