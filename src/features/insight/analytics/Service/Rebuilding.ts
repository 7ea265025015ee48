/** Figures that are counted by themselves where there are none of what is stored, as an operation of the workspace. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jobWorkflow, steady } from "../../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { transactionOf } from "../../../../platform/postgres/Sql.ts"
import { Operations } from "../../../players/operations/Service.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import { type Rebuilt, RebuildStore } from "../Store/Rebuild.ts"
import { uncounted } from "../Store/Uncounted.ts"

export const RebuildFigures = jobWorkflow("RebuildFigures")

/** What stands against it is an erasure: see the words of the command that counts again. */
const refusals: Readonly<Record<Exclude<Rebuilt["_tag"], "Rebuilt">, string>> = {
  Erasing: "Users are being erased; figures are counted again when that has ended.",
  Unknown: "Users were erased before what they had counted was kept, and it would be lost."
}

export class Rebuilding extends Context.Service<
  Rebuilding,
  {
    /** workspaces with events and no figures, no more than so many */
    due(count: number): Effect.Effect<ReadonlyArray<string>>
    /** unless it is under way */
    open(customer_id: string): Effect.Effect<void>
    run(key: OperationKey): Effect.Effect<void>
  }
>()("hatchery/features/analytics/Rebuilding") {
  static readonly layer = Layer.effect(
    Rebuilding,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([Operations.layer, RebuildStore.layer]))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* OperationStore
  const jobs = yield* Operations
  const { rebuild } = yield* RebuildStore
  const transaction = transactionOf(sql)

  const end = (key: OperationKey, told: Rebuilt) =>
    told._tag === "Rebuilt"
      ? operations.complete(key, { rows: told.rows, is_changed: told.isChanged })
      : operations.fail(key, { code: "erasures_in_the_way", message: refusals[told._tag] })

  return Rebuilding.of({
    due: (count) => uncounted(sql, count),
    open: Effect.fn("Rebuilding.open")(function* (customer_id) {
      yield* transaction(
        Effect.gen(function* () {
          if ((yield* operations.openOf(customer_id, "analytics_rebuild")).length > 0) return
          yield* jobs.open(customer_id, RebuildFigures, {
            type: "analytics_rebuild",
            resource_type: "customer",
            resource_id: customer_id
          })
        })
      )
    }),
    run: Effect.fn("Rebuilding.run")(function* (key) {
      const started = yield* steady(operations.start(key))
      if (Option.isNone(started)) return
      const told = yield* steady(rebuild(key.customer_id))
      yield* steady(end(key, told))
    })
  })
})
