import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { makeEntering } from "../../../campaigns/lotteries/Service/Entries.ts"
import { LotteryStore } from "../../../campaigns/lotteries/Store.ts"
import { WidgetLotteriesApi } from "../Api/Lotteries.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetLotteriesHttp = HttpApiBuilder.group(
  feature(WidgetLotteriesApi),
  "widget-lotteries",
  Effect.fn(function* (handlers) {
    const enter = yield* makeEntering
    return handlers.handleAll({
      enter: Effect.fnUntraced(function* ({ params, payload }) {
        const { tickets = 1 } = payload ?? {}
        const caller = yield* widgetCaller
        return yield* enter(caller, caller.buddy_id, params.id, tickets)
      })
    })
  })
).pipe(Layer.provide(LotteryStore.layer))
