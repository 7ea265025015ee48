/**
 * How long work that nobody waits for may keep the process from work that somebody waits for. Both are wall time,
 * whatever clock the service was given: it is the processor that is shared.
 */
import { Clock, Context, Effect, Layer, Semaphore } from "effect"

/** without a pause */
const slice_ms = 3
/** of the time; the rest belongs to everybody else */
const share = 0.25
const wall = Clock.Clock.defaultValue()

export class Pace extends Context.Service<
  Pace,
  {
    /** one such job of this process after the other: several would take several shares */
    alone<A, E, R>(job: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
    /** does something with each item in turn, with pauses */
    each<A>(items: ReadonlyArray<A>, work: (item: A) => void): Effect.Effect<void>
  }
>()("hatchery/features/backtests/Pace") {
  static readonly layer = Layer.effect(
    Pace,
    Effect.gen(function* () {
      const turn = yield* Semaphore.make(1)
      return Pace.of({ alone: (job) => turn.withPermits(1)(job), each })
    })
  )
}

const each = <A>(items: ReadonlyArray<A>, work: (item: A) => void) =>
  Effect.gen(function* () {
    for (let next = 0; next < items.length; ) {
      const start = wall.currentTimeMillisUnsafe()
      let spent = 0
      while (next < items.length && spent < slice_ms) {
        work(items[next]!)
        next += 1
        spent = wall.currentTimeMillisUnsafe() - start
      }
      const pause_ms = Math.ceil((Math.max(1, spent) * (1 - share)) / share)
      yield* Effect.provideService(Effect.sleep(pause_ms), Clock.Clock, wall)
    }
  })
