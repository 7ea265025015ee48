import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { KudosApi } from "./Api.ts"
import { KudosGiving } from "./Service.ts"
import { KudosStore } from "./Store.ts"

const window_days_default = 30

export const KudosHttp = HttpApiBuilder.group(
  feature(KudosApi),
  "kudos",
  Effect.fn(function* (handlers) {
    const store = yield* KudosStore
    const giving = yield* KudosGiving
    return handlers.handleAll({
      give: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* giving.give(yield* Principal, params.buddy_id, { ...payload, field: "to_buddy_id" })
      }),
      list: Effect.fnUntraced(function* ({ params, query }) {
        return yield* store.list((yield* Principal).customer_id, params.buddy_id, query)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* giving.remove((yield* Principal).customer_id, params.kudo_id)
      }),
      analytics: Effect.fnUntraced(function* ({ query }) {
        return yield* store.analytics((yield* Principal).customer_id, query.window_days ?? window_days_default)
      })
    })
  })
).pipe(Layer.provide([KudosStore.layer, KudosGiving.layer]))
