import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { WebhookInboxesApi } from "./Api.ts"
import { WebhookInboxes } from "./Service.ts"
import { WebhookInboxStore } from "./Store.ts"

const Handlers = HttpApiBuilder.group(
  feature(WebhookInboxesApi),
  "webhook-inboxes",
  Effect.fn(function* (handlers) {
    const store = yield* WebhookInboxStore
    const inboxes = yield* WebhookInboxes
    const customer = Effect.map(Principal, ({ customer_id }) => customer_id)
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { data: yield* store.list(yield* customer) }
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.create(yield* customer, payload ?? {})
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* store.get(yield* customer, params.id)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* store.update(yield* customer, params.id, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove(yield* customer, params.id)
      }),
      requests: Effect.fnUntraced(function* ({ params, query }) {
        return yield* inboxes.requests(yield* customer, params.id, query)
      }),
      clear: Effect.fnUntraced(function* ({ params }) {
        yield* store.clear(yield* customer, params.id)
      })
    })
  })
)

export const WebhookInboxesHttp = Handlers.pipe(Layer.provide([WebhookInboxStore.layer, WebhookInboxes.layer]))
