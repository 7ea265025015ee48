/** The demo player is an ordinary user with a reserved id; nothing else is special about it. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type CreateEggFailure, EggStore, lockEggsOf } from "../eggs/Store.ts"
import { Hatchery } from "../eggs/Service.ts"
import type { PlayerZero } from "./Api.ts"
import { belongings, playerZero } from "./Store.ts"

type EnsureFailure = Exclude<CreateEggFailure, { readonly _tag: "UnknownAudience" }>

export class Players extends Context.Service<
  Players,
  {
    read(customer_id: string): Effect.Effect<PlayerZero>
    /** a buddy, or an egg that is hatching: made now unless there is one already, never a second */
    ensure(customer_id: string): Effect.Effect<PlayerZero, EnsureFailure>
  }
>()("hatchery/features/players/Players") {
  static readonly layer = Layer.effect(
    Players,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([EggStore.layer, Hatchery.layer]))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const eggs = yield* EggStore
  const hatchery = yield* Hatchery
  const find = belongings(sql)

  const toWire = ({ buddy_id, egg_id }: Effect.Success<ReturnType<typeof find>>): PlayerZero => ({
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
    yield* Effect.ignore(hatchery.hatch(customer_id, egg.egg_id))
    return toWire(yield* find(customer_id))
  })

  return Players.of({
    read: Effect.fn("Players.read")((customer_id) => Effect.map(find(customer_id), toWire)),
    ensure: Effect.fn("Players.ensure")(
      (customer_id) => sql.withTransaction(ensure(customer_id)),
      Effect.catchTag("SqlError", Effect.die)
    )
  })
})
