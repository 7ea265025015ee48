/** What a full showroom weighs on a phone before its pictures, and that what is seen first is in the first answer. */
import { assert, describe, it } from "vitest"
import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { documentOf } from "../../../../src/edge/pages/Frame.ts"
import { themeFiles } from "../../../../src/edge/pages/Theme.ts"
import { pageOf } from "../../../../src/features/surfaces/showrooms/Http/Page.ts"
import { ShowroomInput } from "../../../../src/features/surfaces/showrooms/Api.ts"
import type { OpenShowroom } from "../../../../src/features/surfaces/showrooms/Service/OpenShowrooms.ts"
import { defaultWidgetTheme } from "../../../../src/wire/answers/Customer.ts"
import { Schema } from "effect"

const content = Schema.decodeUnknownSync(ShowroomInput)({
  name: "Spring",
  headline: "x".repeat(80),
  description: "y".repeat(500),
  show: { badges: true, stage: true, streak: true, coins: true },
  selection: { mode: "newest", limit: 60 }
})

/** Random enough that packing finds nothing in it. */
const noise = (length: number, seed: number) => {
  let state = seed * 2_654_435_761 + 1
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state % 36).toString(36)
  }).join("")
}

const full = {
  customer_id: "c",
  showroom_id: "r",
  slug: "spring",
  theme: null,
  coin_name: null,
  content,
  tenant_name: "Acme Learning",
  language: "en",
  buddies: Array.from({ length: 60 }, (_one, at) => ({
    buddy_id: String(at),
    name: noise(40, at),
    image_url: `http://localhost:4000/assets/${noise(64, at + 100)}.png`,
    thumb_url: `http://localhost:4000/assets/${noise(64, at + 200)}.png`,
    evolution_stage: 5,
    stage_name: noise(20, at + 300),
    prestige_level: 9,
    tagline: noise(80, at + 400),
    accent_color: null,
    badges: Array.from({ length: 12 }, (_badge, of) => ({
      label: noise(30, at * 12 + of),
      tier: "gold",
      icon_url: null
    })),
    badges_total: 40,
    skills: null,
    streak: { current: 12, longest: 20 },
    coins: 1_000_000
  }))
} as unknown as OpenShowroom

const preview = { url: "http://localhost:4000/showroom/spring", site: "Acme Learning", image: null }

describe("the page of a showroom with sixty buddies", () => {
  const { text } = documentOf(pageOf(full, preview, "http://localhost:4000"))

  it("is less than 60 kB with its sheets", () => {
    const folder = new URL("../../../../src/edge/pages/page/", import.meta.url)
    const sheets = readdirSync(folder).map((name) => readFileSync(new URL(name, folder)))
    const weight = gzipSync(text).length + gzipSync(Buffer.concat(sheets)).length
    assert.isAbove(gzipSync(text).length, 10_000)
    assert.isBelow(weight, 60_000)
    assert.strictEqual(text.match(/<li>\s*<img /g)?.length, 60)
  })

  it("has what is seen first in it: large words, and pictures that are fetched at once", () => {
    assert.include(text, full.content.headline!)
    const images = text.match(/<img [^>]+>/g)!
    assert.deepStrictEqual(
      images.slice(0, 5).map((image) => /loading="(\w+)"/.exec(image)?.[1]),
      ["eager", "eager", "eager", "eager", "lazy"]
    )
    for (const image of images) assert.match(image, / width="\d+" height="\d+" /)
    for (const file of themeFiles(defaultWidgetTheme)) assert.include(text, `<link rel="stylesheet" href="../${file}"`)
    assert.notInclude(text, "<script")
  })
})
