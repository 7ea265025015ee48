/** What a buddy wears: the one way to change it, for tenants and for widgets. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { isKey, isUuid } from "../../../../wire/Ids.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import type { EquipItems, Equipped } from "../../../../wire/answers/Equipment.ts"
import type { EquipCategoryConflict, EquipLimitExceeded, ItemNotOwned } from "../../../../wire/refusals/Buddies.ts"
import { Appearance } from "./Appearance.ts"
import { holdings } from "../Store/Items.ts"
import { buddyCommands } from "./Commands.ts"
import { Growth } from "./Growth.ts"

/** What stands around every change of what is worn. To be yielded while a layer is built. */
export const makeDressing = Effect.gen(function* () {
  const appearance = yield* Appearance
  const growth = yield* Growth
  const { byKey } = holdings(yield* SqlClient.SqlClient)
  return {
    /** Items by id or key; an unknown name stays what it is. */
    naming: Effect.fnUntraced(function* (customer_id: string, buddy_id: string, names: ReadonlyArray<string>) {
      const keys = names.filter((name) => !isUuid(name) && isKey(name))
      const owned = keys.length === 0 || !isUuid(buddy_id) ? [] : yield* byKey(customer_id, buddy_id, keys)
      const ids = new Map(owned.map(({ item_id, item_key }) => [item_key, item_id]))
      return (name: string) => (isUuid(name) ? name.toLowerCase() : (ids.get(name) ?? name))
    }),
    /** The answer once these are worn; only a picture nobody drew yet is drawn afterwards. */
    dressed: Effect.fnUntraced(function* (customer_id: string, buddy_id: string, equipped: ReadonlyArray<string>) {
      const cached = yield* appearance.showCached(customer_id, buddy_id)
      const operation_id = cached ? null : yield* growth.repaint(customer_id, buddy_id, "equip_item")
      return {
        accepted: true,
        operation_id,
        status: cached ? "completed" : "pending",
        appearance_status: cached ? "ready" : "pending",
        cached,
        equipped_items: equipped
      } satisfies typeof Equipped.Type
    })
  }
})

/** Changes it at once. To be yielded while a layer is built. */
export const makeEquip = Effect.gen(function* () {
  const change = yield* buddyCommands
  const { dressed, naming } = yield* makeDressing
  return Effect.fnUntraced(function* (
    caller: Caller,
    buddy_id: string,
    { equip = [], unequip = [] }: typeof EquipItems.Type
  ) {
    const { customer_id } = caller
    const idOf = yield* naming(customer_id, buddy_id, [...equip, ...unequip])
    const command = { _tag: "EquipItems", equip: equip.map(idOf), unequip: unequip.map(idOf) } as const
    const { equipped } = yield* change<"Equipment", ItemNotOwned | EquipLimitExceeded | EquipCategoryConflict>(
      caller,
      buddy_id,
      command,
      "Equipment"
    )
    return yield* dressed(customer_id, buddy_id, equipped)
  })
})
