/**
 * How a job that nobody waits for asks many buddies for something: a wave at a time, whose changes are written
 * together, and a rest after each. However busy the service is, the job keeps to its share beside those who wait.
 */
import { Clock, Effect } from "effect"

/** buddies asked at the same time */
const size = 64
/** So many times what the wave took: the job has a quarter of the time. */
const rest = 3
/** A wave may wait long for a buddy that is moving; nobody needs a rest from waiting. */
const rest_max_ms = 250
/** It is the processor that is shared, whatever clock the service was given. */
const wall = Clock.Clock.defaultValue()

/** Answers in the order of the items. */
export const inWaves = <Item, A, E, R>(
  items: ReadonlyArray<Item>,
  work: (item: Item) => Effect.Effect<A, E, R>
): Effect.Effect<Array<A>, E, R> =>
  Effect.gen(function* () {
    const answers: Array<A> = []
    for (let start = 0; start < items.length; start += size) {
      const began = wall.currentTimeMillisUnsafe()
      answers.push(...(yield* Effect.forEach(items.slice(start, start + size), work, { concurrency: size })))
      // A small one is over at once.
      if (items.length < start + size) break
      const rest_ms = Math.min(rest_max_ms, rest * (wall.currentTimeMillisUnsafe() - began))
      yield* Effect.provideService(Effect.sleep(rest_ms), Clock.Clock, wall)
    }
    return answers
  })
