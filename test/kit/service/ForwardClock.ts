/**
 * Real time, which a test can set forward: for what is kept some seconds, where a test would only wait for them. Who
 * sleeps until then wakes, and time runs on from there.
 *
 *     const Kept = TestApp.layer().pipe(Layer.provideMerge(ForwardClock.layer))
 *     layer(Kept, { excludeTestServices: true })("a board", (it) => { ... yield* forward("10 seconds") ... })
 */
import { Clock, Context, Deferred, Duration, Effect, Layer } from "effect"
import { until } from "./time.ts"

interface Sleeper {
  /** ms by this clock */
  readonly at: number
  readonly woken: Deferred.Deferred<void>
}

export class ForwardClock extends Context.Service<
  ForwardClock,
  { readonly set: (duration: Duration.Input) => Effect.Effect<void> }
>()("hatchery/test/ForwardClock") {
  /** Carries the clock too, for all that is built on it. */
  static readonly layer = Layer.effectContext(Effect.sync(make))
}

/** Lets so much time have passed. */
export const forward = (duration: Duration.Input) => Effect.flatMap(ForwardClock, ({ set }) => set(duration))

/** What is waited for while a service works takes this much of its time with each look. */
const step = "250 millis"

/** Sets time forward until `condition` holds; what does not come at all fails the test after minutes. */
export const forwardUntil = <E, R>(what: string, condition: Effect.Effect<boolean, E, R>) =>
  until(
    what,
    Effect.flatMap(condition, (holds) => (holds ? Effect.succeed(true) : Effect.as(forward(step), false)))
  )

function make() {
  const real = Clock.Clock.defaultValue()
  const sleepers = new Set<Sleeper>()
  let ahead_ms = 0
  const now = () => real.currentTimeMillisUnsafe() + ahead_ms
  const nanos = () => BigInt(ahead_ms) * 1_000_000n
  const sleep = (ms: number) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const sleeper = { at: now() + ms, woken: Deferred.makeUnsafe<void>() }
        sleepers.add(sleeper)
        return sleeper
      }),
      ({ woken }) => Effect.raceFirst(real.sleep(Duration.millis(ms)), Deferred.await(woken)),
      (sleeper) => Effect.sync(() => sleepers.delete(sleeper))
    )
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + nanos(),
    currentTimeNanos: Effect.sync(() => real.currentTimeNanosUnsafe() + nanos()),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe() + nanos(),
    monotonicTimeNanos: Effect.sync(() => real.monotonicTimeNanosUnsafe() + nanos()),
    sleep: (duration) => sleep(Duration.toMillis(duration))
  }
  const set = (duration: Duration.Input) =>
    Effect.sync(() => {
      ahead_ms += Duration.toMillis(duration)
      for (const { at, woken } of sleepers) if (at <= now()) Deferred.doneUnsafe(woken, Effect.void)
    })
  return Context.make(ForwardClock, { set }).pipe(Context.add(Clock.Clock, clock))
}
