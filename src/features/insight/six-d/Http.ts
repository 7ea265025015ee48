import { Effect, Layer, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { originOf } from "../../../wire/Change.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { SixDApi } from "./Api.ts"
import { type Kept, shown } from "./Rules.ts"
import { SixDDrifts } from "./Service.ts"
import { SixDStore } from "./Store.ts"

const toWire = (kept: Kept) => shown(Option.some(kept))

export const SixDHttp = HttpApiBuilder.group(
  feature(SixDApi),
  "six-d",
  Effect.fn(function* (handlers) {
    const store = yield* SixDStore
    const drifts = yield* SixDDrifts
    return handlers.handleAll({
      read: Effect.fnUntraced(function* () {
        return shown(yield* store.read((yield* Principal).customer_id))
      }),
      save: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* Principal
        return toWire(yield* store.save(caller.customer_id, payload, originOf(caller)))
      }),
      complete: Effect.fnUntraced(function* () {
        const caller = yield* Principal
        return toWire(yield* store.complete(caller.customer_id, originOf(caller)))
      }),
      skip: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* Principal
        return toWire(yield* store.skip(caller.customer_id, payload?.reason ?? null, originOf(caller)))
      }),
      audit: Effect.fnUntraced(function* ({ query }) {
        return yield* store.audit((yield* Principal).customer_id, query)
      }),
      drift: Effect.fnUntraced(function* ({ query }) {
        return yield* drifts.drift((yield* Principal).customer_id, query)
      })
    })
  })
).pipe(Layer.provide([SixDStore.layer, SixDDrifts.layer]))
