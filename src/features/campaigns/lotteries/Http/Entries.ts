import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { Principal } from "../../../../wire/Principal.ts"
import { LotteryEntriesApi } from "../Api/Entries.ts"
import { makeEntering } from "../Service/Entries.ts"
import { LotteryStore } from "../Store.ts"

export const LotteryEntriesHttp = HttpApiBuilder.group(
  feature(LotteryEntriesApi),
  "lottery-entries",
  Effect.fn(function* (handlers) {
    const enter = yield* makeEntering
    return handlers.handleAll({
      enter: Effect.fnUntraced(function* ({ params, payload }) {
        const { tickets = 1 } = payload ?? {}
        return yield* enter(yield* Principal, params.buddy_id, params.id, tickets)
      })
    })
  })
).pipe(Layer.provide(LotteryStore.layer))
