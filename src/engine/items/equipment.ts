import type { Command } from "../core/Command.ts"
import { type Draft, fired, read, write } from "../core/Draft.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import type { ItemError } from "../core/ItemError.ts"

/** Contract part 8. */
export const equippedMax = 4

export const equippedOf = (items: Draft["state"]["items"]): ReadonlyArray<string> =>
  Object.entries(items).flatMap(([item_id, { equipped }]) => (equipped ? [item_id] : []))

const notOwned = (draft: Draft, item_ids: ReadonlyArray<string>): ItemError | null => {
  const missing = item_ids.filter((item_id) => read(draft, "items", item_id) === undefined)
  return missing.length === 0 ? null : { code: "item_not_owned", item_ids: missing }
}

/** Why these cannot be worn together; null: they can. */
export const misfit = (draft: Draft, equipped: ReadonlyArray<string>): ItemError | null => {
  const missing = notOwned(draft, equipped)
  if (missing !== null) return missing
  if (equipped.length > equippedMax) return { code: "equip_limit_exceeded", item_ids: equipped, max: equippedMax }
  const byCategory = Map.groupBy(equipped, (item_id) => read(draft, "items", item_id)!.category)
  for (const [category, item_ids] of byCategory) {
    if (category !== "accessory" && item_ids.length > 1) return { code: "equip_category_conflict", category, item_ids }
  }
  return null
}

type Equip = Extract<Command, { readonly _tag: "EquipItems" }>

/** The set after the change, judged as a whole: what is taken off makes room for what is put on. */
export const equipItems = (draft: Draft, { equip, unequip }: Equip): ManualOutcome => {
  const named = [...new Set([...equip, ...unequip])]
  const missing = notOwned(draft, named)
  if (missing !== null) return { error: missing }
  const before = equippedOf(draft.state.items)
  const equipped = [...new Set([...before.filter((item_id) => !unequip.includes(item_id)), ...equip])]
  const error = misfit(draft, equipped)
  if (error !== null) return { error }
  const on = equipped.filter((item_id) => !before.includes(item_id))
  const off = before.filter((item_id) => !equipped.includes(item_id))
  wear(draft, on, off)
  fired(draft, "equipment", "equipped_items", {
    equipped: on,
    unequipped: off,
    worn_before: before.length,
    worn_after: equipped.length,
    max: equippedMax
  })
  return { reply: { _tag: "Equipment", equipped, is_changed: on.length + off.length > 0 } }
}

/** A new bare picture is on its way: what was worn has to be put on again. */
export const clearEquipment = (draft: Draft): ManualOutcome => {
  const off = equippedOf(draft.state.items)
  wear(draft, [], off)
  const worn = { worn_before: off.length, worn_after: 0, max: equippedMax }
  fired(draft, "equipment", "equipped_items", { equipped: [], unequipped: off, ...worn })
  return { reply: { _tag: "Equipment", equipped: [], is_changed: off.length > 0 } }
}

/** Puts on and takes off what the buddy owns, and says of each new piece that it is worn. */
export const wear = (draft: Draft, on: ReadonlyArray<string>, off: ReadonlyArray<string>): void => {
  for (const item_id of on) {
    const item = read(draft, "items", item_id)!
    write(draft, "items", item_id, { ...item, equipped: true })
    const { name: item_name, price_paid, purchase_id } = item
    const { buddy_id } = draft.context.buddy
    draft.outbound.push({ event: "item.equipped", body: { buddy_id, item_id, item_name, price_paid, purchase_id } })
  }
  for (const item_id of off) write(draft, "items", item_id, { ...read(draft, "items", item_id)!, equipped: false })
}
