import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { MissionAnchorApi } from "./Api.ts"
import { MissionAnchorStore } from "./Store.ts"

export const MissionAnchorHttp = HttpApiBuilder.group(
  feature(MissionAnchorApi),
  "mission-anchor",
  Effect.fn(function* (handlers) {
    const store = yield* MissionAnchorStore
    return handlers.handleAll({
      read: Effect.fnUntraced(function* () {
        return yield* store.read((yield* Principal).customer_id)
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.update((yield* Principal).customer_id, payload)
      })
    })
  })
).pipe(Layer.provide(MissionAnchorStore.layer))
