/** Reward pools: what should have been drawn beside what was. */
import type { CoinRule } from "../../../wire/content/CoinRule.ts"
import type { PoolTelemetry } from "./Api.ts"

export type PoolRule = CoinRule & { readonly amount: Extract<CoinRule["amount"], { readonly mode: "pool" }> }

export const hasPool = (rule: CoinRule): rule is PoolRule => rule.amount.mode === "pool"

/** Draws of the same, or rows of the ledger that pay the same. */
export interface Observed {
  readonly value: number
  readonly is_lucky: boolean
  readonly count: number
}

/** Draws as the traces tell them; `paid` is what a ledger row of it holds, 0 where there is none. */
export interface Traced extends Observed {
  readonly paid: number
}

export interface Drawn {
  readonly draws: ReadonlyArray<Observed>
  readonly coins_issued: number
}

/** What was boosted stands in the ledger with what it came to: it is counted as what was drawn instead. */
export const drawnOf = (ledger: ReadonlyArray<Observed>, traced: ReadonlyArray<Traced>): Drawn => {
  const counts = new Map<string, Observed>()
  const add = ({ is_lucky, value }: Pick<Observed, "is_lucky" | "value">, count: number) => {
    const key = `${value} ${is_lucky}`
    counts.set(key, { value, is_lucky, count: (counts.get(key)?.count ?? 0) + count })
  }
  for (const one of ledger) add(one, one.count)
  for (const { count, is_lucky, paid, value } of traced) {
    if (paid > 0) add({ value: paid, is_lucky }, -count)
    add({ value, is_lucky }, count)
  }
  return {
    draws: [...counts.values()].filter(({ count }) => count > 0),
    coins_issued: ledger.reduce((sum, { count, value }) => sum + count * value, 0)
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Number((part / whole).toFixed(6)))

/** Draws of entries that are no longer in the pool count as draws all the same. */
export const telemetryOf = (
  { amount, rule_id }: PoolRule,
  window_days: number,
  { coins_issued, draws: observed }: Drawn,
  budget_used: number | null
): PoolTelemetry => {
  const weights = amount.entries.reduce((sum, entry) => sum + entry.weight, 0)
  const draws = observed.reduce((sum, { count }) => sum + count, 0)
  // Entries that look alike cannot be told apart in the ledger: the first of them stands for all.
  const isFirst = (index: number) =>
    amount.entries.findIndex(
      ({ is_lucky, value }) => value === amount.entries[index]!.value && is_lucky === amount.entries[index]!.is_lucky
    ) === index
  return {
    rule_id,
    window_days,
    draws,
    coins_issued,
    budget_used,
    entries: amount.entries.map(({ is_lucky, value, weight }, index) => {
      const same = observed.find((one) => one.value === value && one.is_lucky === is_lucky)
      const observed_count = isFirst(index) ? (same?.count ?? 0) : 0
      return {
        value,
        weight,
        expected_share: share(weight, weights),
        observed_count,
        observed_share: share(observed_count, draws)
      }
    })
  }
}
