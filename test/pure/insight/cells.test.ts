/** Cells know no order: whatever comes first, they say what the days of all users come to. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { CellSum } from "../../../src/features/insight/analytics/Rules/Cells.ts"
import { daysOfBits, isLate, Life, monthBits } from "../../../src/features/insight/analytics/Rules/Life.ts"
import { nameOf, periodAfter, periodOf, periodsBetween } from "../../../src/features/insight/analytics/Rules/Periods.ts"

const day = fc.integer({ min: 20_000, max: 20_120 })
const days = fc.uniqueArray(day, { minLength: 1, maxLength: 25 })
const ascending = (list: ReadonlyArray<number>) => [...list].sort((a, b) => a - b)

const told = (sum: CellSum) => ({
  cells: sum
    .changedCells()
    .map((cell) => JSON.stringify(cell))
    .sort(),
  classes: sum
    .changedClasses()
    .map((one) => JSON.stringify(one))
    .sort()
})

describe("cells", () => {
  /** A life as the tables answer it: the first and the newest day, and the others only where a day is late. */
  const lookedUp = (known: ReadonlyArray<number>, added: ReadonlyArray<number>) => {
    const span = known.length === 0 ? null : { first: Math.min(...known), last: Math.max(...known) }
    return new Life(span, isLate(span, added) ? monthBits(known) : undefined)
  }

  it("come to the same whether days arrive in order or late, one by one or several at once", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 4 }), (all, at_once) => {
        const whole = new CellSum()
        whole.all(ascending(all))
        const step = new CellSum()
        for (let at = 0; at < all.length; at += at_once) {
          const added = ascending([...all.slice(at, at + at_once), ...all.slice(0, Math.min(at, 1))])
          const life = lookedUp(all.slice(0, at), added)
          for (const one of added) step.add(life, one)
        }
        assert.deepStrictEqual(told(step), told(whole))
        whole.all(ascending(all), -1)
        assert.deepStrictEqual(told(whole), { cells: [], classes: [] })
      })
    )
  })

  it("change the neighbours of a late day alone, however long its user has been there", () => {
    const years = Array.from({ length: 1_500 }, (_, place) => 18_000 + 2 * place)
    const late = lookedUp(years, [19_501])
    const sum = new CellSum()
    sum.add(late, 19_501)
    assert.lengthOf(sum.changedCells(), 1)
    assert.deepStrictEqual(
      sum.changedClasses().map(({ life, period, users }) => [life, period, users]),
      [
        ["returning", 19_501, 1],
        ["resurrected", 19_502, -1],
        ["returning", 19_502, 1]
      ]
    )
    const span = { first: years[0]!, last: years.at(-1)! }
    assert.deepStrictEqual([isLate(span, [21_000]), isLate(span, [19_501]), isLate(null, [0])], [false, true, false])
  })

  it("add up: a cohort is its first period, and active users are new, returning or resurrected", () => {
    fc.assert(
      fc.property(fc.array(days, { minLength: 1, maxLength: 12 }), (users) => {
        const sum = new CellSum()
        for (const one of users) sum.all(ascending(one))
        for (const granularity of ["day", "week", "month"] as const) {
          const cells = sum.changedCells().filter((cell) => cell.granularity === granularity)
          const active = cells.filter(({ kind }) => kind === "active")
          const sizes = active.filter(({ cohort, period }) => cohort === period)
          const total = (list: ReadonlyArray<{ readonly users: number }>) =>
            list.reduce((all, one) => all + one.users, 0)
          assert.strictEqual(total(sizes), users.length)
          assert.strictEqual(total(cells.filter(({ kind }) => kind === "last")), users.length)
          for (const period of new Set(active.map((cell) => cell.period))) {
            const classes = sum.changedClasses().filter((at) => at.granularity === granularity && at.period === period)
            assert.strictEqual(total(active.filter((cell) => cell.period === period)), total(classes))
            const there = users.filter((one) => one.some((at) => periodOf(granularity, at) === period))
            assert.strictEqual(total(classes), there.length)
          }
        }
      })
    )
  })

  it("keep days of a month as bits", () => {
    fc.assert(
      fc.property(days, (all) => {
        const back = [...monthBits(all)].flatMap(([month, bits]) => daysOfBits(month, bits))
        assert.deepStrictEqual(ascending(back), ascending(all))
      })
    )
  })
})

describe("periods", () => {
  it("follow one another without a gap", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -40, max: 40 }), (at, count) => {
        for (const granularity of ["day", "week", "month"] as const) {
          const period = periodOf(granularity, at)
          const other = periodAfter(granularity, period, count)
          assert.strictEqual(periodOf(granularity, other), other)
          assert.strictEqual(periodsBetween(granularity, period, other), count)
          assert.strictEqual(periodOf(granularity, periodAfter(granularity, period, 1) - 1), period)
        }
      })
    )
  })

  it("are named as calendars name them", () => {
    const at = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
    assert.strictEqual(nameOf("week", periodOf("week", at("2026-11-22"))), "2026-W47")
    assert.strictEqual(nameOf("week", periodOf("week", at("2027-01-01"))), "2026-W53")
    assert.strictEqual(nameOf("month", periodOf("month", at("2026-11-22"))), "2026-11")
  })
})
