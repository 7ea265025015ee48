/**
 * The clock a service under test lives by: the test's own, with three abilities more. It knows when somebody wakes
 * next. It can leap: a loop that looks every five seconds looks once after an hour, and not 720 times. And it can be
 * let go: then time runs by itself, so that a service which is being stopped comes to the end of its deadlines while
 * the test's time stands still.
 */
import { Clock, Deferred, Duration, Effect } from "effect"
import { turn } from "./time.ts"

export interface ServiceClock {
  readonly clock: Clock.Clock
  /** the moment (epoch ms) the next sleeper wakes; undefined: nobody sleeps */
  nextWake(): number | undefined
  /** it is that moment at once (epoch ms), ahead of the test's clock, and whoever slept until then wakes */
  leap(to: number): void
  letGo(): void
}

interface Sleeper {
  readonly at: number
  readonly woken: Deferred.Deferred<void>
}

const nanos = (ms: number) => BigInt(Math.round(ms)) * 1_000_000n

export const serviceClock = Effect.gen(function* () {
  const outer = yield* Clock.Clock
  const sleepers = new Set<Sleeper>()
  let leapedTo = 0
  let isFree = false
  /** how far the service's time has run by itself */
  let free_ms = 0
  const ahead = () => Math.max(0, leapedTo - outer.currentTimeMillisUnsafe()) + free_ms
  const now = () => outer.currentTimeMillisUnsafe() + ahead()

  const wake = (due: (sleeper: Sleeper) => boolean) => {
    const awake = [...sleepers].filter(due).sort((one, other) => one.at - other.at)
    for (const sleeper of awake) {
      sleepers.delete(sleeper)
      Deferred.doneUnsafe(sleeper.woken, Effect.void)
    }
  }

  const freely = (ms: number) =>
    Effect.andThen(
      turn,
      Effect.sync(() => {
        free_ms += ms
      })
    )
  const patiently = (ms: number) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const sleeper = { at: now() + ms, woken: Deferred.makeUnsafe<void>() }
        sleepers.add(sleeper)
        return sleeper
      }),
      ({ woken }) => Effect.raceFirst(outer.sleep(Duration.millis(ms + ahead())), Deferred.await(woken)),
      (sleeper) => Effect.sync(() => sleepers.delete(sleeper))
    )
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => outer.currentTimeNanosUnsafe() + nanos(ahead()),
    currentTimeNanos: Effect.sync(() => outer.currentTimeNanosUnsafe() + nanos(ahead())),
    monotonicTimeNanosUnsafe: () => outer.monotonicTimeNanosUnsafe() + nanos(ahead()),
    monotonicTimeNanos: Effect.sync(() => outer.monotonicTimeNanosUnsafe() + nanos(ahead())),
    sleep: (duration) => Effect.suspend(() => (isFree ? freely : patiently)(Duration.toMillis(duration)))
  }
  return {
    clock,
    nextWake: () => {
      let next: number | undefined
      for (const { at } of sleepers) if (next === undefined || at < next) next = at
      return next
    },
    leap: (to) => {
      leapedTo = to
      wake(({ at }) => at <= to)
    },
    letGo: () => {
      isFree = true
      wake(() => true)
    }
  } satisfies ServiceClock
})
