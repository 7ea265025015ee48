/**
 * How long work that nobody waits for may keep the process from work that somebody waits for. Both are wall time,
 * whatever clock the service was given: it is the processor that is shared.
 */
import { performance } from "node:perf_hooks"
import { Clock, Context, Effect, Layer, Semaphore } from "effect"

/** without a pause */
const slice_ms = 3
/** of the time while others are at work */
const share = 0.15
/** how much of a pause others used; from here on they are at work */
const crowded = 0.3
/** lets everything in that waits */
const breath_ms = 1
const wall = Clock.Clock.defaultValue()

export class BackgroundThrottle extends Context.Service<
  BackgroundThrottle,
  {
    /** one such job of this process after the other: several would take several shares */
    alone<A, E, R>(job: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
    /** does something with each item in turn, with pauses */
    each<A>(items: ReadonlyArray<A>, work: (item: A) => void): Effect.Effect<void>
    /** does the next bit of something until there is none, which is when it answers false; with pauses */
    steps(next: () => boolean): Effect.Effect<void>
  }
>()("hatchery/platform/BackgroundThrottle") {
  static readonly layer = Layer.effect(
    BackgroundThrottle,
    Effect.gen(function* () {
      const turn = yield* Semaphore.make(1)
      return BackgroundThrottle.of({ alone: (job) => turn.withPermits(1)(job), each, steps })
    })
  )
}

const each = <A>(items: ReadonlyArray<A>, work: (item: A) => void) => {
  let next = 0
  return steps(() => {
    if (next >= items.length) return false
    work(items[next]!)
    return ++next < items.length
  })
}

const steps = (next: () => boolean) =>
  Effect.gen(function* () {
    let isCrowded = true
    for (let isMore = true; isMore;) {
      const start = wall.currentTimeMillisUnsafe()
      let spent = 0
      while (isMore && spent < slice_ms) {
        isMore = next()
        spent = wall.currentTimeMillisUnsafe() - start
      }
      const pause_ms = isCrowded ? Math.ceil((Math.max(1, spent) * (1 - share)) / share) : breath_ms
      const before = performance.eventLoopUtilization()
      yield* Effect.provideService(Effect.sleep(pause_ms), Clock.Clock, wall)
      isCrowded = performance.eventLoopUtilization(before).utilization >= crowded
    }
  })
