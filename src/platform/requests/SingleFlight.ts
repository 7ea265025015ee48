/** One piece of work per key at a time: everybody who asks meanwhile gets the same outcome. */
import { Deferred, Effect } from "effect"

export const makeSingleFlight = Effect.gen(function* () {
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  return <A, E>() => {
    const running = new Map<string, Effect.Effect<A, E>>()
    return (key: string, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const known = running.get(key)
        if (known !== undefined) return known
        const done = Deferred.makeUnsafe<A, E>()
        running.set(key, Deferred.await(done))
        // Detached: the one who asked first may go away, the others still wait.
        runFork(work).addObserver((exit) => {
          running.delete(key)
          Deferred.doneUnsafe(done, exit)
        })
        return Deferred.await(done)
      })
  }
})
