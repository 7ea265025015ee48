/** Looks every five minutes at every workspace there is something new of. */
import { Effect } from "effect"
import { perCluster } from "../../../platform/cluster/PerCluster.ts"
import { eachAlone } from "../../../platform/campaigns/Clock.ts"
import { Alerts } from "./Service.ts"

const look_again = "5 minutes"
const at_once = 100
/** Of one round; whoever could not be looked at is found by the next one. */
const rounds_max = 1_000

export const alertsLook = perCluster(
  "alerts/look",
  Effect.gen(function* () {
    const alerts = yield* Alerts
    const round: Effect.Effect<void> = Effect.gen(function* () {
      const seen = new Set<string>()
      for (let count = 0; count < rounds_max; count++) {
        const found = (yield* alerts.due(at_once)).filter(({ customer_id }) => !seen.has(customer_id))
        if (found.length === 0) return
        for (const { customer_id } of found) seen.add(customer_id)
        yield* eachAlone<{ readonly customer_id: string }, never>(found, ({ customer_id }) => alerts.look(customer_id))
      }
    })
    const guarded = Effect.catchCause(round, (cause) => Effect.logWarning("alerts could not be looked for yet", cause))
    yield* Effect.forever(Effect.andThen(guarded, Effect.sleep(look_again)))
  })
)
