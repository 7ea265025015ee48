import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { FlashSalesApi } from "./Api.ts"
import { FlashSaleStore } from "./Store.ts"

export const FlashSalesHttp = HttpApiBuilder.group(
  feature(FlashSalesApi),
  "flash-sales",
  Effect.fn(function* (handlers) {
    const sales = yield* FlashSaleStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* sales.list((yield* Principal).customer_id, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* sales.create((yield* Principal).customer_id, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* sales.remove((yield* Principal).customer_id, params.id)
      })
    })
  })
).pipe(Layer.provide(FlashSaleStore.layer))
