/** Opening a job: its row in the caller's transaction, and its workflow once that is committed. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Jobs, type JobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { limits } from "../../../wire/Limits.ts"
import { OperationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { type NewOperation, OperationStore } from "./Store.ts"

export class Operations extends Context.Service<
  Operations,
  {
    /** answers the operation */
    open(customer_id: string, workflow: JobWorkflow, operation: NewOperation): Effect.Effect<string>
    /** the same, while few of its type are open */
    openOfFew(
      customer_id: string,
      workflow: JobWorkflow,
      operation: NewOperation
    ): Effect.Effect<string, OperationLimit>
  }
>()("hatchery/features/operations/Operations") {
  static readonly layer = Layer.effect(
    Operations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* OperationStore
      const jobs = yield* Jobs
      const open = Effect.fn("Operations.open")(function* (
        customer_id: string,
        workflow: JobWorkflow,
        operation: NewOperation
      ) {
        const operation_id = yield* store.create(customer_id, operation)
        yield* sql.afterCommit(jobs.start(workflow, { customer_id, operation_id }))
        return operation_id
      })
      return Operations.of({
        open,
        openOfFew: Effect.fn("Operations.openOfFew")(function* (customer_id, workflow, operation) {
          const { type } = operation
          const others = yield* store.openOf(customer_id, type)
          if (others.length >= limits.open_operations_max) return yield* new OperationLimit({ type })
          return yield* open(customer_id, workflow, operation)
        })
      })
    })
  ).pipe(Layer.provideMerge(OperationStore.layer))
}
