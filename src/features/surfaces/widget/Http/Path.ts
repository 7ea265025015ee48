import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { PathStore } from "../../../authoring/path-definitions/Store.ts"
import { buddyPaths } from "../../../authoring/path-definitions/Service/BuddyPaths.ts"
import { WidgetPathApi } from "../Api/Path.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetPathHttp = HttpApiBuilder.group(
  feature(WidgetPathApi),
  "widget-path",
  Effect.fn(function* (handlers) {
    const paths = yield* buddyPaths
    return handlers.handleAll({
      active: Effect.fnUntraced(function* () {
        const { buddy_id, customer_id } = yield* widgetCaller
        return { path: yield* paths.active(customer_id, buddy_id) }
      }),
      byKey: Effect.fnUntraced(function* ({ params }) {
        const { buddy_id, customer_id } = yield* widgetCaller
        return { path: yield* paths.read(customer_id, buddy_id, params.path_key) }
      }),
      complete: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* widgetCaller
        return yield* paths.complete(caller, caller.buddy_id, params.path_key, params.sub_step_key)
      })
    })
  })
).pipe(Layer.provide(PathStore.layer))
