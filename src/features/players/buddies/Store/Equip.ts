/** What a buddy wears: the one way to change it, for tenants and for widgets. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { isKey, isUuid } from "../../../../wire/Ids.ts"
import { Principal } from "../../../../wire/Principal.ts"
import type { EquipItems, Equipped } from "../../../../wire/answers/Equipment.ts"
import type { EquipCategoryConflict, EquipLimitExceeded, ItemNotOwned } from "../../../../wire/refusals/Buddies.ts"
import { AppearanceStore } from "./Appearance.ts"
import { buddyCommands } from "./Commands.ts"
import { GrowthStore } from "./Growth.ts"

const NamedRow = Schema.Struct({ item_key: Schema.String, item_id: Schema.String })

/** Changes it at once; only a picture nobody drew yet is drawn afterwards. To be yielded while a layer is built. */
export const makeEquip = Effect.gen(function* () {
  const change = yield* buddyCommands
  const appearance = yield* AppearanceStore
  const growth = yield* GrowthStore
  const sql = yield* SqlClient.SqlClient

  /** Ids of what the buddy owns, by the keys the items have; an unknown name stays what it is. */
  const naming = Effect.fnUntraced(function* (customer_id: string, buddy_id: string, names: ReadonlyArray<string>) {
    const keys = names.filter((name) => !isUuid(name) && isKey(name))
    const owned =
      keys.length === 0 || !isUuid(buddy_id)
        ? []
        : yield* rows(NamedRow)(sql`
            SELECT DISTINCT ON (i.item_key) i.item_key, i.item_id
            FROM buddies AS b JOIN marketplace_items AS i ON i.customer_id = b.customer_id
            WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid
              AND i.item_key = ANY(${keys}::text[]) AND b.state -> 'items' -> i.item_id::text IS NOT NULL
            ORDER BY i.item_key, i.created_at, i.item_id`)
    const ids = new Map(owned.map(({ item_id, item_key }) => [item_key, item_id]))
    return (name: string) => (isUuid(name) ? name.toLowerCase() : (ids.get(name) ?? name))
  })

  return Effect.fnUntraced(function* (buddy_id: string, { equip = [], unequip = [] }: typeof EquipItems.Type) {
    const { customer_id } = yield* Principal
    const idOf = yield* naming(customer_id, buddy_id, [...equip, ...unequip])
    const command = { _tag: "EquipItems", equip: equip.map(idOf), unequip: unequip.map(idOf) } as const
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
