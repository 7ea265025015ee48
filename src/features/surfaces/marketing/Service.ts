/**
 * Presses of buttons, by name. Names are made up by whoever sends them: on one day only so many different ones have a
 * series of their own, and one that was pressed neither today nor the day before has none any more.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { passingCounter } from "../../../platform/observability/metrics/Family.ts"
import { marketingClicks } from "../../../platform/observability/metrics/Node.ts"

export const different_a_day = 500
const rest = "other"
const day_ms = 86_400_000

export class Clicks extends Context.Service<Clicks, { count(cta: string): Effect.Effect<void> }>()(
  "hatchery/features/marketing/Clicks"
) {
  static readonly layer = Layer.effect(
    Clicks,
    Effect.gen(function* () {
      const registry = yield* Effect.context<never>()
      const series = (cta: string) => passingCounter(marketingClicks, registry, cta)
      const other = series(rest)
      const known = new Map<string, ReturnType<typeof series>>()
      let day = -1
      let today = new Set<string>()
      const begin = (next: number) => {
        // After a day without a press not even yesterday's names were pressed yesterday.
        const kept = next === day + 1 ? today : new Set<string>()
        for (const [cta, { remove }] of known) {
          if (kept.has(cta)) continue
          remove()
          known.delete(cta)
        }
        day = next
        today = new Set()
      }
      return Clicks.of({
        count: (cta) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const present = Math.floor(now / day_ms)
            if (present > day) begin(present)
            if (cta === rest || (!today.has(cta) && today.size >= different_a_day)) return other.add(1)
            today.add(cta)
            const counter = known.get(cta) ?? series(cta)
            known.set(cta, counter)
            counter.add(1)
          })
      })
    })
  )
}
