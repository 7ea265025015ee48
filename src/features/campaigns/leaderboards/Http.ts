import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { LeaderboardsApi } from "./Api.ts"
import { Leaderboards } from "./Service.ts"
import { LeaderboardStore, toWire } from "./Store.ts"

export const LeaderboardsHttp = HttpApiBuilder.group(
  feature(LeaderboardsApi),
  "leaderboards",
  Effect.fn(function* (handlers) {
    const store = yield* LeaderboardStore
    const boards = yield* Leaderboards
    return handlers.handleAll({
      config: Effect.fnUntraced(function* () {
        return toWire(yield* store.read((yield* Principal).customer_id))
      }),
      configure: Effect.fnUntraced(function* ({ payload }) {
        return toWire(yield* store.update((yield* Principal).customer_id, payload))
      }),
      read: Effect.fnUntraced(function* ({ query }) {
        return yield* boards.page((yield* Principal).customer_id, query)
      }),
      setVisibility: Effect.fnUntraced(function* ({ params, payload }) {
        yield* store.setVisible((yield* Principal).customer_id, params.id, payload.visible)
        return payload
      })
    })
  })
).pipe(Layer.provide([LeaderboardStore.layer, Leaderboards.layer]))
