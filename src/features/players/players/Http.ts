import { Effect, Layer, Schedule } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CommandKey } from "../../../wire/CommandKey.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { PlayersApi } from "./Api.ts"
import { Players } from "./Service.ts"

/** A hatch takes well under a second; whoever asks for the demo player wants to see it. */
const hatchWait = { every: "100 millis", times: 50 } as const

export const PlayersHttp = HttpApiBuilder.group(
  feature(PlayersApi),
  "players",
  Effect.fn(function* (handlers) {
    const store = yield* Players
    return handlers.handleAll({
      readZero: Effect.fnUntraced(function* () {
        return yield* store.read((yield* Principal).customer_id)
      }),
      createZero: Effect.fnUntraced(function* () {
        const { customer_id } = yield* Principal
        const player = yield* store.ensure(customer_id)
        // Under an Idempotency-Key the hatch starts when this answer is committed: there is nothing to wait for yet.
        if (player.buddy_id !== null || (yield* CommandKey) !== undefined) return player
        return yield* Effect.repeat(store.read(customer_id), {
          until: ({ buddy_id }) => buddy_id !== null,
          schedule: Schedule.spaced(hatchWait.every).pipe(Schedule.upTo({ times: hatchWait.times }))
        }).pipe(Effect.andThen(store.read(customer_id)))
      })
    })
  })
).pipe(Layer.provide(Players.layer))
