import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BoostersApi } from "./Api.ts"
import { Boosters } from "./Service.ts"
import { BoosterStore } from "./Store.ts"

export const BoostersHttp = HttpApiBuilder.group(
  feature(BoostersApi),
  "boosters",
  Effect.fn(function* (handlers) {
    const boosters = yield* Boosters
    const store = yield* BoosterStore
    return handlers.handleAll({
      grant: Effect.fnUntraced(function* ({ payload }) {
        return yield* boosters.grant(yield* Principal, payload)
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove((yield* Principal).customer_id, params.id)
      }),
      ofBuddy: Effect.fnUntraced(function* ({ params, query }) {
        return yield* boosters.ofBuddy((yield* Principal).customer_id, params.id, query)
      }),
      revoke: Effect.fnUntraced(function* ({ params }) {
        yield* boosters.revoke(yield* Principal, params.id, params.booster_id)
      })
    })
  })
).pipe(Layer.provide([Boosters.layer, BoosterStore.layer]))
