import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BuddyShareApi } from "./Api.ts"
import { Sharing } from "./Service.ts"
import { ShareStore } from "./Store.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

export const BuddyShareHttp = HttpApiBuilder.group(
  feature(BuddyShareApi),
  "buddy-share",
  Effect.fn(function* (handlers) {
    const sharing = yield* Sharing
    const store = yield* ShareStore
    return handlers.handleAll({
      share: Effect.fnUntraced(function* ({ params }) {
        const { isNew, link } = yield* sharing.share(yield* customer, params.id)
        return isNew ? link : HttpServerResponse.jsonUnsafe(link, { status: 200 })
      }),
      stop: ({ params }) => Effect.flatMap(customer, (id) => store.end(id, params.id)),
      record: Effect.fnUntraced(function* ({ params, payload }) {
        yield* sharing.record(yield* customer, params.id, payload)
        return { recorded: true } as const
      }),
      settings: () => Effect.flatMap(customer, (id) => store.settings(id)),
      update: ({ payload }) => Effect.flatMap(customer, (id) => store.update(id, payload)),
      stats: ({ query }) => Effect.flatMap(customer, (id) => sharing.stats(id, query.window_days))
    })
  })
).pipe(Layer.provide([Sharing.layer, ShareStore.layer]))
