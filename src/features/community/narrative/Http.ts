import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { originOf } from "../../../wire/Change.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { NarrativeApi } from "./Api.ts"
import { narrativeOf, wishesOf } from "./Rules.ts"
import { NarrativeStore } from "./Store.ts"

export const NarrativeHttp = HttpApiBuilder.group(
  feature(NarrativeApi),
  "narrative",
  Effect.fn(function* (handlers) {
    const store = yield* NarrativeStore
    return handlers.handleAll({
      read: Effect.fnUntraced(function* () {
        return narrativeOf(yield* store.read((yield* Principal).customer_id))
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* Principal
        const by = { actor: originOf(caller), source: "patch" } as const
        return narrativeOf(yield* store.change(caller.customer_id, wishesOf(payload), by))
      }),
      audit: Effect.fnUntraced(function* ({ query }) {
        return yield* store.audit((yield* Principal).customer_id, query)
      })
    })
  })
).pipe(Layer.provide(NarrativeStore.layer))
