import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentRequest } from "../../../../wire/CurrentRequest.ts"
import { feature } from "../../../../wire/Group.ts"
import { Brags } from "../../brag/Service.ts"
import { WidgetBragsApi } from "../Api/Brags.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetBragsHttp = HttpApiBuilder.group(
  feature(WidgetBragsApi),
  "widget-brags",
  Effect.fn(function* (handlers) {
    const brags = yield* Brags
    return handlers.handleAll({
      brag: Effect.fnUntraced(function* ({ payload }) {
        const current = yield* CurrentRequest
        return yield* Effect.tapError(brags.brag(yield* widgetCaller, payload), (error) =>
          Effect.sync(() => {
            if (error._tag === "RateLimited") current.retry_after_seconds = error.retry_after_seconds
          })
        )
      })
    })
  })
).pipe(Layer.provide(Brags.layer))
