import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BuddyGrowthApi, type EquipItems } from "../Api/Growth.ts"
import type { BuddyArchived, EquipCategoryConflict, EquipLimitExceeded, ItemNotOwned } from "../Api/Refusals.ts"
import { AppearanceStore } from "../Store/Appearance.ts"
import { buddyCommands } from "../Store/Commands.ts"
import { GrowthStore } from "../Store/Growth.ts"

const started = (operation_id: string) => ({ accepted: true, operation_id, status: "pending" }) as const

/** Changes what a buddy wears: at once; only a picture nobody drew yet is drawn afterwards. For the widgets as well. */
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
    const answer = {
      accepted: true,
      operation_id,
      status: cached ? "completed" : "pending",
      appearance_status: cached ? "ready" : "pending",
      cached,
      equipped_items: equipped
    }
    return HttpServerResponse.jsonUnsafe(answer, { status: cached ? 200 : 202 })
  })
})

export const BuddyGrowthHttp = HttpApiBuilder.group(
  feature(BuddyGrowthApi),
  "buddy-growth",
  Effect.fn(function* (handlers) {
    const growth = yield* GrowthStore
    const change = yield* buddyCommands
    const equip = yield* makeEquip
    return handlers.handleAll({
      evolve: Effect.fnUntraced(function* ({ params }) {
        return started(yield* growth.evolve((yield* Principal).customer_id, params.id))
      }),
      evolutions: Effect.fnUntraced(function* ({ params, query }) {
        return yield* growth.story((yield* Principal).customer_id, params.id, query)
      }),
      rerender: Effect.fnUntraced(function* ({ params }) {
        yield* change<"Equipment", BuddyArchived>(params.id, { _tag: "ClearEquipment" }, "Equipment")
        return started(yield* growth.repaint((yield* Principal).customer_id, params.id, "rerender"))
      }),
      regenerate: Effect.fnUntraced(function* ({ payload }) {
        return started(yield* growth.regenerate((yield* Principal).customer_id, payload?.scope ?? "missing"))
      }),
      equip: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* equip(params.id, payload)
      })
    })
  })
).pipe(Layer.provide([GrowthStore.layer, AppearanceStore.layer]))
