import { Effect, Layer, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { originOf } from "../../../wire/Change.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { ErasuresApi } from "./Api.ts"
import { Erasures } from "./Service.ts"
import { ErasureStore } from "./Store.ts"
import { UserExports } from "./Store/Exports.ts"

const begun = (operation_id: string) => ({ accepted: true, operation_id, status: "pending" }) as const

export const ErasuresHttp = HttpApiBuilder.group(
  feature(ErasuresApi),
  "erasures",
  Effect.fn(function* (handlers) {
    const erasures = yield* Erasures
    const store = yield* ErasureStore
    const exports = yield* UserExports
    return handlers.handleAll({
      erase: Effect.fnUntraced(function* ({ params: { user_id } }) {
        const caller = yield* Principal
        const { customer_id } = caller
        const operation = yield* erasures.erase({ customer_id, user_id, requested_by: originOf(caller) })
        return Option.isNone(operation) ? undefined : begun(operation.value)
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* store.read((yield* Principal).customer_id, params.id)
      }),
      export: Effect.fnUntraced(function* ({ params }) {
        return begun(yield* erasures.export((yield* Principal).customer_id, params.user_id))
      }),
      exported: Effect.fnUntraced(function* ({ params }) {
        const lines = yield* exports.read((yield* Principal).customer_id, params.id)
        // Part by part: a user may have more than a node holds.
        return HttpServerResponse.stream(lines, { contentType: "application/x-ndjson" })
      })
    })
  })
).pipe(Layer.provide([Erasures.layer, ErasureStore.layer, UserExports.layer]))
