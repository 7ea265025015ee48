import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { MysteryBoxes } from "../../../economy/mystery-boxes/Service.ts"
import { makeOpening } from "../../../economy/mystery-boxes/Service/Opening.ts"
import { BoxStore } from "../../../economy/mystery-boxes/Store.ts"
import { BuddyItems } from "../../../players/buddies/Service/Items.ts"
import { WidgetBoxesApi } from "../Api/Boxes.ts"
import { widgetCaller } from "./Caller.ts"

export const WidgetBoxesHttp = HttpApiBuilder.group(
  feature(WidgetBoxesApi),
  "widget-mystery-boxes",
  Effect.fn(function* (handlers) {
    const open = yield* makeOpening
    return handlers.handleAll({
      open: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* widgetCaller
        return yield* open(caller, caller.buddy_id, params.box_key)
      })
    })
  })
).pipe(Layer.provide([BoxStore.layer, MysteryBoxes.layer, BuddyItems.layer]))
