/** Leads one draw on: its list, its winners, its prizes; or the refunds of one that was cancelled. */
import { Effect, Schema } from "effect"
import { allAlone, type Due } from "../../../platform/campaigns/Clock.ts"
import { steady } from "../../../platform/cluster/Jobs.ts"
import { begun, inBatches, sum } from "../../players/operations/Service/Batches.ts"
import { LotteryDraws } from "./Service/Draws.ts"
import { DrawJob, DrawPlan } from "./Service/DrawJob.ts"

const batch_size = 500

const Counts = Schema.Struct({ granted: Schema.Int, void: Schema.Int, failed: Schema.Int })
type Counts = typeof Counts.Type
const Batch = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })

/** Needs WorkflowEngine, OperationStore and LotteryDraws. */
export const LotteryDrawLive = DrawJob.toLayer(
  Effect.fn("LotteryDraw")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    const begin = Effect.gen(function* () {
      const draws = yield* LotteryDraws
      const plan = yield* begun(key, DrawPlan)
      if (plan === null) return null
      const draw = { customer_id, draw_id: plan.draw_id }
      // Each is one transaction and does nothing a second time.
      yield* steady(draws.fence(draw, plan.reason !== null))
      yield* steady(draws.list(draw))
      yield* steady(draws.decide(draw))
      return plan
    })
    yield* inBatches(key, {
      begin,
      plan: DrawPlan,
      name: "batch",
      batch: Batch,
      none: { granted: 0, void: 0, failed: 0 },
      plus: sum,
      run: Effect.fnUntraced(function* ({ draw_id }, after) {
        const draws = yield* LotteryDraws
        return yield* steady(draws.pay({ customer_id, draw_id }, after, batch_size))
      }),
      progress: (counts: Counts) => counts,
      result: (counts, { draw_id, reason }) => ({ draw_id, reason, ...counts })
    })
  })
)

/** Of all tenants. */
export const lotteriesDue = Effect.map(LotteryDraws, ({ startDue, wakeResting }): Due => ({
  name: "lotteries",
  run: allAlone([startDue, wakeResting])
}))
