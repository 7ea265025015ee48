/**
 * Warns of streaks that will break. A singleton looks every few minutes at the buddies whose time has come; a streak
 * and period told once is remembered by its buddy, so it does not matter how often it looks, or whether two do.
 */
import { Effect } from "effect"
import { perCluster } from "../../../../platform/cluster/PerCluster.ts"
import { StreakRisks } from "../Service/StreakRisks.ts"
import { beginning, type Place } from "../Store/StreakRisks.ts"

const sweep_interval = "5 minutes"

/** One per cluster. */
export const streakWarnings = perCluster(
  "streaks/at-risk",
  Effect.gen(function* () {
    const risks = yield* StreakRisks
    const sweep = Effect.gen(function* () {
      let place: Place | null = beginning
      while (place !== null) place = yield* risks.sweep(place)
      yield* risks.sweepClocks()
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("streaks at risk could not be told yet", cause)))
    yield* Effect.forever(Effect.andThen(sweep, Effect.sleep(sweep_interval)))
  })
)
