/** The demo player is an ordinary user with a reserved id; nothing else is special about it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { row } from "../../../platform/postgres/Sql.ts"
import { type CreateEggFailure, EggStore, lockEggsOf } from "../eggs/Store.ts"
import type { PlayerZero } from "./Api.ts"

export const playerZero = "player-0"

type EnsureFailure = Exclude<CreateEggFailure, { readonly _tag: "UnknownAudience" }>

const Row = Schema.Struct({
  buddy_id: Schema.NullOr(Schema.String),
  egg_id: Schema.NullOr(Schema.String),
  egg_status: Schema.NullOr(Schema.String)
})

export class PlayerStore extends Context.Service<
  PlayerStore,
  {
    read(customer_id: string): Effect.Effect<PlayerZero>
    /** a buddy, or an egg that is hatching: made now unless there is one already, never a second */
    ensure(customer_id: string): Effect.Effect<PlayerZero, EnsureFailure>
  }
>()("hatchery/features/players/PlayerStore") {
  static readonly layer = Layer.effect(
    PlayerStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(EggStore.layer))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const eggs = yield* EggStore

  const find = (customer_id: string) =>
    Effect.map(
      row(Row)(sql`
        SELECT buddy.buddy_id, egg.egg_id, egg.status AS egg_status FROM (SELECT) AS one
        LEFT JOIN LATERAL (
          SELECT buddy_id FROM buddies
          WHERE customer_id = ${customer_id}::uuid AND user_id = ${playerZero} AND status = 'active'
          ORDER BY created_at LIMIT 1) AS buddy ON true
        LEFT JOIN LATERAL (
          SELECT egg_id, status FROM eggs
          WHERE customer_id = ${customer_id}::uuid AND user_id = ${playerZero}
            AND status IN ('waiting', 'ready', 'hatching')
          ORDER BY created_at DESC LIMIT 1) AS egg ON true`),
      Option.getOrThrow
    )

  const toWire = ({ buddy_id, egg_id }: typeof Row.Type): PlayerZero => ({
    exists: buddy_id !== null || egg_id !== null,
    user_id: playerZero,
    buddy_id,
    egg_id
  })

  const lay = (customer_id: string) =>
    eggs.create(customer_id, { user_id: playerZero, metadata: {}, ensure: true }).pipe(
      // The demo player has no audience of its own: with several configured it belongs to the first.
      Effect.catchTag("MissingAudience", ({ audiences }) =>
        eggs.create(customer_id, { user_id: playerZero, metadata: { audience: audiences[0]! }, ensure: true })
      ),
      Effect.catchTag("UnknownAudience", (error) => Effect.die(error))
    )

  const ensure = Effect.fnUntraced(function* (customer_id: string) {
    yield* lockEggsOf(sql, customer_id, playerZero)
    const found = yield* find(customer_id)
    if (found.buddy_id !== null || found.egg_status === "hatching") return toWire(found)
    const { egg } = yield* lay(customer_id)
    // A tenant may cancel or hatch the egg at this very moment; then there is nothing left to do.
    if (egg.status === "waiting") yield* Effect.ignore(eggs.setStatus(customer_id, egg.egg_id, "ready"))
    yield* Effect.ignore(eggs.hatch(customer_id, egg.egg_id))
    return toWire(yield* find(customer_id))
  })

  return PlayerStore.of({
    read: Effect.fn("PlayerStore.read")((customer_id) => Effect.map(find(customer_id), toWire)),
    ensure: Effect.fn("PlayerStore.ensure")(
      (customer_id) => sql.withTransaction(ensure(customer_id)),
      Effect.catchTag("SqlError", Effect.die)
    )
  })
})
