import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { liveHandlers } from "../../../resource/Http.ts"
import { feature } from "../../../wire/Group.ts"
import { gates, GatesApi } from "./Api.ts"
import { GateStore } from "./Store.ts"

export const GatesHttp = HttpApiBuilder.group(
  feature(GatesApi),
  "gates",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(liveHandlers(gates, yield* GateStore))
  })
).pipe(Layer.provide(GateStore.layer))
