import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { buddyRefs } from "../../../../platform/secrets/BuddyRefs.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { feature } from "../../../../wire/Group.ts"
import { KudosGiving } from "../../../community/kudos/Service.ts"
import { WidgetKudosApi } from "../Api/Kudos.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetKudosHttp = HttpApiBuilder.group(
  feature(WidgetKudosApi),
  "widget-kudos",
  Effect.fn(function* (handlers) {
    const giving = yield* KudosGiving
    const refs = yield* buddyRefs
    return handlers.handleAll({
      give: Effect.fnUntraced(function* ({ payload: { to_ref, ...thanks } }) {
        const caller = yield* widgetCaller
        const to_buddy_id = yield* refs.open(caller, to_ref)
        if (to_buddy_id === undefined) return yield* new NotFound({ resource: "buddy" })
        const given = { ...thanks, to_buddy_id, field: "to_ref" } as const
        const { to_buddy_id: _, ...answer } = yield* giving.give(caller, caller.buddy_id, given)
        return { ...answer, to_ref }
      }),
      receivers: Effect.fnUntraced(function* ({ query }) {
        const caller = yield* widgetCaller
        const found = yield* giving.receivers(caller.customer_id, caller.buddy_id, query.q ?? "")
        return { data: found.map(({ buddy_id, ...face }) => ({ ref: refs.of(caller, buddy_id), ...face })) }
      })
    })
  })
).pipe(Layer.provide(KudosGiving.layer))
