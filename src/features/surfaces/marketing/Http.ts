import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { MarketingApi } from "./Api.ts"
import { Clicks } from "./Service.ts"

export const MarketingHttp = HttpApiBuilder.group(
  feature(MarketingApi),
  "marketing",
  Effect.fn(function* (handlers) {
    const clicks = yield* Clicks
    return handlers.handleAll({
      cta: Effect.fnUntraced(function* ({ payload }) {
        yield* clicks.count(payload.cta)
        return { accepted: true } as const
      })
    })
  })
).pipe(Layer.provide(Clicks.layer))
