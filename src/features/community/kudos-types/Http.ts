import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { KudoTypesApi } from "./Api.ts"
import { KudoTypes } from "./Service.ts"
import { KudoTypeStore } from "./Store.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

export const KudoTypesHttp = HttpApiBuilder.group(
  feature(KudoTypesApi),
  "kudo-types",
  Effect.fn(function* (handlers) {
    const store = yield* KudoTypeStore
    const types = yield* KudoTypes
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list(yield* customer, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* types.create(yield* customer, payload)
      }),
      reorder: Effect.fnUntraced(function* ({ payload }) {
        return { data: yield* types.reorder(yield* customer, payload.ids) }
      }),
      applyTemplate: Effect.fnUntraced(function* ({ payload }) {
        return yield* types.applyTemplate(yield* customer, payload.template_key)
      }),
      applyThemeTemplate: Effect.fnUntraced(function* ({ payload }) {
        return yield* types.applyTheme(yield* customer, payload.template_key)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* types.update(yield* customer, params.id, payload)
      }),
      archive: Effect.fnUntraced(function* ({ params }) {
        yield* types.archive(yield* customer, params.id)
      })
    })
  })
).pipe(Layer.provide([KudoTypeStore.layer, KudoTypes.layer]))
