import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { ReengagementApi } from "./Api.ts"
import { ReengagementStore } from "./Store.ts"

export const ReengagementHttp = HttpApiBuilder.group(
  feature(ReengagementApi),
  "re-engagement",
  Effect.fn(function* (handlers) {
    const store = yield* ReengagementStore
    return handlers.handleAll({
      read: Effect.fnUntraced(function* () {
        return yield* store.read((yield* Principal).customer_id)
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.update((yield* Principal).customer_id, payload)
      })
    })
  })
).pipe(Layer.provide(ReengagementStore.layer))
