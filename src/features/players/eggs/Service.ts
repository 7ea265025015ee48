/** Hatching: an egg is taken and its job opened together, or not at all. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import type { NotFound } from "../../../wire/Failure.ts"
import { Operations } from "../operations/Service.ts"
import type { EggNotReady } from "./Api.ts"
import { EggStore } from "./Store.ts"

/** From a ready egg to a buddy; its steps stand in Workflow. */
export const Hatch = jobWorkflow("Hatch")

export class Hatchery extends Context.Service<
  Hatchery,
  {
    /** answers the operation */
    hatch(customer_id: string, id: string): Effect.Effect<string, NotFound | EggNotReady>
  }
>()("hatchery/features/eggs/Hatchery") {
  static readonly layer = Layer.effect(
    Hatchery,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const eggs = yield* EggStore
      const operations = yield* Operations
      const open = Effect.fnUntraced(function* (customer_id: string, id: string) {
        const { egg_id } = yield* eggs.take(customer_id, id)
        return yield* operations.open(customer_id, Hatch, {
          type: "hatch",
          resource_type: "egg",
          resource_id: egg_id
        })
      })
      return Hatchery.of({
        hatch: Effect.fn("Hatchery.hatch")(
          (customer_id, id) => sql.withTransaction(open(customer_id, id)),
          Effect.catchTag("SqlError", Effect.die)
        )
      })
    })
  ).pipe(Layer.provide(EggStore.layer), Layer.provide(Operations.layer))
}
