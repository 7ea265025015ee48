import { assert, describe, it } from "vitest"
import { chiSquareOf, chiSquareTail } from "../../../src/engine/campaigns/chiSquare.ts"

describe("Pearson's test", () => {
  it("knows the tables of every statistics book", () => {
    for (const [degrees, statistic, chance] of [
      [1, 3.841459, 0.05],
      [1, 6.634897, 0.01],
      [2, 5.991465, 0.05],
      [5, 1.145476, 0.95],
      [10, 23.20925, 0.01],
      [30, 43.77297, 0.05],
      [100, 124.3421, 0.05],
      [1_000, 1_074.679, 0.05]
    ] as const) {
      assert.approximately(chiSquareTail(statistic, degrees), chance, 1e-4, `${statistic} at ${degrees}`)
    }
    assert.strictEqual(chiSquareTail(0, 3), 1)
    assert.strictEqual(chiSquareTail(7, 0), 1)
  })

  it("sums what lies off, and takes what is rarely expected together", () => {
    const fair = chiSquareOf([
      { observed: 48, expected: 50 },
      { observed: 52, expected: 50 }
    ])
    assert.approximately(fair.chi_square, 0.16, 1e-9)
    assert.approximately(fair.p_value, 0.6892, 1e-3)
    // Ten of them are expected five times, the other four join what comes after.
    const rare = Array.from({ length: 14 }, () => ({ observed: 0, expected: 0.5 }))
    const { chi_square } = chiSquareOf([...rare, { observed: 12, expected: 13 }])
    assert.approximately(chi_square, 5 + 3 ** 2 / 15, 1e-9)
  })
})
