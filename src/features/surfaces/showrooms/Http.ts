import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { ShowroomsApi } from "./Api.ts"
import { ShowroomStore } from "./Store.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

export const ShowroomsHttp = HttpApiBuilder.group(
  feature(ShowroomsApi),
  "showrooms",
  Effect.fn(function* (handlers) {
    const store = yield* ShowroomStore
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(customer, (id) => store.list(id, query)),
      create: ({ payload }) => Effect.flatMap(customer, (id) => store.create(id, payload)),
      get: ({ params }) => Effect.flatMap(customer, (id) => store.get(id, params.id)),
      update: ({ params, payload }) => Effect.flatMap(customer, (id) => store.update(id, params.id, payload)),
      publish: ({ params }) => Effect.flatMap(customer, (id) => store.move(id, params.id, "publish")),
      unpublish: ({ params }) => Effect.flatMap(customer, (id) => store.move(id, params.id, "unpublish")),
      archive: ({ params }) => Effect.flatMap(customer, (id) => store.move(id, params.id, "archive")),
      regenerateQr: ({ params }) => Effect.flatMap(customer, (id) => store.regenerate(id, params.id))
    })
  })
).pipe(Layer.provide(ShowroomStore.layer))
