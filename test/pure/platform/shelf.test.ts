/** Shelves: what was asked for last stays, whatever came, went and was thrown away before. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Shelf } from "../../../src/platform/requests/Shelf.ts"

const key = fc.integer({ min: 0, max: 9 }).map(String)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant("set" as const), key }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("get" as const), key }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("delete" as const), key }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("clear" as const), key }) }
)

describe("a shelf", () => {
  it("drops what nobody has asked for the longest, and nothing while there is room", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 80 }), (capacity, steps) => {
        /** as whoever is told of each that leaves would know it */
        const there = new Map<string, number>()
        const count = (key: string, by: number) => there.set(key, (there.get(key) ?? 0) + by)
        const shelf = new Shelf<string>(capacity, (key) => count(key, -1))
        /** oldest first */
        let expected: Array<string> = []
        for (const { key, what } of steps) {
          const others = expected.filter((one) => one !== key)
          if (what === "get") {
            const isThere = expected.includes(key)
            assert.strictEqual(shelf.get(key), isThere ? key : undefined)
            if (isThere) expected = [...others, key]
          }
          if (what === "set") {
            shelf.set(key, key)
            count(key, 1)
            expected = [...others.slice(Math.max(0, others.length - capacity + 1)), key]
          }
          if (what === "delete") {
            shelf.delete(key)
            expected = others
          }
          if (what === "clear") {
            shelf.clear()
            expected = []
          }
        }
        const kept = Array.from({ length: 10 }, (_, at) => String(at)).filter((one) => shelf.get(one) !== undefined)
        assert.deepStrictEqual(kept, expected.toSorted())
        const told = [...there].filter(([, times]) => times !== 0).toSorted()
        assert.deepStrictEqual(
          told,
          kept.map((key) => [key, 1])
        )
      })
    )
  })
})
