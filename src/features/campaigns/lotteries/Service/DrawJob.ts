/** The job that leads a draw on, whoever asks for it: the clock, a tenant, or the end of its lottery. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Jobs, jobWorkflow } from "../../../../platform/cluster/Jobs.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import type { DrawKey } from "../Store/Draws.ts"

/** List, winners, prizes; or the refunds of one that was cancelled. See Workflow. */
export const DrawJob = jobWorkflow("LotteryDraw")

export const DrawPlan = Schema.Struct({ draw_id: Schema.String, reason: Schema.NullOr(Schema.String) })

/** Inside the transaction that wants it; answers the operation. */
export const drawJobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* OperationStore
  const jobs = yield* Jobs
  return Effect.fnUntraced(function* ({ customer_id, draw_id }: DrawKey, reason: string | null) {
    const operation_id = yield* operations.create(customer_id, {
      type: "lottery_draw",
      resource_type: "lottery_draw",
      resource_id: draw_id,
      payload: { draw_id, reason }
    })
    yield* sql.afterCommit(jobs.start(DrawJob, { customer_id, operation_id }))
    return operation_id
  })
})
