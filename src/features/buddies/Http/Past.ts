import { Clock, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { parseInstant } from "../../../wire/Ids.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BuddyPastApi } from "../Api/Past.ts"
import { BuddyPast } from "../Store/Past.ts"

export const BuddyPastHttp = HttpApiBuilder.group(
  feature(BuddyPastApi),
  "buddy-past",
  Effect.fn(function* (handlers) {
    const past = yield* BuddyPast
    return handlers.handleAll({
      asOf: Effect.fnUntraced(function* ({ params, query }) {
        const at = query.at === undefined ? yield* Clock.currentTimeMillis : parseInstant(query.at)
        return yield* past.asOf((yield* Principal).customer_id, params.id, new Date(at))
      })
    })
  })
).pipe(Layer.provide(BuddyPast.layer))
