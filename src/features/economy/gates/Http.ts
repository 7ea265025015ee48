import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { isKey } from "../../../wire/Ids.ts"
import { Principal } from "../../../wire/Principal.ts"
import { GatesApi } from "./Api.ts"
import { GateStore } from "./Store.ts"

const badKey = "gate_key must match ^[a-z0-9][a-z0-9_.-]{0,63}$ and be no reserved name"

export const GatesHttp = HttpApiBuilder.group(
  feature(GatesApi),
  "gates",
  Effect.fn(function* (handlers) {
    const store = yield* GateStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      put: Effect.fnUntraced(function* ({ params: { gate_key }, payload }) {
        // Here the path names something to be made, so a malformed key is a bad value and not an unknown thing.
        if (!isKey(gate_key)) return yield* ValidationFailed.at(["gate_key"], badKey)
        const { created, gate } = yield* store.put((yield* Principal).customer_id, { gate_key, ...payload })
        return HttpServerResponse.jsonUnsafe(gate, { status: created ? 201 : 200 })
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove((yield* Principal).customer_id, params.gate_key)
      })
    })
  })
).pipe(Layer.provide(GateStore.layer))
