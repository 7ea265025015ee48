/**
 * Closes a season that is fenced already: 1 waits until all seasons before it are closed, 2 places who has no place
 * yet and writes results and standings, 3 pays and tells, a batch of results after the other, 4 says that it is closed.
 * Every step can be repeated: what is written once is marked, and a reward leaves a receipt.
 */
import { Effect, Schema } from "effect"
import { Activity, DurableClock } from "effect/workflow"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { begun, inBatches, sum } from "../../players/operations/Service/Batches.ts"
import { ClosePlan, CloseSeason, SeasonClosings } from "./Service/Closing.ts"

const batch_size = 500

const Counts = Schema.Struct({ granted: Schema.Int, void: Schema.Int })
type Counts = typeof Counts.Type
const Batch = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })

/** A close is seldom waited for; a season that is force-closed waits as long as late events of the one before count. */
const waits = { soon: "5 seconds", soon_times: 24, later: "1 minute" } as const

const turn = Effect.fnUntraced(function* (key: OperationKey) {
  const closings = yield* SeasonClosings
  const look = Effect.gen(function* () {
    const plan = yield* begun(key, ClosePlan)
    return plan === null || (yield* steady(closings.isTurn({ ...plan, customer_id: key.customer_id })))
  })
  for (let number = 0; ; number++) {
    const isTurn = yield* Activity.make({ name: `turn/${number}`, success: Schema.Boolean, execute: look })
    if (isTurn) return
    const duration = number < waits.soon_times ? waits.soon : waits.later
    yield* DurableClock.sleep({ name: `turn/${number}/wait`, duration })
  }
})

/** Needs WorkflowEngine, OperationStore and SeasonClosings. */
export const CloseSeasonLive = CloseSeason.toLayer(
  Effect.fn("CloseSeason")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    const closings = yield* SeasonClosings
    yield* turn(key)
    yield* inBatches(key, {
      begin: Effect.gen(function* () {
        const plan = yield* begun(key, ClosePlan)
        if (plan !== null) yield* steady(closings.settle({ ...plan, customer_id }))
        return plan
      }),
      plan: ClosePlan,
      name: "batch",
      batch: Batch,
      none: { granted: 0, void: 0 },
      plus: sum,
      run: ({ season_id }, after) => steady(closings.pay({ customer_id, season_id }, key, after, batch_size)),
      progress: (counts: Counts) => counts,
      result: (counts, { reason, season_id }) => ({ season_id, reason, ...counts })
    })
  })
)
