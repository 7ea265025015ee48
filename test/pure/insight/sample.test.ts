/** Everybody has a number, and samples of fewer are among those of more. */
import { assert, describe, it } from "vitest"
import { numbersOf, stepFor } from "../../../src/features/insight/analytics/Rules/Sample.ts"

describe("numbers of users", () => {
  it("are all of them where everybody is looked at", () => {
    assert.deepStrictEqual(numbersOf(1), { least: -(2n ** 63n), most: 2n ** 63n - 1n })
  })

  it.each([2, 4, 256])("are one of %i in a sample, and among those of a larger one", (step) => {
    const [own, larger] = [numbersOf(step), numbersOf(step / 2)]
    assert.strictEqual(own.most - own.least + 1n, 2n ** 64n / BigInt(step))
    assert.strictEqual(own.least, larger.least)
    assert.isBelow(Number(own.most), Number(larger.most))
  })

  it("are all looked at up to a million users, and never more than a million", () => {
    assert.deepStrictEqual([stepFor(0), stepFor(1_000_000), stepFor(1_000_001), stepFor(5e6)], [1, 1, 2, 8])
  })
})
