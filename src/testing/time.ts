/**
 * Virtual time over real I/O. `TestClock.adjust` only waits for fibers that can run; sockets and the database answer in
 * real time, so a test alternates: let I/O come in, move the clock, let I/O come in. Whoever runs a `TestService` uses
 * its own `advance`, which knows what the service is waiting for; these are for parts of it.
 */
import { type Clock, Effect, type Duration } from "effect"
import { TestClock } from "effect/testing"

/** Whether a test moves it. */
export const isVirtual = (clock: Clock.Clock): boolean => "adjust" in clock

/** One turn of the event loop. */
export const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

const realTime = (ms: number) => Effect.promise(() => new Promise<void>((resume) => setTimeout(resume, ms)))

/** A moment of real time, whatever the clock says. */
export const pause = realTime(2)

/**
 * The longer something takes, the less often it is asked for: each question costs what is waited for some time, and a
 * service that limits its callers refuses whoever asks for ten seconds without a pause.
 */
const pauseAfter = (waited_ms: number) => realTime(Math.min(250, 2 + waited_ms / 25))

/** Lets work that needs no clock get on. */
export const settle = Effect.repeat(turn, { times: 20 })

export const advance = (duration: Duration.Input) =>
  settle.pipe(Effect.andThen(TestClock.adjust(duration)), Effect.andThen(settle))

/** Only a test that fails waits so long; a busy machine may need much of it. */
const patience_ms = 150_000

/** Waits, in real time and without touching the clock, until `condition` holds; fails the test after minutes. */
export const until = <E, R>(what: string, condition: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.gen(function* () {
    const started = performance.now()
    while (!(yield* condition)) {
      const waited = performance.now() - started
      if (waited > patience_ms) return yield* Effect.die(new Error(`waited ${patience_ms / 1_000} s for: ${what}`))
      yield* pauseAfter(waited)
    }
  })

/** The longer nothing happens, the more real time each step leaves to sockets and the database: the machine is busy. */
const breath = (step: number) => realTime(Math.min(100, 2 + step))

/**
 * Moves the clock step by step until `condition` holds. What has begun by the last step may still be at work in real
 * time, and is waited for.
 */
export const advanceUntil = <E, R>(
  what: string,
  condition: Effect.Effect<boolean, E, R>,
  options: { readonly step?: Duration.Input; readonly steps_max?: number } = {}
): Effect.Effect<void, E, R> =>
  Effect.gen(function* () {
    for (let step = 0; step < (options.steps_max ?? 200); step++) {
      if (yield* condition) return
      yield* advance(options.step ?? "1 second")
      yield* breath(step)
    }
    yield* until(`${what}, at the last step of the clock`, condition)
  })
