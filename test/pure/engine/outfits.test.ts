/** Looks a buddy keeps: saved under a name, put on as a whole or not at all. */
import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { outfitsOf } from "../../../src/engine/community/outfits.ts"
import type { ItemTerms } from "../../../src/engine/core/Command.ts"
import { equippedOf } from "../../../src/engine/items/equipment.ts"
import { bodies, World } from "../../kit/engine/World.ts"

const at = "2026-11-20T12:00:00Z"
const anybody = { match: "all" as const, conditions: [] }
const categories = { hat: "head", cap: "head", scarf: "neck", ring: "accessory", pin: "accessory", boots: "feet" }
const item = (item_id: string, category: string): ItemTerms => ({
  item_id,
  name: item_id,
  category,
  price_coins: 0,
  is_gift_only: false,
  stock_total: null,
  per_buddy: 1,
  visibility: anybody,
  requirements: anybody
})
const source = { source: "unlock", reason: null, from_buddy_id: null } as const

const opened = (owned: ReadonlyArray<string> = Object.keys(categories)) => {
  const world = new World({})
  for (const [item_id, category] of Object.entries(categories)) {
    if (!owned.includes(item_id)) continue
    world.accept(at, { _tag: "GrantItem", item: item(item_id, category), purchase_id: item_id, ...source })
  }
  const command = (outfit_id: string, name: string, item_ids: ReadonlyArray<string>) =>
    ({ _tag: "SaveOutfit", outfit_id, name, item_ids }) as const
  const wearing = (outfit_id: string) => ({ _tag: "WearOutfit", outfit_id }) as const
  return { world, command, wearing, worn: () => equippedOf(world.state.items).toSorted() }
}

