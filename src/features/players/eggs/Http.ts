import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { EggsApi } from "./Api.ts"
import { Hatchery } from "./Service.ts"
import { EggStore } from "./Store.ts"

export const EggsHttp = HttpApiBuilder.group(
  feature(EggsApi),
  "eggs",
  Effect.fn(function* (handlers) {
    const store = yield* EggStore
    const hatchery = yield* Hatchery
    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ payload, query }) {
        const { customer_id } = yield* Principal
        const { metadata = {}, user_id } = payload
        const { created, egg } = yield* store.create(customer_id, { user_id, metadata, ensure: query.ensure ?? false })
        return created ? egg : HttpServerResponse.jsonUnsafe(egg, { status: 200 })
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* store.read((yield* Principal).customer_id, params.id)
      }),
      setStatus: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* store.setStatus((yield* Principal).customer_id, params.id, payload.status)
      }),
      hatch: Effect.fnUntraced(function* ({ params }) {
        const { customer_id } = yield* Principal
        const operation_id = yield* hatchery.hatch(customer_id, params.id)
        return { accepted: true, operation_id, status: "pending" } as const
      })
    })
  })
).pipe(Layer.provide([EggStore.layer, Hatchery.layer]))
