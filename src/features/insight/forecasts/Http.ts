import { Effect, Layer, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { ForecastInput, ForecastsApi } from "./Api.ts"
import { Forecasts } from "./Service.ts"

const usual = Schema.decodeUnknownSync(ForecastInput)({})

export const ForecastsHttp = HttpApiBuilder.group(
  feature(ForecastsApi),
  "forecasts",
  Effect.fn(function* (handlers) {
    const forecasts = yield* Forecasts
    return handlers.handleAll({
      start: Effect.fnUntraced(function* ({ payload }) {
        const operation_id = yield* forecasts.start((yield* Principal).customer_id, payload ?? usual)
        return { accepted: true, operation_id, status: "pending" } as const
      })
    })
  })
).pipe(Layer.provide(Forecasts.layer))
