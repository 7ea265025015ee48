import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Reckoning } from "../../../../platform/requests/Reckoning.ts"
import { feature } from "../../../../wire/Group.ts"
import { parseInstant } from "../../../../wire/Ids.ts"
import { Principal } from "../../../../wire/Principal.ts"
import { BuddyPastApi } from "../Api/Past.ts"
import { BuddyChanges } from "../Store/Changes.ts"
import { BuddyPast } from "../Store/Past.ts"

export const BuddyPastHttp = HttpApiBuilder.group(
  feature(BuddyPastApi),
  "buddy-past",
  Effect.fn(function* (handlers) {
    const past = yield* BuddyPast
    const changes = yield* BuddyChanges
    const reckoning = yield* Reckoning
    return handlers.handleAll({
      asOf: Effect.fnUntraced(function* ({ params, query }) {
        const at = query.at === undefined ? undefined : new Date(parseInstant(query.at))
        const { customer_id } = yield* Principal
        return yield* reckoning.pass(customer_id, past.asOf(customer_id, params.id, at))
      }),
      changes: Effect.fnUntraced(function* ({ params, query }) {
        return yield* changes.list((yield* Principal).customer_id, params.id, query)
      }),
      change: Effect.fnUntraced(function* ({ params }) {
        return yield* changes.read((yield* Principal).customer_id, params.id, params.change_id)
      })
    })
  })
).pipe(Layer.provide([BuddyPast.layer, BuddyChanges.layer, Reckoning.layer]))
