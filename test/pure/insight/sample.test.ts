/** Everybody is in one part, and a sample is the same users in however many parts it is looked at. */
import { assert, describe, it } from "vitest"
import { numbersOf, partsFor } from "../../../src/features/insight/analytics/Rules/Sample.ts"

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n]

describe("numbers of users", () => {
  it.each([1, 2, 8, 256])("are each in one of %i parts", (parts) => {
    const all = numbersOf(1, parts)
    assert.lengthOf(all, parts)
    assert.strictEqual(all[0]!.least, least)
    assert.strictEqual(all.at(-1)!.most, most)
    for (const [place, part] of all.slice(1).entries()) assert.strictEqual(part.least, all[place]!.most + 1n)
  })

  it("are those of the sample in whatever parts", () => {
    const [whole] = numbersOf(4)
    const parts = numbersOf(4, 8)
    assert.strictEqual(whole!.most - whole!.least + 1n, 2n ** 62n)
    assert.deepStrictEqual([parts[0]!.least, parts.at(-1)!.most], [whole!.least, whole!.most])
  })

  it("are looked at at once as long as there are few", () => {
    assert.deepStrictEqual([partsFor(0, 2), partsFor(250_000, 2), partsFor(250_001, 2)], [1, 1, 2])
    assert.deepStrictEqual([partsFor(1_000_000, 1), partsFor(1_000_000, 2)], [1, 4])
    assert.strictEqual(partsFor(1e9, 2), 256)
  })
})
