/** Which drawing an item, a place and an icon get. */
import { assert, describe, it } from "@effect/vitest"
import { presets } from "../../../src/features/authoring/presets/Rules/Catalogue.ts"
import { makeBrush } from "../../../src/artist/brush.ts"
import { drawIcon } from "../../../src/artist/icon.ts"
import { backdrop, namedPlace } from "../../../src/artist/items/backdrops.ts"
import { designOf, namedDesign, type WornCategory } from "../../../src/artist/items/designs.ts"
import { clouds, cosmos, night, rainbow } from "../../../src/artist/items/skies.ts"
import { signFor } from "../../../src/artist/signs/signs.ts"

describe("items", () => {
  it("are drawn as what their key says, whatever else it says", () => {
    const alike: ReadonlyArray<readonly [WornCategory, string, string, string]> = [
      ["head", "wizard_hat", "grey-wizard", "graduation_cap"],
      ["face", "reading_glasses", "swim_goggles", "sunglasses"],
      ["feet", "rain_boots", "boots.of.speed", "woollen_socks"],
      ["feet", "golden_spikes", "running_shoes", "rain_boots"],
      ["hand", "coffee_mug", "cup", "wand"],
      ["hand", "fountain_pen", "pencil", "wand"],
      ["accessory", "carrier_pigeon", "clockwork_bird", "little_owl"],
      ["accessory", "lap_dog", "training_dog", "apple"],
      ["accessory", "paper_lantern", "lamp", "little_star"],
      ["neck", "striped_scarf", "wool shawl", "bow_tie"]
    ]
    for (const [category, one, like, unlike] of alike) {
      assert.strictEqual(designOf(category, one), designOf(category, like), one)
      assert.notStrictEqual(designOf(category, one), designOf(category, unlike), one)
    }
  })

  it("of every preset have a drawing of their own: none is left to chance", () => {
    const items = presets.flatMap(({ content }) => content.marketplaces.flatMap((shop) => shop.items))
    assert.isAbove(items.length, 60)
    const unknown = items.filter(({ category, item_key }) =>
      category === "background" ? namedPlace(item_key) === undefined : namedDesign(category, item_key) === undefined
    )
    assert.deepStrictEqual(
      unknown.map(({ item_key }) => item_key),
      []
    )
  })
})

describe("places", () => {
  it("are what their words say: a night sky is a night, a bare sky has no rainbow", () => {
    const wanted = {
      night_sky: night,
      starry_night: night,
      blue_sky: clouds,
      sky: clouds,
      rainbow_sky: rainbow,
      space: cosmos
    }
    for (const [key, place] of Object.entries(wanted)) assert.strictEqual(namedPlace(key), place, key)
    const drawn = (key: string) => backdrop(makeBrush("b", "#222222", 8), key)
    const scenes = ["summit", "camp_fire", "runway", "shop_window", "server_room", "corner_office", "roof_garden_view"]
    assert.strictEqual(
      new Set(["night_sky", "sky", "rainbow", "classroom", "old_library", ...scenes].map(drawn)).size,
      12
    )
  })
})

describe("icons", () => {
  it("show what their label says, else what their description says", () => {
    assert.strictEqual(signFor("Graduate", "Three finished courses.", 3), "cap")
    assert.strictEqual(signFor("Night owl", "", 3), "owl")
    assert.strictEqual(signFor("Xyz", "For a whole week", 3), "calendar")
    assert.strictEqual(signFor("Present", "", 0), "gift")
    const anything = Array.from({ length: 40 }, (_, number) => signFor("Xyz", "", number))
    assert.isAbove(new Set(anything).size, 30)
  })

  it("of every badge of a preset are pictures of their own, and its sign is one it asked for", () => {
    for (const { content, key } of presets) {
      const badges = content.badge_definitions
      const drawn = badges.map(({ description, label, tier }) =>
        drawIcon({ kind: "badge", theme: key, label, description: description ?? "", tier: tier ?? null })
      )
      const painted = drawn.map((svg) => svg.replaceAll(/i[0-9a-z]+-[a-z]\d+/g, ""))
      assert.strictEqual(new Set(painted).size, badges.length, key)
      for (const { description, label } of badges) {
        assert.strictEqual(signFor(label, description ?? "", 0), signFor(label, description ?? "", 1), label)
      }
    }
  })

  it("with the same sign and metal differ all the same", () => {
    const icon = (label: string) =>
      drawIcon({ kind: "badge", theme: "learning", label, description: "", tier: "gold" }).replaceAll(
        /i[0-9a-z]+-[a-z]\d+/g,
        ""
      )
    assert.notStrictEqual(icon("Week one"), icon("Week two"))
  })
})
