import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { dropPatch, SurpriseDropsApi } from "./Api.ts"
import { shownDrop, SurpriseDropStore } from "./Store.ts"

export const SurpriseDropsHttp = HttpApiBuilder.group(
  feature(SurpriseDropsApi),
  "surprise-drops",
  Effect.fn(function* (handlers) {
    const store = yield* SurpriseDropStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const page = yield* store.list((yield* Principal).customer_id, query)
        return { ...page, data: page.data.map(shownDrop) }
      }),
      create: Effect.fnUntraced(function* ({ payload: { drop_key, ...content } }) {
        const { customer_id } = yield* Principal
        return shownDrop(yield* store.create(customer_id, { key: drop_key, name: content.name, content }))
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id } = yield* Principal
        return shownDrop(yield* store.update(customer_id, params.id, (before) => dropPatch.patched(before, payload)))
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove((yield* Principal).customer_id, params.id)
      })
    })
  })
).pipe(Layer.provide(SurpriseDropStore.layer))
