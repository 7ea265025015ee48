import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { Principal } from "../../../../wire/Principal.ts"
import { BuddyGrowthApi } from "../Api/Growth.ts"
import type { BuddyArchived } from "../../../../wire/refusals/Buddies.ts"
import { Appearance } from "../Service/Appearance.ts"
import { buddyCommands } from "../Service/Commands.ts"
import { makeEquip } from "../Service/Equip.ts"
import { Growth } from "../Service/Growth.ts"

const started = (operation_id: string) => ({ accepted: true, operation_id, status: "pending" }) as const

export const BuddyGrowthHttp = HttpApiBuilder.group(
  feature(BuddyGrowthApi),
  "buddy-growth",
  Effect.fn(function* (handlers) {
    const growth = yield* Growth
    const appearance = yield* Appearance
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
        const { customer_id } = yield* Principal
        yield* change<"Equipment", BuddyArchived>(yield* Principal, params.id, { _tag: "ClearEquipment" }, "Equipment")
        yield* appearance.expect(customer_id, params.id)
        return started(yield* growth.repaint(customer_id, params.id, "rerender"))
      }),
      regenerate: Effect.fnUntraced(function* ({ payload }) {
        return started(yield* growth.regenerate((yield* Principal).customer_id, payload?.scope ?? "missing"))
      }),
      equip: Effect.fnUntraced(function* ({ params, payload }) {
        const changed = yield* equip(yield* Principal, params.id, payload)
        return HttpServerResponse.jsonUnsafe(changed, { status: changed.cached ? 200 : 202 })
      })
    })
  })
).pipe(Layer.provide([Growth.layer, Appearance.layer]))
