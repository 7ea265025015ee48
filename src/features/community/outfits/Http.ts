import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { OutfitsApi } from "./Api.ts"
import { Outfits } from "./Service.ts"

export const OutfitsHttp = HttpApiBuilder.group(
  feature(OutfitsApi),
  "outfits",
  Effect.fn(function* (handlers) {
    const outfits = yield* Outfits
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return { data: yield* outfits.list((yield* Principal).customer_id, params.id) }
      }),
      save: Effect.fnUntraced(function* ({ params, payload }) {
        const { is_new, outfit } = yield* outfits.save(yield* Principal, params.id, payload)
        return HttpServerResponse.jsonUnsafe(outfit, { status: is_new ? 201 : 200 })
      }),
      wear: Effect.fnUntraced(function* ({ params }) {
        const changed = yield* outfits.wear(yield* Principal, params.id, params.outfit_id)
        return HttpServerResponse.jsonUnsafe(changed, { status: changed.cached ? 200 : 202 })
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* outfits.remove(yield* Principal, params.id, params.outfit_id)
      })
    })
  })
).pipe(Layer.provide(Outfits.layer))
