/**
 * How a job that nobody waits for asks many buddies for something: a wave at a time, whose changes are written
 * together, and a rest after each. However busy the service is, the job keeps to its share beside those who wait.
 */
import { Clock, Effect, Fiber, Option } from "effect"

/** buddies asked at the same time */
const size = 64
/** So many times what the wave took: the job has a quarter of the time. */
const rest = 3
/** A wave may wait long for a buddy that is moving; nobody needs a rest from waiting. */
const rest_max_ms = 250
/** So long a wave waits for its last: who needs longer keeps its place among those asked, and the next wave begins. */
const wave_max_ms = 1_000
/** It is the processor that is shared, whatever clock the service was given. */
const wall = Clock.Clock.defaultValue()
const byWall = Effect.provideService(Clock.Clock, wall)

/**
 * Answers in the order of the items. A buddy that nobody can reach holds up the end and no other buddy, unless there
 * are as many of them as are asked at the same time.
 */
export const inWaves = <Item, A, E, R>(
  items: ReadonlyArray<Item>,
  work: (item: Item) => Effect.Effect<A, E, R>
): Effect.Effect<Array<A>, E, R> =>
  Effect.suspend(() => {
    const waves: Array<Fiber.Fiber<Array<A>, E>> = []
    return Effect.ensuring(
      asking(items, work, waves),
      Effect.suspend(() => Fiber.interruptAll(waves))
    )
  })

const asking = Effect.fnUntraced(function* <Item, A, E, R>(
  items: ReadonlyArray<Item>,
  work: (item: Item) => Effect.Effect<A, E, R>,
  waves: Array<Fiber.Fiber<Array<A>, E>>
) {
  let under_way = 0
  const asked = (item: Item) =>
    Effect.ensuring(
      work(item),
      Effect.sync(() => under_way--)
    )
  for (let start = 0; start < items.length;) {
    const began = wall.currentTimeMillisUnsafe()
    const those = items.slice(start, start + size - under_way)
    start += those.length
    under_way += those.length
    const wave = yield* Effect.forkChild(Effect.forEach(those, asked, { concurrency: size }))
    waves.push(wave)
    // A small one is over at once.
    if (start === items.length) break
    const ended = yield* byWall(Effect.timeoutOption(Fiber.await(wave), wave_max_ms))
    if (Option.isSome(ended)) yield* ended.value
    const rest_ms = Math.min(rest_max_ms, rest * (wall.currentTimeMillisUnsafe() - began))
    yield* byWall(Effect.repeat(Effect.sleep(rest_ms), { while: () => under_way === size }))
  }
  return (yield* Effect.forEach(waves, Fiber.join)).flat()
})