describe("an outfit", () => {
  it("is saved and told of; the same name in another case replaces it", () => {
    const { command, world } = opened()
    const first = world.accept(at, command("o1", "Straße", ["hat", "hat", "ring"]))
    assert.deepInclude(first.reply, { outfit_id: "o1", item_ids: ["hat", "ring"], is_worn: false, is_new: true })
    const body = { buddy_id: "buddy-1", outfit_id: "o1", occurred_at: "2026-11-20T12:00:00.000Z" }
    assert.deepStrictEqual(bodies(first, "outfit.saved"), [{ ...body, name: "Straße", item_ids: ["hat", "ring"] }])
    const second = world.accept(at, command("o2", "STRASSE", ["scarf"]))
    assert.deepInclude(second.reply, { outfit_id: "o1", name: "STRASSE", is_new: false })
    assert.lengthOf(outfitsOf(world.state), 1)
    const same = world.accept(at, command("o3", "STRASSE", ["scarf"]))
    assert.deepStrictEqual([same.outbound, same.reply], [[], second.reply])
    const large = world.accept(at, command("o4", "STRAẞE", ["scarf"]))
    assert.deepInclude(large.reply, { outfit_id: "o1", name: "STRAẞE", is_new: false })
  })

  it("is refused where it could not be worn, and beyond twenty", () => {
    const { command, world } = opened(["hat", "cap", "scarf", "ring", "pin"])
    const refused = (item_ids: ReadonlyArray<string>) => world.refuse(at, command("o", "x", item_ids)).code
    assert.strictEqual(refused(["boots", "hat"]), "item_not_owned")
    assert.strictEqual(refused(["hat", "cap"]), "equip_category_conflict")
    assert.strictEqual(refused(["hat", "scarf", "ring", "pin", "cap"]), "equip_limit_exceeded")
    assert.isUndefined(world.state.outfits)
    for (let count = 0; count < 20; count++) world.accept(at, command(`o${count}`, `Look ${count}`, ["hat"]))
    assert.deepStrictEqual(world.refuse(at, command("o20", "Look 20", ["hat"])), { code: "outfit_limit", max: 20 })
    world.accept(at, command("o20", "LOOK 7", ["cap"]))
    assert.lengthOf(outfitsOf(world.state), 20)
  })

  it("is what is worn afterwards, and tells of what is new on it; a second time tells nothing", () => {
    const { command, wearing, world, worn } = opened()
    world.accept(at, { _tag: "EquipItems", equip: ["cap", "ring"], unequip: [] })
    world.accept(at, command("o1", "Best", ["hat", "ring", "scarf"]))
    const put = world.accept(at, wearing("o1"))
    assert.deepStrictEqual(worn(), ["hat", "ring", "scarf"])
    assert.lengthOf(bodies(put, "outfit.worn"), 1)
    assert.deepStrictEqual(
      bodies(put, "item.equipped").map(({ item_id }) => item_id),
      ["hat", "scarf"]
    )
    assert.isTrue(outfitsOf(world.state)[0]!.is_worn)
    const again = world.accept(at, wearing("o1"))
    assert.deepStrictEqual(again.outbound, [])
    assert.deepInclude(again.reply, { _tag: "Equipment", is_changed: false })
  })

  it("with a piece that is gone changes nothing, and names it", () => {
    const { command, wearing, world, worn } = opened()
    world.accept(at, command("o1", "Best", ["hat", "scarf"]))
    const { scarf: _gone, ...items } = world.state.items
    world.host.state = { ...world.state, items }
    assert.deepStrictEqual(world.refuse(at, wearing("o1")), { code: "item_not_owned", item_ids: ["scarf"] })
    assert.deepStrictEqual(worn(), [])
    assert.deepStrictEqual(outfitsOf(world.state)[0]!.missing_item_ids, ["scarf"])
  })

  it("stays when all is taken off for a new picture, and goes when it is deleted", () => {
    const { command, wearing, world, worn } = opened()
    world.accept(at, command("o1", "Best", ["hat"]))
    world.accept(at, wearing("o1"))
    world.accept(at, { _tag: "ClearEquipment" })
    assert.deepStrictEqual([worn(), outfitsOf(world.state).length], [[], 1])
    const gone = world.accept(at, { _tag: "DeleteOutfit", outfit_id: "o1" })
    assert.lengthOf(bodies(gone, "outfit.deleted"), 1)
    assert.deepStrictEqual(outfitsOf(world.state), [])
    for (const outfit_id of ["o1", "__proto__", "toString"]) {
      assert.strictEqual(world.refuse(at, wearing(outfit_id)).code, "unknown_outfit")
    }
  })

  it("is always within its limits, and worn exactly, whatever was done before", () => {
    const names = fc.constantFrom("a", "A", "b", "ß", "SS", "ss")
    const ids = fc.subarray(Object.keys(categories), { minLength: 1 })
    const step = fc.oneof(
      fc.record({ _tag: fc.constant("SaveOutfit" as const), outfit_id: fc.uuid(), name: names, item_ids: ids }),
      fc.record({ _tag: fc.constant("WearOutfit" as const), which: fc.nat({ max: 5 }) }),
      fc.record({ _tag: fc.constant("DeleteOutfit" as const), which: fc.nat({ max: 5 }) }),
      fc.record({ _tag: fc.constant("EquipItems" as const), equip: ids, unequip: fc.constant([]) })
    )
    const history = fc.array(step, { maxLength: 30 })
    fc.assert(
      fc.property(history, (steps) => {
        const { world, worn } = opened()
        for (const asked of steps) {
          const kept = outfitsOf(world.state)
          const command = "which" in asked ? { _tag: asked._tag, outfit_id: kept[asked.which]?.outfit_id ?? "" } : asked
          const { _tag } = world.host.send(Date.parse(at), command)
          const outfits = outfitsOf(world.state)
          assert.strictEqual(new Set(outfits.map(({ name }) => name.toUpperCase())).size, outfits.length)
          assert.isAtMost(worn().length, 4)
          if (command._tag !== "WearOutfit" || _tag !== "Accepted") continue
          const outfit = outfits.find(({ outfit_id }) => outfit_id === command.outfit_id)!
          assert.deepStrictEqual(worn(), outfit.item_ids.toSorted())
          assert.isTrue(outfit.is_worn)
        }
      }),
      { seed: 11, numRuns: 300 }
    )
  })
})
