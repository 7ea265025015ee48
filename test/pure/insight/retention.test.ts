/** How many of a cohort come back, however long ago the cohort was. */
import { assert, describe, it } from "vitest"
import { retentionOf } from "../../../src/features/insight/analytics/Rules/Retention.ts"

const today = 20_780
const month = Array.from({ length: 31 }, (_, day) => day)

describe("retention", () => {
  it("of cohorts of half a century ago is told for a year, and looks at each cell once", () => {
    const last = [
      { cohort: 0, period: 2, users: 1 },
      { cohort: 0, period: today, users: 4 }
    ]
    const active = [{ cohort: 0, period: 0, users: 5 }]
    const report = { granularity: "day", mode: "on_or_after", cohorts: month, today, active, last } as const
    const { cohorts } = retentionOf(report)
    const [first] = cohorts
    assert.strictEqual(cohorts.length, 31)
    assert.strictEqual(first!.periods.length, 367)
    // Who was seen beyond what is told was there all the time.
    assert.deepStrictEqual(
      [0, 2, 3, 366].map((offset) => first!.periods[offset]!.users),
      [5, 5, 4, 4]
    )
  })

  it("on a day counts who came on that day alone", () => {
    const active = [
      { cohort: 100, period: 100, users: 4 },
      { cohort: 100, period: 102, users: 1 }
    ]
    const report = { granularity: "day", mode: "on", cohorts: [100], today: 103, active, last: [] } as const
    const { cohorts } = retentionOf(report)
    assert.deepStrictEqual(
      cohorts[0]!.periods.map(({ complete, rate, users }) => [users, rate, complete]),
      [
        [4, 1, true],
        [0, 0, true],
        [1, 0.25, true],
        [0, 0, false]
      ]
    )
  })
})
