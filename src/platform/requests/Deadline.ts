/**
 * A timeout that is on time. `Effect.timeout` waits until what it interrupts has let go, and a statement on a
 * connection nobody answers lets go only when its cancellation has failed too, seconds later. Here that goes on by
 * itself, and whoever waits goes on at once.
 */
import { type Duration, Effect, Fiber } from "effect"

export const within = <A, E, R, A2, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  options: { readonly duration: Duration.Input; readonly orElse: () => Effect.Effect<A2, E2, R2> }
): Effect.Effect<A | A2, E | E2, R | R2> =>
  Effect.flatMap(Effect.forkDetach(effect, { startImmediately: true }), (fiber) =>
    Fiber.join(fiber).pipe(
      Effect.onInterrupt(() => Effect.sync(() => fiber.interruptUnsafe())),
      Effect.timeoutOrElse(options)
    )
  )
