/** The demo player is an ordinary user with a reserved id; nothing else is special about it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { row } from "../../platform/Sql.ts"
import type { PlayerZero } from "./Api.ts"

export const playerZero = "player-0"

const Row = Schema.Struct({ buddy_id: Schema.NullOr(Schema.String), egg_id: Schema.NullOr(Schema.String) })

export class PlayerStore extends Context.Service<
  PlayerStore,
  {
    read(customer_id: string): Effect.Effect<PlayerZero>
  }
>()("hatchery/features/players/PlayerStore") {
  static readonly layer = Layer.effect(
    PlayerStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return PlayerStore.of({
        read: Effect.fn("PlayerStore.read")(function* (customer_id) {
          const found = yield* row(Row)(sql`
          SELECT (SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid AND user_id = ${playerZero}
            AND status = 'active'
                  ORDER BY created_at LIMIT 1) AS buddy_id,
                 (SELECT egg_id FROM eggs WHERE customer_id = ${customer_id}::uuid AND user_id = ${playerZero}
                    AND status IN ('waiting', 'ready', 'hatching') ORDER BY created_at DESC LIMIT 1) AS egg_id`)
          const { buddy_id, egg_id } = Option.getOrThrow(found)
          return { exists: buddy_id !== null || egg_id !== null, user_id: playerZero, buddy_id, egg_id }
        })
      })
    })
  )
}
