import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { OperationsApi } from "./Api.ts"
import { OperationStore } from "./Store.ts"

export const OperationsHttp = HttpApiBuilder.group(
  feature(OperationsApi),
  "operations",
  Effect.fn(function* (handlers) {
    const store = yield* OperationStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* store.read((yield* Principal).customer_id, params.id)
      }),
      cancel: Effect.fnUntraced(function* ({ params }) {
        return yield* store.cancel((yield* Principal).customer_id, params.id)
      })
    })
  })
).pipe(Layer.provide(OperationStore.layer))
