/** Wide pictures for links: everybody is on them, nobody's gradients are stolen, and nothing is loaded for them. */
import { assert, describe, it } from "vitest"
import { type CardRequest, drawCard } from "../../../src/artist/cards/card.ts"
import { rasterizeWhole } from "../../../src/artist/rasterize.ts"
import { themeNames } from "../../../src/artist/palette.ts"
import { creature, range } from "../../kit/pictures/Drawings.ts"

const dot = [
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
  "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
].join("")
const painted = { painted: dot, prestige: 2 }
const drawn = (variant: number, prestige = 0) => ({ creature: creature({ variant, prestige }) })
const card = (changes: Partial<CardRequest> = {}): CardRequest => ({
  kind: "buddy",
  theme: "learning",
  accent_color: "#6c5ce7",
  is_dark: false,
  sitters: [drawn(1)],
  ...changes
})

const all: ReadonlyArray<CardRequest> = [
  ...[...themeNames, "neutral"].map((theme) => card({ theme })),
  card({ is_dark: true, sitters: [drawn(3, 10)] }),
  card({ sitters: [painted] }),
  ...range(6, 1).map((count) => card({ kind: "showroom", sitters: range(count).map((index) => drawn(index)) })),
  ...range(3, 1).map((count) => card({ kind: "hall_of_fame", sitters: range(count).map((index) => drawn(index)) })),
  card({ kind: "showroom", sitters: [painted, drawn(2), painted] })
]

describe("a picture of a link", () => {
  it("is the same text for the same request, and another for another", () => {
    const texts = all.map(drawCard)
    assert.deepStrictEqual(structuredClone(all).map(drawCard), texts)
    assert.strictEqual(new Set(texts).size, all.length)
  })

  it("stands alone: no text, nothing loaded from elsewhere, every reference defined once", () => {
    for (const svg of all.map(drawCard)) {
      assert.notMatch(svg, /<text|font-|href="(?!data:)/)
      const defined = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id)
      assert.strictEqual(new Set(defined).size, defined.length)
      assert.deepStrictEqual(
        used.filter((id) => !defined.includes(id)),
        []
      )
      assert.notMatch(svg, /NaN|undefined/)
    }
  })

  it("has everybody on it, up to six in a showroom and three among the winners", () => {
    const people = (kind: CardRequest["kind"], count: number) =>
      drawCard(card({ kind, sitters: range(count).map(() => painted) })).split("<image ").length - 1
    assert.deepStrictEqual(
      range(7, 1).map((count) => people("showroom", count)),
      [1, 2, 3, 4, 5, 6, 6]
    )
    assert.deepStrictEqual(
      range(4, 1).map((count) => people("hall_of_fame", count)),
      [1, 2, 3, 3]
    )
    assert.strictEqual(people("buddy", 2), 1)
  })

  it("is a PNG of 1200 x 630 that no messenger finds too large", async () => {
    const png = await rasterizeWhole(
      drawCard(card({ kind: "showroom", sitters: range(6).map((one) => drawn(one, 9)) }))
    )
    const view = new DataView(png.buffer, png.byteOffset)
    assert.deepStrictEqual([view.getUint32(16), view.getUint32(20)], [1_200, 630])
    assert.isBelow(png.length, 600_000)
  })
})
