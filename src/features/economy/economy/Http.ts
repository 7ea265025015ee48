import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { EconomyApi } from "./Api.ts"
import { EconomyStore } from "./Store.ts"
import { LedgerExplanations } from "./Store/Explain.ts"

export const EconomyHttp = HttpApiBuilder.group(
  feature(EconomyApi),
  "economy",
  Effect.fn(function* (handlers) {
    const store = yield* EconomyStore
    const explanations = yield* LedgerExplanations
    return handlers.handleAll({
      ledger: Effect.fnUntraced(function* ({ params, query }) {
        return yield* store.ledger((yield* Principal).customer_id, params.buddyId, query)
      }),
      verify: Effect.fnUntraced(function* ({ params }) {
        return yield* store.verify((yield* Principal).customer_id, params.buddyId)
      }),
      explain: Effect.fnUntraced(function* ({ params }) {
        return yield* explanations.explain((yield* Principal).customer_id, params.buddyId, params.ledger_id)
      })
    })
  })
).pipe(Layer.provide([EconomyStore.layer, LedgerExplanations.layer]))
