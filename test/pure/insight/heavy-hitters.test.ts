/** The busiest of many are found in little memory, whoever else comes by. */
import { assert, describe, it } from "vitest"
import { HeavyHitters } from "../../../src/features/insight/alerts/Rules/HeavyHitters.ts"
import { median } from "../../../src/features/insight/alerts/Rules.ts"

/** The last step of MurmurHash3: every bit of what comes out hangs on every bit that went in. */
const mixed = (n: number) => {
  const first = Math.imul(n ^ (n >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second ^ (second >>> 16)) >>> 0
}
const hex = (n: number, digits: number) => n.toString(16).padStart(digits, "0")

/** As ids end: spread evenly over twelve digits. */
const idOf = (n: number) => `0193a1f0-5c00-7000-8000-${hex(mixed(n + 7_000_000) % 65_536, 4)}${hex(mixed(n), 8)}`

describe("the sketch of the busiest", () => {
  it("counts exactly while everybody has a place", () => {
    const sketch = new HeavyHitters(10)
    for (let turn = 0; turn < 3; turn++) for (let n = 0; n < 10; n++) sketch.add(idOf(n), n, 2 * n)
    assert.strictEqual(sketch.total, 10)
    assert.deepInclude(sketch.get(idOf(4)), { events: 12, coins: 24 })
  })

  it("misses nobody who did more than one in its places of all, and gives nobody coins of others", () => {
    const sketch = new HeavyHitters(100)
    const farmers = [1, 2, 3].map((n) => idOf(1_000_000 + n))
    let all = 0
    for (let n = 0; n < 20_000; n++) {
      sketch.add(idOf(n), 1, 5)
      all++
      if (n % 60 !== 0) continue
      for (const farmer of farmers) sketch.add(farmer, 1, 10)
      all += farmers.length
    }
    for (const farmer of farmers) {
      const found = sketch.get(farmer)
      const did = Math.ceil(20_000 / 60)
      assert.isAbove(did, all / 100)
      assert.isAtLeast(found?.events ?? 0, did)
      assert.isAtMost(found?.coins ?? 0, 10 * did)
    }
  })

  it("gives up the least busy of all, and blames nobody for those before", () => {
    const sketch = new HeavyHitters(1_000)
    for (let n = 0; n < 1_000; n++) sketch.add(idOf(n), 100 + n, 0)
    for (let n = 0; n < 400; n++) sketch.add(idOf(5_000 + n), 1, 1)
    for (let n = 400; n < 1_000; n++) assert.strictEqual(sketch.get(idOf(n))?.events, 100 + n)
    const [last] = [sketch.get(idOf(5_399))!]
    assert.deepStrictEqual([last.sure, last.coins], [1, 1])
    assert.isAbove(last.events, 100)
    assert.strictEqual(sketch.coins, 400)
    const left = Array.from({ length: 400 }, (_, n) => sketch.get(idOf(n))).filter((one) => one !== undefined)
    assert.isBelow(left.length, 400)
  })

  it("says about how many there were", () => {
    const sketch = new HeavyHitters(100)
    for (let n = 0; n < 20_000; n++) sketch.add(idOf(n), 1, 0)
    assert.closeTo(sketch.total, 20_000, 3_000)
  })
})

describe("the median", () => {
  it("is the middle, or between the two in the middle, and nothing of nothing", () => {
    assert.deepStrictEqual([median([3, 1, 2]), median([4, 1, 3, 2]), median([])], [2, 2.5, 0])
  })
})
