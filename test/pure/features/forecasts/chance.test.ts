/** What a forecast leaves to chance, and how much of it there may be. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { drawOf, poisson, streamOf } from "../../../../src/features/insight/forecasts/Rules/Chance.ts"
import { decisions_max, runs_min, sizesOf } from "../../../../src/features/insight/forecasts/Rules/Population.ts"

describe("chance of a forecast", () => {
  it("follows from its words, and from nothing else", () => {
    const some = Array.from({ length: 5 }, streamOf("a|1"))
    assert.deepStrictEqual(Array.from({ length: 5 }, streamOf("a|1")), some)
    assert.notDeepEqual(Array.from({ length: 5 }, streamOf("a|2")), some)
    assert.strictEqual(drawOf("a|1|b"), drawOf("a|1|b"))
  })

  it("is spread evenly, and Poisson's as often as it says", () => {
    const next = streamOf("spread")
    const many = 20_000
    for (const draw of [next, (_: unknown, place: number) => drawOf(`draw ${place}`)]) {
      const numbers = Array.from({ length: many }, draw as () => number)
      assert.isTrue(numbers.every((one) => one >= 0 && one < 1))
      for (let tenth = 0; tenth < 10; tenth++) {
        const there = numbers.filter((one) => Math.floor(one * 10) === tenth).length
        assert.approximately(there / many, 0.1, 0.01)
      }
    }
    for (const mean of [0.1, 3, 29, 31, 500]) {
      const times = Array.from({ length: 4_000 }, () => poisson(mean, next))
      assert.isTrue(times.every((one) => Number.isInteger(one) && one >= 0))
      assert.approximately(times.reduce((sum, one) => sum + one, 0) / times.length / mean, 1, 0.1)
    }
    assert.strictEqual(poisson(0, next), 0)
  })
})

describe("the size of a forecast", () => {
  const crowds = fc.record({
    users: fc.integer({ min: 1, max: 5_000_000 }),
    new_per_day: fc.double({ min: 0, max: 100_000, noNaN: true }),
    survival: fc.double({ min: 0, max: 1, noNaN: true }),
    horizon_days: fc.integer({ min: 1, max: 365 }),
    runs: fc.integer({ min: 10, max: 1_000 }),
    decisions_per_day: fc.double({ min: 0, max: 2_000, noNaN: true })
  })

  it("stays within what may be decided, whatever is asked for", () => {
    fc.assert(
      fc.property(crowds, (asked) => {
        const crowd = { ...asked, donors: Math.min(2_000, asked.users) }
        const { fewer_runs, fraction, runs, starter_weight, starters } = sizesOf(crowd)
        assert.isTrue(runs >= runs_min && runs <= crowd.runs)
        assert.strictEqual(fewer_runs, runs < crowd.runs)
        assert.isTrue(starters >= 1 && starters <= crowd.donors)
        assert.approximately(starters * starter_weight, crowd.users, 1e-6 * crowd.users)
        assert.isTrue(fraction > 0 && fraction <= 1)
        let [alive, days] = [0, 0]
        for (let day = 0, left = starters; day < crowd.horizon_days; day++) {
          alive = (alive + crowd.new_per_day * fraction) * crowd.survival
          left *= crowd.survival
          days += alive + left
        }
        // One user at least is lived, whatever it costs.
        const least = crowd.horizon_days * runs_min * (crowd.decisions_per_day + 1)
        assert.isAtMost(days * runs * crowd.decisions_per_day, decisions_max * 1.01 + least)
      })
    )
  })

  it("lives fewer users before fewer runs", () => {
    const crowd = { users: 2_000, donors: 2_000, new_per_day: 0, survival: 1, horizon_days: 100, runs: 100 }
    assert.deepInclude(sizesOf({ ...crowd, decisions_per_day: 0.5 }), { starters: 2_000, runs: 100 })
    const some = sizesOf({ ...crowd, decisions_per_day: 5 })
    assert.deepInclude(some, { runs: 100, fewer_donors: true, fewer_runs: false })
    assert.isTrue(some.starters > 200 && some.starters < 2_000)
    const few = sizesOf({ ...crowd, decisions_per_day: 50 })
    assert.deepInclude(few, { starters: 200, fewer_donors: true, fewer_runs: true })
    assert.isBelow(few.runs, 100)
  })
})
