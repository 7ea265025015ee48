/** What a buddy wears: the one way to change it, for tenants and for widgets. */
import { Effect } from "effect"
import { Principal } from "../../../wire/Principal.ts"
import type { EquipItems, Equipped } from "../Api/Growth.ts"
import type { EquipCategoryConflict, EquipLimitExceeded, ItemNotOwned } from "../Api/Refusals.ts"
import { AppearanceStore } from "./Appearance.ts"
import { buddyCommands } from "./Commands.ts"
import { GrowthStore } from "./Growth.ts"

/** Changes it at once; only a picture nobody drew yet is drawn afterwards. To be yielded while a layer is built. */
export const makeEquip = Effect.gen(function* () {
  const change = yield* buddyCommands
  const appearance = yield* AppearanceStore
  const growth = yield* GrowthStore
  return Effect.fnUntraced(function* (buddy_id: string, { equip = [], unequip = [] }: typeof EquipItems.Type) {
    const { customer_id } = yield* Principal
    const command = { _tag: "EquipItems", equip, unequip } as const
    const { equipped } = yield* change<"Equipment", ItemNotOwned | EquipLimitExceeded | EquipCategoryConflict>(
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
