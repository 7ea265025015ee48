/** Days of a year as bits come back as they were, and a mask has those of a window that are of the year. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { recountedFeatures } from "../../../src/buddy/journal/Recount.ts"
import { features } from "../../../src/features/insight/analytics/Service/Engagement.ts"
import { features_max } from "../../../src/features/insight/analytics/Store/UserYears.ts"
import { daysOfYear, maskOf, yearBits, yearOf, yearsOf } from "../../../src/features/insight/analytics/Rules/Years.ts"

/** 1998 to 2080, so leap years as well. */
const day = fc.integer({ min: 10_300, max: 40_200 })

describe("years", () => {
  it("have a column for every feature there is", () => {
    const all = new Set([...Object.keys(features), ...recountedFeatures])
    // Days of any event stand in a column of their own, whichever name they go by.
    const used = [...all].filter((feature) => feature !== "" && feature !== "events")
    assert.isAbove(used.length, 20)
    assert.isAtMost(used.length, features_max)
  })

  it("have the days that were written", () => {
    fc.assert(
      fc.property(fc.uniqueArray(day, { minLength: 1, maxLength: 20 }), (all) => {
        const back = yearBits(all).flatMap(({ bits, year }) => daysOfYear(year, bits))
        assert.deepStrictEqual(
          back.sort((a, b) => a - b),
          [...all].sort((a, b) => a - b)
        )
      })
    )
  })

  it("of a window have its days, each once", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (from, more) => {
        const years = yearsOf(from, from + more)
        assert.strictEqual(years[0], yearOf(from))
        const days = years.flatMap((year) => daysOfYear(year, maskOf(year, from, from + more)))
        assert.deepStrictEqual(
          days,
          Array.from({ length: more + 1 }, (_, place) => from + place)
        )
        for (const year of years) assert.lengthOf(maskOf(year, from, from + more), 366)
      })
    )
  })
})
