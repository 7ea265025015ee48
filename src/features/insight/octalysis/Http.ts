import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { OctalysisApi } from "./Api.ts"
import { Octalysis } from "./Service.ts"

export const OctalysisHttp = HttpApiBuilder.group(
  feature(OctalysisApi),
  "octalysis",
  Effect.fn(function* (handlers) {
    const octalysis = yield* Octalysis
    return handlers.handleAll({
      read: Effect.fnUntraced(function* ({ query }) {
        return yield* octalysis.state((yield* Principal).customer_id, query)
      })
    })
  })
).pipe(Layer.provide(Octalysis.layer))
