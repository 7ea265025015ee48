/** Whether chance has come out as it was promised: what was drawn beside what was to be expected. */
import type { DropContent } from "../../wire/campaigns/SurpriseDrops.ts"
import type { RuleAmount } from "../../wire/content/Shared.ts"
import { chiSquareOf } from "./chiSquare.ts"
import { missed, type OutcomeBucket } from "./outcomes.ts"

/** A verdict needs so many draws, and is a warning below this chance of them. */
const draws_min = 50
const p_watch = 0.01

export interface FairOutcome {
  readonly outcome: string
  readonly observed: number
  /** of so many draws, not always whole */
  readonly expected: number
}

export interface Fairness {
  readonly draws: number
  readonly outcomes: ReadonlyArray<{
    readonly outcome: string
    readonly observed: number
    readonly expected_share: number
    readonly observed_share: number | null
  }>
  readonly chi_square: number
  readonly p_value: number
  readonly verdict: "ok" | "watch" | "too_few"
}

export const fairnessOf = (all: ReadonlyArray<FairOutcome>): Fairness => {
  const draws = all.reduce((sum, { observed }) => sum + observed, 0)
  const expectedDraws = all.reduce((sum, { expected }) => sum + expected, 0)
  // What cannot happen and did is worse than any luck.
  const isImpossible = all.some(({ expected, observed }) => expected === 0 && observed > 0)
  const { chi_square, p_value } = draws === 0 ? { chi_square: 0, p_value: 1 } : chiSquareOf(all)
  const p = isImpossible ? 0 : p_value
  return {
    draws,
    outcomes: all.map(({ expected, observed, outcome }) => ({
      outcome,
      observed,
      expected_share: expectedDraws === 0 ? 0 : expected / expectedDraws,
      observed_share: draws === 0 ? null : observed / draws
    })),
    chi_square,
    p_value: p,
    verdict: draws < draws_min ? "too_few" : p < p_watch ? "watch" : "ok"
  }
}

const sharesOf = (weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / all)
}

/** Where nothing was drawn, what is expected of one draw shows the shares. */
const atLeastOne = (draws: number): number => Math.max(1, draws)

export interface Counted extends OutcomeBucket {
  readonly times: number
}

/** A drop that was due was no chance; one that the budget could not pay was. */
export const dropOutcomes = (
  { beginner, probability, reward_pool }: Pick<DropContent, "beginner" | "probability" | "reward_pool">,
  counted: ReadonlyArray<Counted>
): ReadonlyArray<FairOutcome> => {
  const drawn = counted.filter(({ outcome }) => !outcome.startsWith("pity:"))
  const sum = (of: ReadonlyArray<Counted>) => of.reduce((all, { times }) => all + times, 0)
  const newcomers = sum(drawn.filter(({ is_beginner }) => is_beginner))
  const others = sum(drawn) - newcomers
  const rolls = newcomers + others === 0 ? { newcomers: 0, others: 1 } : { newcomers, others }
  const won = rolls.newcomers * (beginner?.probability ?? probability) + rolls.others * probability
  const observed = (outcome: string) =>
    sum(drawn.filter((one) => one.outcome === outcome || one.outcome === `unpaid:${outcome}`))
  return [
    { outcome: missed, observed: observed(missed), expected: rolls.newcomers + rolls.others - won },
    ...sharesOf(reward_pool.map(({ weight }) => weight)).map((share, place) => ({
      outcome: `${place}`,
      observed: observed(`${place}`),
      expected: won * share
    }))
  ]
}

/** By place in the pool. */
export const poolOutcomes = (
  weights: ReadonlyArray<number>,
  observedAt: (place: number) => number
): ReadonlyArray<FairOutcome> => {
  const observed = weights.map((_, place) => observedAt(place))
  const draws = observed.reduce((sum, times) => sum + times, 0)
  return sharesOf(weights).map((share, place) => ({
    outcome: `${place}`,
    observed: observed[place]!,
    expected: share * atLeastOne(draws)
  }))
}

type Pool = Extract<RuleAmount, { readonly mode: "pool" }>["entries"]

/** What a rule paid before boosters, as its trace tells. */
export interface PaidDraw {
  readonly value: number
  readonly is_lucky: boolean
  readonly times: number
}

const nameOf = ({ is_lucky, value }: Pick<PaidDraw, "value" | "is_lucky">) => (is_lucky ? `${value} lucky` : `${value}`)

/** Of one rule in each of its versions: entries that pay the same are one outcome. */
export const ruleOutcomes = (
  versions: ReadonlyArray<{ readonly pool: Pool; readonly paid: ReadonlyArray<PaidDraw> }>
): ReadonlyArray<FairOutcome> => {
  const all = new Map<string, { observed: number; expected: number }>()
  const at = (name: string) => {
    const known = all.get(name) ?? { observed: 0, expected: 0 }
    all.set(name, known)
    return known
  }
  const isUndrawn = versions.every(({ paid }) => paid.length === 0)
  for (const { paid, pool } of versions) {
    const draws = isUndrawn ? 1 : paid.reduce((sum, { times }) => sum + times, 0)
    const shares = sharesOf(pool.map(({ weight }) => weight))
    for (const [place, entry] of pool.entries()) at(nameOf(entry)).expected += shares[place]! * draws
    for (const one of paid) at(nameOf(one)).observed += one.times
  }
  return [...all].map(([outcome, counts]) => ({ outcome, ...counts }))
}
