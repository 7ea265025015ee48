import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BacktestsApi } from "./Api.ts"
import { Backtests } from "./Service.ts"

export const BacktestsHttp = HttpApiBuilder.group(
  feature(BacktestsApi),
  "backtests",
  Effect.fn(function* (handlers) {
    const backtests = yield* Backtests
    return handlers.handleAll({
      start: Effect.fnUntraced(function* ({ params, payload }) {
        const operation_id = yield* backtests.start((yield* Principal).customer_id, params.id, payload ?? {})
        return { accepted: true, operation_id, status: "pending" } as const
      })
    })
  })
).pipe(Layer.provide(Backtests.layer))
