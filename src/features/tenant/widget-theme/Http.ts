import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { WidgetThemeApi } from "./Api.ts"
import { ThemeSuggestions } from "./Service.ts"

export const WidgetThemeHttp = HttpApiBuilder.group(
  feature(WidgetThemeApi),
  "widget-theme",
  Effect.fn(function* (handlers) {
    const themes = yield* ThemeSuggestions
    return handlers.handleAll({
      suggest: Effect.fnUntraced(function* ({ payload }) {
        const current = yield* CurrentRequest
        return yield* Effect.tapError(themes.suggest((yield* Principal).customer_id, payload ?? {}), (error) =>
          Effect.sync(() => {
            if (error._tag === "RateLimited") current.retry_after_seconds = error.retry_after_seconds
          })
        )
      })
    })
  })
).pipe(Layer.provide(ThemeSuggestions.layer))
