/** How long the event loop keeps everybody waiting, measured by the runtime itself over windows of 15 s. */
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"

const resolution_ms = 20
export const window_ms = 15_000

export interface Lag {
  readonly p50_ms: number
  readonly p99_ms: number
  readonly max_ms: number
}

const none: Lag = { p50_ms: 0, p99_ms: 0, max_ms: 0 }

export class EventLoop extends Context.Service<
  EventLoop,
  {
    /** of the last full window; zeros before the first one is over */
    lag(): Lag
    /** the longest block of this window and the last one, ms */
    blocked(): number
  }
>()("hatchery/platform/EventLoop") {
  static readonly layer = Layer.effect(
    EventLoop,
    Effect.gen(function* () {
      const monitor = yield* Effect.acquireRelease(
        Effect.sync(() => {
          const histogram = monitorEventLoopDelay({ resolution: resolution_ms })
          histogram.enable()
          return histogram
        }),
        (histogram) => Effect.sync(() => histogram.disable())
      )
      // What is recorded is the time between two ticks of a timer, which nobody was late for.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution_ms)
      let last = none
      yield* Effect.sync(() => {
        last = {
          p50_ms: late(monitor.percentile(50)),
          p99_ms: late(monitor.percentile(99)),
          max_ms: late(monitor.max)
        }
        monitor.reset()
      }).pipe(
        Effect.schedule(Schedule.spaced(window_ms)),
        // The loop turns in wall time, whatever clock the service was given.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
        Effect.forkScoped
      )
      return EventLoop.of({
        lag: () => last,
        blocked: () => Math.max(last.max_ms, late(monitor.max))
      })
    })
  )
}
