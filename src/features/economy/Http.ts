import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../wire/Group.ts"
import { Principal } from "../../wire/Principal.ts"
import { EconomyApi } from "./Api.ts"
import { EconomyStore } from "./Store.ts"

export const EconomyHttp = HttpApiBuilder.group(
  feature(EconomyApi),
  "economy",
  Effect.fn(function* (handlers) {
    const store = yield* EconomyStore
    return handlers.handleAll({
      ledger: Effect.fnUntraced(function* ({ params, query }) {
        return yield* store.ledger((yield* Principal).customer_id, params.buddyId, query)
      }),
      verify: Effect.fnUntraced(function* ({ params }) {
        return yield* store.verify((yield* Principal).customer_id, params.buddyId)
      })
    })
  })
).pipe(Layer.provide(EconomyStore.layer))
