/** A template on many buddies, a batch at a time. What a batch that was lost had written is told as its own. */
import { Effect, Schema } from "effect"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { begun, inBatches, lastOf } from "../../players/operations/Service/Batches.ts"
import { ProfileStore } from "../buddy-profiles/Store.ts"
import { Counts, countsOf, matchedOf, nothing, Plan, plus } from "./Rules.ts"
import { Apply } from "./Service.ts"

const batch_size = 200

const Batch = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })

const batch = Effect.fnUntraced(function* (key: OperationKey, plan: Plan, after: string | null) {
  const profiles = yield* ProfileStore
  const { strangers, target } = plan
  if (!("buddy_ids" in target)) {
    const found = yield* steady(profiles.apply(key, plan, target, after, batch_size))
    const ids = found.map(({ buddy_id }) => buddy_id)
    return { ...countsOf(found, []), last: lastOf(ids, batch_size) }
  }
  const asked = target.buddy_ids.filter((id) => after === null || id > after).slice(0, batch_size)
  const found = yield* steady(profiles.apply(key, plan, { buddy_ids: asked }, null, batch_size))
  return {
    ...countsOf(found, after === null ? [...asked, ...strangers] : asked),
    last: lastOf(asked, batch_size)
  }
})

/** Needs WorkflowEngine, OperationStore and ProfileStore. */
export const ApplyLive = Apply.toLayer(
  Effect.fn("ApplyProfile")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: begun(key, Plan),
      plan: Plan,
      name: "batch",
      batch: Batch,
      none: nothing,
      plus,
      run: (plan, after) => batch(key, plan, after),
      progress: ({ skipped_buddies: _skipped, ...counts }: Counts) => counts,
      result: (counts) => ({ matched: matchedOf(counts), ...counts })
    })
  })
)
