/** How the auditor multiplies. */
import type { Boosted, BoosterTerms } from "../../../src/wire/campaigns/Boosters.ts"
import type { Surroundings } from "./Books.ts"

const digits = (value: number) => Number(value.toPrecision(12))

const unitOf = (rule: object): Boosted => ("skill_key" in rule ? "skills" : "token_key" in rule ? "tokens" : "coins")

const runningFor = (unit: Boosted, at: number, all: readonly BoosterTerms[]): BoosterTerms[] =>
  all.filter(({ applies_to, ends_at, starts_at }) => {
    return applies_to.some((one) => one === unit) && at >= starts_at && at < ends_at
  })

const strongest = (all: readonly BoosterTerms[]): BoosterTerms | undefined =>
  all
    .toSorted((a, b) => (a.booster_id < b.booster_id ? -1 : 1))
    .toSorted((a, b) => a.starts_at - b.starts_at)
    .toSorted((a, b) => b.multiplier - a.multiplier)[0]

export function boosted(rule: object, base: number, at: number, all: readonly BoosterTerms[]): number {
  const on = runningFor(unitOf(rule), at, all)
  const first = strongest(on)
  if (first === undefined || base === 0) return base
  let [best, product, added] = [1, 1, 0]
  for (const { multiplier, stacking } of on) {
    if (stacking === "max" && multiplier > best) best = multiplier
    if (stacking === "multiply") product *= multiplier
    if (stacking === "add") added += multiplier - 1
  }
  const factor = Math.min(10, digits(best * product * (1 + added)))
  const exact = digits(base * factor)
  return Math.min(1e9, { down: Math.floor, up: Math.ceil, nearest: Math.round }[first.rounding](exact))
}

/** The one that runs for everybody of the audience, if coins were multiplied by it. */
export function boosterToThank(rule: object, at: number, { audience, campaigns }: Surroundings): string | undefined {
  if (unitOf(rule) !== "coins") return undefined
  const theirs = (campaigns?.boosters ?? []).filter((one) => one.audience === audience)
  return strongest(runningFor("coins", at, theirs))?.booster_id
}
