import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { drawFrom, drawOf, entriesText, linesOf, sha256, Urn } from "../../../../src/platform/campaigns/HatcheryDraw.ts"

/** The same draw, as one would do it with a box of paper slips. */
const byHand = (text: string, seed: string, draw_id: string, places: number) => {
  const slips = text
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" ") as [string, string])
  const won: Array<{ entry_id: string; ticket: number; n: number }> = []
  for (let n = 0; won.length < places && slips.length > 0; n++) {
    const total = slips.reduce((sum, [, tickets]) => sum + Number(tickets), 0)
    const digest = createHmac("sha256", seed)
      .update(`${draw_id}:${sha256(text)}:${n}`)
      .digest("hex")
    const x = BigInt(`0x${digest.slice(0, 16)}`)
    if (x >= (1n << 64n) - ((1n << 64n) % BigInt(total))) continue
    const ticket = Number(x % BigInt(total))
    let before = 0
    const line = slips.findIndex(([, tickets]) => ticket < (before += Number(tickets)))
    won.push({ entry_id: slips.splice(line, 1)[0]![0], ticket, n })
  }
  return won
}

const lists = fc.uniqueArray(fc.record({ entry_id: fc.uuid(), tickets: fc.integer({ min: 1, max: 1_000 }) }), {
  selector: ({ entry_id }) => entry_id,
  maxLength: 60
})

describe("hatchery-draw-1", () => {
  it("gives the known answer", () => {
    const text = entriesText([
      { entry_id: "e2", tickets: 1 },
      { entry_id: "e1", tickets: 2 }
    ])
    assert.strictEqual(text, "e1 2\ne2 1\n")
    const { entries_hash, winners } = drawOf(text, { seed: "test", draw_id: "d1", places: 2 })
    assert.isTrue(entries_hash.startsWith("daef696de5887872"))
    assert.deepStrictEqual(winners, [
      { entry_id: "e1", ticket: 1, n: 0 },
      { entry_id: "e2", ticket: 0, n: 1 }
    ])
  })

  it("draws as paper slips would", () => {
    fc.assert(
      fc.property(lists, fc.string(), fc.uuid(), fc.integer({ min: 0, max: 80 }), (lines, seed, draw_id, places) => {
        const text = entriesText(lines)
        assert.deepStrictEqual(drawOf(text, { seed, draw_id, places }).winners, byHand(text, seed, draw_id, places))
      }),
      { numRuns: 300 }
    )
  })

  it("gives a line at most one place, and every line one when there are enough", () => {
    fc.assert(
      fc.property(lists, fc.string(), fc.integer({ min: 0, max: 80 }), (lines, seed, places) => {
        const { winners } = drawOf(entriesText(lines), { seed, draw_id: "d1", places })
        assert.strictEqual(winners.length, Math.min(places, lines.length))
        assert.strictEqual(new Set(winners.map(({ entry_id }) => entry_id)).size, winners.length)
      })
    )
  })

  it("reads back the list it writes, whatever order it was given", () => {
    fc.assert(
      fc.property(lists, (lines) => {
        const text = entriesText(lines)
        assert.strictEqual(entriesText(lines.toReversed()), text)
        assert.strictEqual(entriesText(linesOf(text)), text)
      })
    )
  })

  it("finds the line of every ticket, also after lines were struck and put back", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        (tickets, pick) => {
          const urn = new Urn(tickets)
          const struck = pick % tickets.length
          const owners = (without: number) =>
            tickets.flatMap((count, line) => (line === without ? [] : Array(count).fill(line)))
          const found = () => Array.from({ length: urn.left }, (_, ticket) => urn.lineAt(ticket))
          assert.deepStrictEqual(found(), owners(-1))
          urn.strike(struck)
          assert.deepStrictEqual(found(), owners(struck))
          urn.refill()
          assert.deepStrictEqual(found(), owners(-1))
        }
      )
    )
  })

  it("gives every ticket the same chance", () => {
    const urn = new Urn([1, 2, 3, 4])
    const wins = [0, 0, 0, 0]
    for (let run = 0; run < 20_000; run++) {
      const [first] = drawFrom(urn, { seed: `chance:${run}`, draw_id: "d1", entries_hash: "h", places: 1 })
      wins[first!.line]! += 1
      urn.refill()
    }
    const statistic = wins.reduce((sum, won, line) => sum + (won - 2_000 * (line + 1)) ** 2 / (2_000 * (line + 1)), 0)
    // Above 16.3 in one of a thousand such tests; the seeds are always the same.
    assert.isBelow(statistic, 16.3)
  })
})
