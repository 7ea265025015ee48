/**
 * The pictures of a tenant's buddies, a batch at a time. Every batch is recorded, so a crash loses one at most, and
 * what it had drawn is found again. Between two batches it looks whether the operation is still wanted.
 */
import { Effect, Option, Schema } from "effect"
import { Activity } from "effect/workflow"
import { type OperationKey, steady } from "../../../platform/Jobs.ts"
import { OperationStore } from "../../operations/Store.ts"
import { PictureScope } from "../Api/Growth.ts"
import { AppearanceStore } from "../Store/Appearance.ts"
import { Regenerate } from "../Store/Growth.ts"

const batch_size = 25
/** drawings at the same time: those somebody waits for go on */
const concurrency = 2

const Counts = Schema.Struct({ drawn: Schema.Int, failed: Schema.Int, awaiting_credits: Schema.Int })
type Counts = typeof Counts.Type
const Batch = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })
const Payload = Schema.Struct({ scope: PictureScope })

const begin = (key: OperationKey) =>
  Activity.make({
    name: "begin",
    success: Schema.NullOr(PictureScope),
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      const appearance = yield* AppearanceStore
      const operation = yield* steady(operations.start(key))
      if (Option.isNone(operation)) return null
      const { scope } = yield* Effect.orDie(Schema.decodeUnknownEffect(Payload)(operation.value.payload))
      if (scope === "all") yield* steady(appearance.forget(key.customer_id))
      return scope
    })
  })

const batch = (key: OperationKey, scope: PictureScope, number: number, after: string | null, counts: Counts) =>
  Activity.make({
    name: `batch/${number}`,
    success: Schema.NullOr(Batch),
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      const appearance = yield* AppearanceStore
      if (!(yield* steady(operations.progress(key, counts)))) return null
      const ids = yield* steady(appearance.next(key.customer_id, scope, after, batch_size))
      const became = yield* Effect.forEach(
        ids,
        (buddy_id) => steady(appearance.refresh(key.customer_id, buddy_id, false)),
        { concurrency }
      )
      const count = (status: (typeof became)[number]) => became.filter((one) => one === status).length
      return {
        drawn: count("ready"),
        failed: count("failed"),
        awaiting_credits: count("awaiting_credits"),
        last: ids.length < batch_size ? null : ids.at(-1)!
      }
    })
  })

const finish = (key: OperationKey, counts: Counts) =>
  Activity.make({
    name: "finish",
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      yield* steady(operations.complete(key, counts))
    })
  })

/** Needs WorkflowEngine, OperationStore and AppearanceStore. */
export const RegenerateLive = Regenerate.toLayer(
  Effect.fn("Regenerate")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    const scope = yield* begin(key)
    if (scope === null) return
    let counts: Counts = { drawn: 0, failed: 0, awaiting_credits: 0 }
    let after: string | null = null
    for (let number = 0; ; number++) {
      const done: typeof Batch.Type | null = yield* batch(key, scope, number, after, counts)
      if (done === null) return
      counts = {
        drawn: counts.drawn + done.drawn,
        failed: counts.failed + done.failed,
        awaiting_credits: counts.awaiting_credits + done.awaiting_credits
      }
      if (done.last === null) break
      after = done.last
    }
    yield* finish(key, counts)
  })
)
