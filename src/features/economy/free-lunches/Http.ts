import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { FreeLunchesApi, WidgetFreeLunchesApi } from "./Api.ts"
import { FreeLunches } from "./Service.ts"
import { FreeLunchStore } from "./Store.ts"

const Tenant = HttpApiBuilder.group(
  feature(FreeLunchesApi),
  "free-lunches",
  Effect.fn(function* (handlers) {
    const lunches = yield* FreeLunches
    const store = yield* FreeLunchStore
    return handlers.handleAll({
      give: Effect.fnUntraced(function* ({ payload }) {
        return yield* lunches.give(yield* Principal, payload)
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      seen: Effect.fnUntraced(function* ({ params }) {
        return yield* lunches.say(yield* Principal, params.id, params.grant_id, "seen")
      }),
      dismiss: Effect.fnUntraced(function* ({ params }) {
        return yield* lunches.say(yield* Principal, params.id, params.grant_id, "dismissed")
      })
    })
  })
)

/** The gate lets nobody else through to this group. */
const widgetCaller = Effect.flatMap(Principal, (caller) =>
  "buddy_id" in caller ? Effect.succeed(caller) : Effect.die(new Error("a widget route without a widget token"))
)

const Widget = HttpApiBuilder.group(
  feature(WidgetFreeLunchesApi),
  "widget-free-lunches",
  Effect.fn(function* (handlers) {
    const lunches = yield* FreeLunches
    return handlers.handleAll({
      seen: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* widgetCaller
        return yield* lunches.say(caller, caller.buddy_id, params.grant_id, "seen")
      }),
      dismiss: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* widgetCaller
        return yield* lunches.say(caller, caller.buddy_id, params.grant_id, "dismissed")
      })
    })
  })
)

export const FreeLunchesHttp = Layer.merge(Tenant, Widget).pipe(
  Layer.provide([FreeLunches.layer, FreeLunchStore.layer])
)
