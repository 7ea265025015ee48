/** Why flushes do not go through, in the log: whoever is asked for help reads there what senders are told by a code. */
import { Clock, Duration, Effect } from "effect"
import { causeLine } from "../../platform/observability/CauseLine.ts"
import type { FlushError } from "./Outcome.ts"

/** Flushes fail by the hundred in a second, and all for one reason. */
const rest = Duration.toMillis(Duration.seconds(10))

/** Tells of a flush that Postgres did not take, whoever was in it; of others within the next ten seconds nothing. */
export type SayLost = (error: FlushError) => void

export const makeSayLost: Effect.Effect<SayLost> = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  let toldAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = clock.currentTimeMillisUnsafe()
    if (now - toldAt < rest) return
    toldAt = now
    const database = error._tag === "TimeoutError" ? "no answer in time" : causeLine(error)
    runFork(Effect.annotateLogs(Effect.logWarning("changes of buddies are not stored"), { database }))
  }
})
