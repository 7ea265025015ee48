import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BuddyItems } from "../../players/buddies/Service/Items.ts"
import { MysteryBoxesApi } from "./Api.ts"
import { MysteryBoxes } from "./Service.ts"
import { makeOpening } from "./Service/Opening.ts"
import { BoxStore } from "./Store.ts"

export const MysteryBoxesHttp = HttpApiBuilder.group(
  feature(MysteryBoxesApi),
  "mystery-boxes",
  Effect.fn(function* (handlers) {
    const store = yield* BoxStore
    const boxes = yield* MysteryBoxes
    const open = yield* makeOpening
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* boxes.create((yield* Principal).customer_id, payload)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* boxes.update((yield* Principal).customer_id, params.id, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove((yield* Principal).customer_id, params.id)
      }),
      open: Effect.fnUntraced(function* ({ params }) {
        return yield* open(yield* Principal, params.buddy_id, params.box_key)
      })
    })
  })
).pipe(Layer.provide([BoxStore.layer, MysteryBoxes.layer, BuddyItems.layer]))
