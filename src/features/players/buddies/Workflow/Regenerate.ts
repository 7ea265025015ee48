/** The pictures of a tenant's buddies, a batch at a time. What a batch that was lost had drawn is found again. */
import { Effect, Schema } from "effect"
import { steady } from "../../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { begun, inBatches, lastOf, sum } from "../../operations/Service/Batches.ts"
import { PictureScope } from "../Api/Growth.ts"
import { Appearance } from "../Service/Appearance.ts"
import { Regenerate } from "../Service/Growth.ts"

const batch_size = 25
/** drawings at the same time: those somebody waits for go on */
const concurrency = 2

const Counts = Schema.Struct({ drawn: Schema.Int, failed: Schema.Int, awaiting_credits: Schema.Int })
type Counts = typeof Counts.Type
const Batch = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })
const Payload = Schema.Struct({ scope: PictureScope })

const begin = Effect.fnUntraced(function* (key: OperationKey) {
  const appearance = yield* Appearance
  const payload = yield* begun(key, Payload)
  if (payload?.scope === "all") yield* steady(appearance.forget(key.customer_id))
  return payload === null ? null : payload.scope
})

const batch = Effect.fnUntraced(function* (customer_id: string, scope: PictureScope, after: string | null) {
  const appearance = yield* Appearance
  const ids = yield* steady(appearance.next(customer_id, scope, after, batch_size))
  const became = yield* Effect.forEach(ids, (buddy_id) => steady(appearance.refresh(customer_id, buddy_id, false)), {
    concurrency
  })
  const count = (status: (typeof became)[number]) => became.filter((one) => one === status).length
  return {
    drawn: count("ready"),
    failed: count("failed"),
    awaiting_credits: count("awaiting_credits"),
    last: lastOf(ids, batch_size)
  }
})

/** Needs WorkflowEngine, OperationStore and Appearance. */
export const RegenerateLive = Regenerate.toLayer(
  Effect.fn("Regenerate")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: begin(key),
      plan: PictureScope,
      name: "batch",
      batch: Batch,
      none: { drawn: 0, failed: 0, awaiting_credits: 0 },
      plus: sum,
      run: (scope, after) => batch(customer_id, scope, after),
      progress: (counts: Counts) => counts,
      result: (counts) => counts
    })
  })
)
