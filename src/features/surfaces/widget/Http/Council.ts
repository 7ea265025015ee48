import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { Council } from "../../../community/council/Service.ts"
import { WidgetCouncilApi } from "../Api/Council.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetCouncilHttp = HttpApiBuilder.group(
  feature(WidgetCouncilApi),
  "widget-council",
  Effect.fn(function* (handlers) {
    const council = yield* Council
    return handlers.handleAll({
      propose: Effect.fnUntraced(function* ({ payload }) {
        const { buddy_id, customer_id } = yield* widgetCaller
        return yield* council.propose(customer_id, { ...payload, buddy_id })
      })
    })
  })
).pipe(Layer.provide(Council.layer))
