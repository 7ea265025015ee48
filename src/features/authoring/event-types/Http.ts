import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { EventTypesApi } from "./Api.ts"
import { EventTypeStore } from "./Store.ts"

export const EventTypesHttp = HttpApiBuilder.group(
  feature(EventTypesApi),
  "event-types",
  Effect.fn(function* (handlers) {
    const store = yield* EventTypeStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.create((yield* Principal).customer_id, payload)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* store.get((yield* Principal).customer_id, params.id)
      }),
      replace: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* store.replace((yield* Principal).customer_id, params.id, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove((yield* Principal).customer_id, params.id)
      })
    })
  })
).pipe(Layer.provide(EventTypeStore.layer))
