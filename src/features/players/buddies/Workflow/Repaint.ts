/** One per cluster: draws again what could not be drawn, when its next try is due. */
import { Effect } from "effect"
import { Singleton } from "effect/cluster"
import { Appearance } from "../Service/Appearance.ts"

const sweep_interval = "5 seconds"
/** Drawings of one sweep; the rest is as due in the next. */
const batch_max = 50

export const repainting = Singleton.make(
  "buddies/repaint",
  Effect.gen(function* () {
    const appearance = yield* Appearance
    const sweep = Effect.gen(function* () {
      const due = yield* appearance.due(batch_max)
      yield* Effect.forEach(due, ({ buddy_id, customer_id }) => appearance.refresh(customer_id, buddy_id, false), {
        concurrency: 2,
        discard: true
      })
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("missing pictures could not be drawn yet", cause)))
    yield* Effect.forever(Effect.delay(sweep, sweep_interval))
  })
)
