/** What is said of chance, from what was counted of it. */
import { assert, describe, it } from "@effect/vitest"
import {
  type Counted,
  dropOutcomes,
  type FairOutcome,
  fairnessOf,
  poolOutcomes,
  ruleOutcomes
} from "../../../src/engine/campaigns/fairness.ts"
import { bucketOutcome, outcomeBucket } from "../../../src/engine/campaigns/outcomes.ts"

const even = (observed: ReadonlyArray<number>): ReadonlyArray<FairOutcome> =>
  poolOutcomes([1, 1], (at) => observed[at]!)
const nothing = { coins: 0, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }

describe("fairness", () => {
  it("is judged from fifty draws on, and watched below one in a hundred", () => {
    assert.strictEqual(fairnessOf(even([40, 9])).verdict, "too_few")
    assert.strictEqual(fairnessOf(even([26, 24])).verdict, "ok")
    assert.strictEqual(fairnessOf(even([40, 10])).verdict, "watch")
    const { chi_square, p_value } = fairnessOf(even([30, 20]))
    assert.closeTo(chi_square, 2, 1e-9)
    assert.closeTo(p_value, 0.1573, 1e-4)
  })

  it("tells shares, also where nothing was drawn", () => {
    const none = fairnessOf(poolOutcomes([3, 1], () => 0))
    assert.deepStrictEqual(
      none.outcomes.map(({ expected_share, observed_share }) => [expected_share, observed_share]),
      [
        [0.75, null],
        [0.25, null]
      ]
    )
    assert.deepInclude(none, { chi_square: 0, p_value: 1, verdict: "too_few" })
    const pool = [3, 1].map((weight, value) => ({ value, weight, is_lucky: false }))
    const untold = fairnessOf(ruleOutcomes([{ pool, paid: [] }]))
    assert.deepStrictEqual(
      untold.outcomes.map(({ expected_share }) => expected_share),
      [0.75, 0.25]
    )
    assert.deepInclude(fairnessOf(even([30, 30])).outcomes[0], { observed: 30, observed_share: 0.5 })
  })

  it("is off where something came that could not", () => {
    assert.deepInclude(fairnessOf([{ outcome: "a", observed: 60, expected: 0 }]), { p_value: 0, verdict: "watch" })
  })

  it("expects of beginners what they were promised, and nothing of pity", () => {
    const counted = (outcome: Counted["outcome"], times: number, is_beginner = false): Counted => ({
      day: "2026-11-20",
      revision: 1,
      is_beginner,
      outcome,
      times
    })
    const terms = {
      probability: 0.1,
      beginner: { days: 7, probability: 0.5 },
      reward_pool: [3, 1].map((weight) => ({ weight, reward: nothing }))
    }
    const all = dropOutcomes(terms, [
      counted("miss", 90),
      counted("0", 6),
      counted("unpaid:1", 4),
      counted("pity:0", 50),
      counted("miss", 10, true),
      counted("0", 10, true)
    ])
    assert.deepStrictEqual(all, [
      { outcome: "miss", observed: 100, expected: 100 },
      { outcome: "0", observed: 16, expected: 15 },
      { outcome: "1", observed: 4, expected: 5 }
    ])
  })

  it("adds up the versions of a rule, by what they have paid", () => {
    const entry = (value: number, weight: number, is_lucky = false) => ({ value, weight, is_lucky })
    const paid = (value: number, times: number, is_lucky = false) => ({ value, times, is_lucky })
    assert.deepStrictEqual(
      ruleOutcomes([
        { pool: [entry(1, 1), entry(1, 1), entry(5, 2, true)], paid: [paid(1, 30), paid(5, 10, true)] },
        { pool: [entry(1, 1)], paid: [paid(1, 7)] }
      ]),
      [
        { outcome: "1", observed: 37, expected: 27 },
        { outcome: "5 lucky", observed: 10, expected: 20 }
      ]
    )
  })

  it("reads what was counted as it was written", () => {
    const one = { day: "2026-11-20", revision: 3, is_beginner: true, outcome: "unpaid:2" } as const
    assert.deepStrictEqual(bucketOutcome(outcomeBucket(one)), one)
  })
})
