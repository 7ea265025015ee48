import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { CustomersApi } from "./Api.ts"
import { CustomerStore } from "./Store.ts"

export const CustomersHttp = HttpApiBuilder.group(
  feature(CustomersApi),
  "customers",
  Effect.fn(function* (handlers) {
    const store = yield* CustomerStore
    return handlers.handleAll({
      me: Effect.fnUntraced(function* () {
        return yield* store.get((yield* Principal).customer_id)
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.rename(yield* Principal, payload.name)
      }),
      updateSettings: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.changeSettings(yield* Principal, payload)
      }),
      replaceAudiences: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.replaceAudiences(yield* Principal, payload.audiences)
      })
    })
  })
).pipe(Layer.provide(CustomerStore.layer))
