import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { AlertsApi } from "./Api.ts"
import { AlertStore } from "./Store.ts"

export const AlertsHttp = HttpApiBuilder.group(
  feature(AlertsApi),
  "alerts",
  Effect.fn(function* (handlers) {
    const store = yield* AlertStore
    const customer = Effect.map(Principal, ({ customer_id }) => customer_id)
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(customer, (customer_id) => store.list(customer_id, query)),
      get: ({ params }) => Effect.flatMap(customer, (customer_id) => store.get(customer_id, params.alert_id)),
      update: ({ params, payload }) =>
        Effect.flatMap(customer, (customer_id) => store.update(customer_id, params.alert_id, payload)),
      config: () => Effect.flatMap(customer, store.config),
      configure: ({ payload }) => Effect.flatMap(customer, (customer_id) => store.configure(customer_id, payload))
    })
  })
).pipe(Layer.provide(AlertStore.layer))
