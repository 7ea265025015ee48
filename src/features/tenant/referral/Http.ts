import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { ReferralApi } from "./Api.ts"
import { ReferralStore } from "./Store.ts"

export const ReferralHttp = HttpApiBuilder.group(
  feature(ReferralApi),
  "referral",
  Effect.fn(function* (handlers) {
    const store = yield* ReferralStore
    return handlers.handleAll({
      get: Effect.fnUntraced(function* () {
        return yield* store.get((yield* Principal).customer_id)
      })
    })
  })
).pipe(Layer.provide(ReferralStore.layer))
