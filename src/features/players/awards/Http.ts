import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { AwardsApi } from "./Api.ts"
import { Awards } from "./Service.ts"
import { AwardStore } from "./Store.ts"

export const AwardsHttp = HttpApiBuilder.group(
  feature(AwardsApi),
  "awards",
  Effect.fn(function* (handlers) {
    const awards = yield* Awards
    const store = yield* AwardStore
    return handlers.handleAll({
      give: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* awards.give(yield* Principal, params.buddyId, payload)
      }),
      listOfBuddy: Effect.fnUntraced(function* ({ params, query }) {
        return yield* store.ofBuddy((yield* Principal).customer_id, params.buddyId, query)
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      })
    })
  })
).pipe(Layer.provide([Awards.layer, AwardStore.layer]))
