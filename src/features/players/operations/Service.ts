/** Opening a job: its row in the caller's transaction, and its workflow once that is committed. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Jobs, type JobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { type NewOperation, OperationStore } from "./Store.ts"

export class Operations extends Context.Service<
  Operations,
  {
    /** answers the operation */
    open(customer_id: string, workflow: JobWorkflow, operation: NewOperation): Effect.Effect<string>
  }
>()("hatchery/features/operations/Operations") {
  static readonly layer = Layer.effect(
    Operations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* OperationStore
      const jobs = yield* Jobs
      return Operations.of({
        open: Effect.fn("Operations.open")(function* (customer_id, workflow, operation) {
          const operation_id = yield* store.create(customer_id, operation)
          yield* sql.afterCommit(jobs.start(workflow, { customer_id, operation_id }))
          return operation_id
        })
      })
    })
  ).pipe(Layer.provideMerge(OperationStore.layer))
}
