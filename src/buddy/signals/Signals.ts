/**
 * What a committed change asks the outside to start (an evolution, items a reward named). The journal writes each
 * signal with the change itself; the process tells its own listener at once, and a sweep finds what a dead process left
 * behind. So a signal comes at least once, and who handles it must be idempotent: `signal_id` stays the same.
 */
import { Clock, Context, Effect, Layer, Queue, Schedule, type Scope } from "effect"
import type { Signal as EngineSignal } from "../../engine/core/Decision.ts"
import { BuddyStore } from "../actor/Store.ts"

export type Signal = EngineSignal & {
  readonly signal_id: string
  readonly customer_id: string
  readonly buddy_id: string
}

/** Handling is a transaction or two; a few at a time leave the pool to the requests. */
const handlers_max = 4
const sweep_interval = "1 minute"
/** Younger ones are most likely being handled right now. */
const left_behind_after_ms = 30_000
const sweep_rows_max = 200

export class Signals extends Context.Service<
  Signals,
  {
    /** After the commit that wrote them. */
    emit(signal: Signal): void
    /** Handles signals while the scope is open. One that fails is tried again by a later sweep. */
    handle<E, R>(handler: (signal: Signal) => Effect.Effect<unknown, E, R>): Effect.Effect<void, never, R | Scope.Scope>
  }
>()("hatchery/buddy/Signals") {
  static readonly layer = Layer.effect(
    Signals,
    Effect.gen(function* () {
      const store = yield* BuddyStore
      const listeners = new Set<(signal: Signal) => void>()

      /** A page after the other: those that nobody can handle keep none behind them waiting. */
      const leftBehind = Effect.fnUntraced(function* <E, R>(
        handleOne: (signal: Signal) => Effect.Effect<unknown, E, R>
      ) {
        const before = new Date((yield* Clock.currentTimeMillis) - left_behind_after_ms)
        let last: Parameters<typeof store.openSignals>[1]
        do {
          const found = yield* store.openSignals(before, last, sweep_rows_max)
          for (const { body, since: _, ...ids } of found) yield* handleOne({ ...(body as EngineSignal), ...ids })
          last = found.length < sweep_rows_max ? undefined : found.at(-1)
        } while (last !== undefined)
      })

      return Signals.of({
        emit: (signal) => listeners.forEach((listener) => listener(signal)),
        handle: Effect.fnUntraced(function* (handler) {
          const queue = yield* Queue.unbounded<Signal>()
          const listener = (signal: Signal) => void Queue.offerUnsafe(queue, signal)
          yield* Effect.acquireRelease(
            Effect.sync(() => listeners.add(listener)),
            () => Effect.sync(() => listeners.delete(listener))
          )

          const handleOne = (signal: Signal) =>
            Effect.andThen(handler(signal), store.closeSignal(signal.customer_id, signal.signal_id)).pipe(
              Effect.catchCause((cause) =>
                Effect.logWarning("a signal of a buddy was not handled; it will be tried again", cause)
              ),
              Effect.annotateLogs({ signal: signal._tag, customer_id: signal.customer_id, buddy_id: signal.buddy_id })
            )
          const worker = Effect.forever(Effect.flatMap(Queue.take(queue), handleOne))
          for (let count = 0; count < handlers_max; count++) yield* Effect.forkScoped(worker)
          yield* leftBehind(handleOne).pipe(
            Effect.ignoreCause,
            Effect.repeat(Schedule.spaced(sweep_interval)),
            Effect.forkScoped
          )
        })
      })
    })
  )
}
