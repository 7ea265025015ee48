/**
 * The longest that may be waited for each of many things, without a fiber for each: one sleeps until the oldest is due,
 * and there is none while nothing waits.
 */
import { Clock, Effect } from "effect"

export interface Deadlines<A> {
  /** `since`: epoch ms, never earlier than that of what was added before */
  add(item: A, since: number): void
  /** False: it was due, or never there. */
  delete(item: A): boolean
}

/** `expire` is told of what was not deleted within `ms` of its beginning. Ends with the scope. */
export const makeDeadlines = <A>(ms: number, expire: (item: A) => void) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const scope = yield* Effect.scope
    const runFork = Effect.runForkWith(yield* Effect.context<never>())
    /** in the order they were added, which is the order they are due in */
    const waiting = new Map<A, number>()
    let isWatched = false

    const expireDue = () => {
      const now = clock.currentTimeMillisUnsafe()
      for (const [item, since] of waiting) {
        if (now - since < ms) return
        waiting.delete(item)
        expire(item)
      }
    }

    const watch = Effect.gen(function* () {
      for (let oldest = waiting.values().next(); !oldest.done; oldest = waiting.values().next()) {
        yield* Effect.sleep(Math.max(1, oldest.value + ms - clock.currentTimeMillisUnsafe()))
        expireDue()
      }
      isWatched = false
    })

    const deadlines: Deadlines<A> = {
      add: (item, since) => {
        waiting.set(item, since)
        if (isWatched) return
        isWatched = true
        runFork(Effect.forkIn(watch, scope))
      },
      delete: (item) => waiting.delete(item)
    }
    return deadlines
  })
