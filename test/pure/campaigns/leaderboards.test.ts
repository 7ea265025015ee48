/** Ranks: exact, the same for everybody who is asked about them, and up to date for oneself. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import {
  inOrder,
  placeAt,
  placeOf,
  ranked_max,
  type Scored,
  type Standings,
  withOwn
} from "../../../src/features/campaigns/leaderboards/Rules.ts"

const standingsOf = (all: ReadonlyArray<Scored>, read_max = ranked_max): Standings => {
  const rows = all.filter(({ score }) => score > 0).sort(inOrder)
  const scores = rows.map(({ score }) => score).reverse()
  const percentiles = Array.from({ length: 99 }, (_, at) => scores[Math.ceil(((at + 1) / 100) * scores.length) - 1]!)
  const isAllRead = rows.length <= read_max
  return { rows: rows.slice(0, read_max), total: rows.length, percentiles: isAllRead ? [] : percentiles, as_of: 0 }
}

const scored = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 60 }), score: fc.nat(6), reached_at: fc.nat(4) }), {
    selector: ({ id }) => id,
    maxLength: 40
  })
  .map((rows) => rows.map((row): Scored => ({ ...row, id: String(row.id).padStart(3, "0") })))

describe("ranks", () => {
  it("count who is ahead, by who came there first or by score alone", () => {
    fc.assert(
      fc.property(scored, (all) => {
        const standings = standingsOf(all)
        standings.rows.forEach((row, index) => {
          const ahead = standings.rows.filter((other) => inOrder(other, row) < 0).length
          const above = standings.rows.filter((other) => other.score > row.score).length
          assert.strictEqual(placeAt(standings, index, "first_to_reach").rank, ahead + 1)
          assert.strictEqual(placeAt(standings, index, "shared_rank").rank, above + 1)
          assert.deepStrictEqual(placeOf(standings, row, "shared_rank"), placeAt(standings, index, "shared_rank"))
        })
      })
    )
  })

  it("are one's own as of now, whatever was read of oneself before", () => {
    fc.assert(
      fc.property(scored, fc.nat(60), fc.nat(7), fc.nat(5), (all, number, score, reached_at) => {
        const id = String(number).padStart(3, "0")
        const own = score === 0 ? null : { id, score, reached_at }
        const others = all.filter((row) => row.id !== id)
        const now = standingsOf(own === null ? others : [...others, own])
        const seen = withOwn(standingsOf(all), id, own)
        assert.deepStrictEqual([seen.rows, seen.total], [now.rows, now.total])
      })
    )
  })

  it("say how many in a hundred score no more", () => {
    const all = Array.from({ length: 200 }, (_, at) => ({ id: String(at), score: 200 - at, reached_at: 0 }))
    const standings = standingsOf(all)
    assert.deepStrictEqual(placeAt(standings, 0, "first_to_reach"), { rank: 1, percentile: 100 })
    assert.deepStrictEqual(placeAt(standings, 100, "first_to_reach"), { rank: 101, percentile: 50 })
    assert.deepStrictEqual(placeAt(standings, 199, "first_to_reach"), { rank: 200, percentile: 0 })
  })

  it("are told as a percentile alone behind what is ranked one by one", () => {
    const all = Array.from({ length: 200 }, (_, at) => ({ id: String(at), score: 200 - at, reached_at: 0 }))
    const standings = standingsOf(all, 50)
    const behind = all[149]!
    const seen = withOwn(standings, behind.id, behind)
    assert.deepStrictEqual([seen.rows.length, seen.total], [50, 200])
    assert.deepStrictEqual(placeOf(seen, behind, "first_to_reach"), { rank: null, percentile: 25 })
    const risen = { ...behind, score: 300 }
    const after = withOwn(standings, behind.id, risen)
    assert.deepStrictEqual(placeOf(after, risen, "first_to_reach"), { rank: 1, percentile: 100 })
    assert.strictEqual(after.total, 200)
  })
})
