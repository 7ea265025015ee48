import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { NotificationsApi } from "./Api.ts"
import { NotificationStore } from "./Store.ts"

export const NotificationsHttp = HttpApiBuilder.group(
  feature(NotificationsApi),
  "notifications",
  Effect.fn(function* (handlers) {
    const store = yield* NotificationStore
    const customer = Effect.map(Principal, ({ customer_id }) => customer_id)
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list(yield* customer, query)
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* store.read(yield* customer, params.id)
      }),
      readMany: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.readMany(yield* customer, payload)
      }),
      pause: Effect.fnUntraced(function* ({ payload }) {
        return { pausedUntil: yield* store.pause(yield* customer, payload.until) }
      })
    })
  })
).pipe(Layer.provide(NotificationStore.layer))
