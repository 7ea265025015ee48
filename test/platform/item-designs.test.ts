/** Which drawing an item gets. */
import { assert, describe, it } from "@effect/vitest"
import { designOf, type WornCategory } from "../../src/platform/images/items/designs.ts"

describe("items", () => {
  it("are drawn as what their key says, whatever else it says", () => {
    const alike: ReadonlyArray<readonly [WornCategory, string, string, string]> = [
      ["head", "wizard_hat", "grey-wizard", "graduation_cap"],
      ["face", "reading_glasses", "swim_goggles", "sunglasses"],
      ["feet", "rain_boots", "boots.of.speed", "woollen_socks"],
      ["accessory", "little_owl", "carrier_pigeon", "apple"],
      ["neck", "striped_scarf", "wool shawl", "bow_tie"]
    ]
    for (const [category, one, like, unlike] of alike) {
      assert.strictEqual(designOf(category, one), designOf(category, like), one)
      assert.notStrictEqual(designOf(category, one), designOf(category, unlike), one)
    }
  })
})
