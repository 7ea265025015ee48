import { Effect, Layer, Schedule } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CommandKey } from "../../wire/CommandKey.ts"
import { feature } from "../../wire/Group.ts"
import { Principal } from "../../wire/Principal.ts"
import { EggStore } from "../eggs/Store.ts"
import { PlayersApi } from "./Api.ts"
import { PlayerStore, playerZero } from "./Store.ts"

/** A hatch takes well under a second; whoever asks for the demo player wants to see it. */
const hatchWait = { every: "100 millis", times: 50 } as const

export const PlayersHttp = HttpApiBuilder.group(
  feature(PlayersApi),
  "players",
  Effect.fn(function* (handlers) {
    const store = yield* PlayerStore
    const eggs = yield* EggStore

    const create = Effect.fnUntraced(function* (customer_id: string) {
      const { egg } = yield* eggs.create(customer_id, { user_id: playerZero, metadata: {}, ensure: true }).pipe(
        // The demo player has no audience of its own: with several configured it belongs to the first.
        Effect.catchTag("MissingAudience", ({ audiences }) =>
          eggs.create(customer_id, { user_id: playerZero, metadata: { audience: audiences[0]! }, ensure: true })
        ),
        Effect.catchTag("UnknownAudience", (error) => Effect.die(error))
      )
      // Another request may be moving the same egg: then it is on its way and there is only to wait.
      if (egg.status === "waiting") yield* Effect.ignore(eggs.setStatus(customer_id, egg.egg_id, "ready"))
      yield* Effect.ignore(eggs.hatch(customer_id, egg.egg_id))
    })

    return handlers.handleAll({
      readZero: Effect.fnUntraced(function* () {
        return yield* store.read((yield* Principal).customer_id)
      }),
      createZero: Effect.fnUntraced(function* () {
        const { customer_id } = yield* Principal
        const player = yield* store.read(customer_id)
        if (player.buddy_id !== null) return player
        yield* create(customer_id)
        // Under an Idempotency-Key the hatch starts when this answer is committed: there is nothing to wait for yet.
        if ((yield* CommandKey) !== undefined) return yield* store.read(customer_id)
        return yield* Effect.repeat(store.read(customer_id), {
          until: ({ buddy_id }) => buddy_id !== null,
          schedule: Schedule.spaced(hatchWait.every).pipe(Schedule.upTo({ times: hatchWait.times }))
        }).pipe(Effect.andThen(store.read(customer_id)))
      })
    })
  })
).pipe(Layer.provide([PlayerStore.layer, EggStore.layer]))
