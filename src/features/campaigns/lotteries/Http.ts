import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { LotteriesApi } from "./Api.ts"
import { Lotteries } from "./Service.ts"
import { LotteryDraws } from "./Service/Draws.ts"
import { LotteryForecast } from "./Service/Forecast.ts"
import { LotteryProofs } from "./Service/Proofs.ts"
import { LotteryStore, shownLottery } from "./Store.ts"

export const LotteriesHttp = HttpApiBuilder.group(
  feature(LotteriesApi),
  "lotteries",
  Effect.fn(function* (handlers) {
    const store = yield* LotteryStore
    const lotteries = yield* Lotteries
    const draws = yield* LotteryDraws
    const forecast = yield* LotteryForecast
    const proofs = yield* LotteryProofs
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return shownLottery(yield* store.read((yield* Principal).customer_id, params.id))
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* lotteries.create((yield* Principal).customer_id, payload)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* lotteries.update((yield* Principal).customer_id, params.id, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* lotteries.remove((yield* Principal).customer_id, params.id)
      }),
      draws: Effect.fnUntraced(function* ({ params, query }) {
        return yield* proofs.past((yield* Principal).customer_id, params.id, query)
      }),
      draw: Effect.fnUntraced(function* ({ params }) {
        return yield* proofs.read((yield* Principal).customer_id, params.id, params.draw_id)
      }),
      verify: Effect.fnUntraced(function* ({ params }) {
        return yield* proofs.verify((yield* Principal).customer_id, params.id, params.draw_id)
      }),
      preview: Effect.fnUntraced(function* ({ params }) {
        return yield* forecast.preview((yield* Principal).customer_id, params.id)
      }),
      simulate: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* forecast.simulate((yield* Principal).customer_id, params.id, payload ?? {})
      }),
      drawNow: Effect.fnUntraced(function* ({ params, payload }) {
        const operation_id = yield* draws.drawNow((yield* Principal).customer_id, params.id, payload.reason)
        return { accepted: true, operation_id, status: "pending" } as const
      })
    })
  })
).pipe(
  Layer.provide([LotteryStore.layer, Lotteries.layer, LotteryDraws.layer, LotteryForecast.layer, LotteryProofs.layer])
)
