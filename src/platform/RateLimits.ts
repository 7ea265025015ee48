/**
 * Fixed windows aligned to the wall clock, counted in memory. Written here because the ingest path must count without
 * waiting and the contract's headers need aligned windows; a shared store can stand behind `take` without the callers
 * knowing.
 */
import { Clock, Context, Effect, Layer } from "effect"

export interface Window {
  readonly limit: number
  readonly seconds: 1 | 60
}

export interface Taken {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** unix seconds at which the window ends */
  readonly reset_at: number
  /** whole seconds until then, at least 1 */
  readonly retry_after_seconds: number
}

/** Enough for every active tenant's buckets; beyond it the oldest windows (all of them over) are dropped. */
const entriesMax = 100_000

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** counts `cost` (default 1) against `key`; a refused request costs nothing */
    take(key: string, window: Window, cost?: number): Taken
  }
>()("hatchery/platform/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const counters = new Map<string, { period: number; used: number }>()
      return RateLimits.of({
        take: (key, window, cost = 1) => {
          const nowMs = clock.currentTimeMillisUnsafe()
          const period = Math.floor(nowMs / 1000 / window.seconds)
          let counter = counters.get(key)
          if (counter === undefined) {
            if (counters.size >= entriesMax)
              for (const [old, entry] of counters) if (entry.period < period) counters.delete(old)
            counter = { period, used: 0 }
            counters.set(key, counter)
          } else if (counter.period !== period) {
            counter.period = period
            counter.used = 0
          }
          const allowed = counter.used + cost <= window.limit
          if (allowed) counter.used += cost
          const reset_at = (period + 1) * window.seconds
          return {
            allowed,
            limit: window.limit,
            remaining: Math.max(0, window.limit - counter.used),
            reset_at,
            retry_after_seconds: Math.max(1, Math.ceil(reset_at - nowMs / 1000))
          }
        }
      })
    })
  )
}
