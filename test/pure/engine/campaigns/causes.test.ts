/** What an event is worth to a cause, and which thresholds a total has passed. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { compileCause, microUnitsOf } from "../../../../src/engine/campaigns/causes.ts"
import { csvOf, genesisHash, reachedOf } from "../../../../src/features/campaigns/causes/Rules.ts"
import { crossingHash } from "../../../../src/features/campaigns/causes/Service/Chain.ts"
import { type CauseTerms, microUnitsOfEventMax } from "../../../../src/wire/campaigns/Causes.ts"

const terms: CauseTerms = {
  cause_id: "0193a1f0-5c00-7000-8000-0000000000da",
  cause_key: "trees",
  audience: null,
  event_type: "lesson.completed",
  match: "all",
  filters: [],
  metric: "sum",
  property: "minutes",
  units_per_event: 0.1
}
const worth = (value: unknown, more: Partial<CauseTerms> = {}) =>
  microUnitsOf(compileCause({ ...terms, ...more }), { minutes: value })

describe("an event's worth", () => {
  it("is the decimal product, rounded down to a millionth", () => {
    assert.strictEqual(worth(0.3), 30_000)
    assert.strictEqual(worth(0.000_019), 1)
    assert.strictEqual(worth(1.1, { units_per_event: 1.1 }), 1_210_000)
    assert.strictEqual(worth(0.29, { units_per_event: 100 }), 29_000_000)
    assert.strictEqual(worth(1e21), microUnitsOfEventMax)
    assert.strictEqual(worth(Number.MAX_VALUE, { units_per_event: 0.000_001 }), microUnitsOfEventMax)
  })

  it("is nothing where there is no number from zero on", () => {
    for (const value of [undefined, null, "3", true, [], {}, -1, 0, -0, Number.NaN]) assert.strictEqual(worth(value), 0)
  })

  it("agrees with whole-number arithmetic on any decimals", () => {
    const decimals = fc.tuple(fc.nat(1_000_000), fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(decimals, fc.integer({ min: 1, max: 1_000_000 }), ([digits, places], each) => {
        const value = Number(`${digits}e-${places}`)
        const expected = (BigInt(digits) * BigInt(each)) / 10n ** BigInt(places)
        const most = BigInt(microUnitsOfEventMax)
        assert.strictEqual(
          BigInt(worth(value, { units_per_event: each / 1_000_000 })),
          expected > most ? most : expected
        )
      })
    )
  })
})

describe("thresholds", () => {
  const epoch = { epoch: 1, threshold_unit: 10, told_k: 0, last_k: null }

  it("are each told once, in order, however often and with whatever totals somebody looks", () => {
    const looks = fc.array(fc.record({ units: fc.nat(400), max: fc.integer({ min: 1, max: 5 }) }), { maxLength: 40 })
    fc.assert(
      fc.property(looks, (given) => {
        let told_k = 0
        let highest = 0
        for (const { max, units } of given) {
          highest = Math.max(highest, units)
          const { isMore, reached } = reachedOf([{ ...epoch, told_k }], BigInt(units) * 1_000_000n, max)
          assert.deepStrictEqual(
            reached.map(({ k, total_units }) => [k, total_units]),
            reached.map((_, place) => [told_k + place + 1, (told_k + place + 1) * 10])
          )
          assert.isAtMost(reached.length, max)
          told_k += reached.length
          assert.strictEqual(isMore, told_k < Math.floor(units / 10))
        }
        assert.isAtMost(told_k * 10, highest)
      })
    )
  })

  it("of an epoch that is over come before those of the next", () => {
    const epochs = [
      { ...epoch, told_k: 2, last_k: 4 },
      { epoch: 2, threshold_unit: 25, told_k: 1, last_k: null }
    ]
    assert.deepStrictEqual(reachedOf(epochs, 80_000_000n, 100), {
      reached: [
        { epoch: 1, k: 3, total_units: 30 },
        { epoch: 1, k: 4, total_units: 40 },
        { epoch: 2, k: 2, total_units: 50 },
        { epoch: 2, k: 3, total_units: 75 }
      ],
      isMore: false
    })
  })

  it("are chained by hashes a partner can compute", () => {
    const link = { cause_id: terms.cause_id, crossing: 1, total_units: 10, occurred_at: "2026-11-20T21:00:00.000Z" }
    // printf '%s' '000...|0193...|1|10|2026-11-20T21:00:00.000Z' | sha256sum
    assert.strictEqual(
      crossingHash(genesisHash, link),
      "244c4db7ffe386436b52fa5d1ae31d2ad087293b5c68ba4ee02f2a48bf29ed5f"
    )
  })
})

describe("a file of figures", () => {
  it("quotes what a spreadsheet would calculate, and what would break a line", () => {
    const day = { date: "2026-11-20", cause_key: "=1+1", units: 0.5, cumulative_units: 2 }
    assert.strictEqual(
      csvOf([day, { ...day, cause_key: 'a,"b"' }]),
      `date,cause_key,units,cumulative_units\r\n2026-11-20,'=1+1,0.5,2\r\n2026-11-20,"a,""b""",0.5,2\r\n`
    )
  })
})
