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

/** Changes it at once; only a picture nobody drew yet is drawn afterwards. To be yielded while a layer is built. */
export const makeEquip = Effect.gen(function* () {
  const change = yield* buddyCommands
  const appearance = yield* Appearance
  const growth = yield* Growth
  const { byKey } = holdings(yield* SqlClient.SqlClient)

  /** An unknown name stays what it is. */
  const naming = Effect.fnUntraced(function* (customer_id: string, buddy_id: string, names: ReadonlyArray<string>) {
    const keys = names.filter((name) => !isUuid(name) && isKey(name))
    const owned = keys.length === 0 || !isUuid(buddy_id) ? [] : yield* byKey(customer_id, buddy_id, keys)
    const ids = new Map(owned.map(({ item_id, item_key }) => [item_key, item_id]))
    return (name: string) => (isUuid(name) ? name.toLowerCase() : (ids.get(name) ?? name))
  })

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
})
