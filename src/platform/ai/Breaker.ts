/** Spares a provider that is down, and those who would wait for it: after a few failures in a row it is not asked. */
import { Clock, Effect } from "effect"

const failures_max = 5
const window_ms = 60_000

export interface Breaker {
  /** so many failures in the last minute, and nothing that went well since */
  readonly isOpen: Effect.Effect<boolean>
  readonly failed: Effect.Effect<void>
  readonly answered: Effect.Effect<void>
}

export const makeBreaker = (): Breaker => {
  let failures: ReadonlyArray<number> = []
  return {
    isOpen: Effect.map(Clock.currentTimeMillis, (now) => {
      failures = failures.filter((at) => at > now - window_ms)
      return failures.length >= failures_max
    }),
    failed: Effect.map(Clock.currentTimeMillis, (now) => {
      failures = [...failures.slice(1 - failures_max), now]
    }),
    answered: Effect.sync(() => {
      failures = []
    })
  }
}
