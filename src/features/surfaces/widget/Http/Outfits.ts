import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { Outfits } from "../../../community/outfits/Service.ts"
import { WidgetOutfitsApi } from "../Api/Outfits.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetOutfitsHttp = HttpApiBuilder.group(
  feature(WidgetOutfitsApi),
  "widget-outfits",
  Effect.fn(function* (handlers) {
    const outfits = yield* Outfits
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { buddy_id, customer_id } = yield* widgetCaller
        return { data: yield* outfits.list(customer_id, buddy_id) }
      }),
      save: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* widgetCaller
        const { is_new, outfit } = yield* outfits.save(caller, caller.buddy_id, payload)
        return HttpServerResponse.jsonUnsafe(outfit, { status: is_new ? 201 : 200 })
      }),
      wear: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* widgetCaller
        const changed = yield* outfits.wear(caller, caller.buddy_id, params.outfit_id)
        return HttpServerResponse.jsonUnsafe(changed, { status: changed.cached ? 200 : 202 })
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* widgetCaller
        yield* outfits.remove(caller, caller.buddy_id, params.outfit_id)
      })
    })
  })
).pipe(Layer.provide(Outfits.layer))
