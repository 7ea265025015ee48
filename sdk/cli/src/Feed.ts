/**
 * What is new in a list that is read newest first, oldest first and each thing once. Things stand in the order in which
 * they were decided and appear when they are committed, which may be a little later and out of order: now and then
 * the pages of the last minute are read again for those.
 */
import { Clock, Effect } from "effect"

/** What is committed was decided within less. */
const late_ms_max = 60_000
/** how often the last minute is looked through */
const sweep_ms = 10_000

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly nextCursor: string | null
}

export interface FeedOf<A, E, R> {
  readonly read: (cursor: string | undefined) => Effect.Effect<Page<A>, E, R>
  readonly idOf: (thing: A) => string
  /** unix milliseconds; no thing stands behind one that is older */
  readonly madeAt: (thing: A) => number
  /** whether what is there already is news */
  readonly fromStart: boolean
}

export type Feed<A, E, R> = Effect.Effect<ReadonlyArray<A>, E, R>

export const makeFeed = <A, E, R>({ fromStart, idOf, madeAt, read }: FeedOf<A, E, R>): Feed<A, E, R> => {
  const known = new Map<string, number>()
  let isPrimed = fromStart
  /** what is older is no news */
  let floor = Number.NEGATIVE_INFINITY
  let newest = Number.NEGATIVE_INFINITY
  let swept_at = Number.NEGATIVE_INFINITY

  const isNews = (thing: A) => madeAt(thing) >= floor && !known.has(idOf(thing))

  /** So many pages as may hold news; all of the last minute when it is time to look for what came late. */
  const pages = Effect.fnUntraced(function* (isSweep: boolean) {
    const found: Array<A> = []
    let cursor: string | undefined
    for (;;) {
      const { data, nextCursor } = yield* read(cursor)
      const news = data.filter(isNews)
      found.push(...news)
      const last = data.at(-1)
      if (nextCursor === null || last === undefined || madeAt(last) < floor) return found
      const isBehind = newest !== Number.NEGATIVE_INFINITY && madeAt(last) < newest - late_ms_max
      if (isSweep ? isBehind : news.length < data.length) return found
      cursor = nextCursor
    }
  })

  const remember = (things: ReadonlyArray<A>) => {
    for (const thing of things) {
      known.set(idOf(thing), madeAt(thing))
      newest = Math.max(newest, madeAt(thing))
    }
    floor = Math.max(floor, newest - late_ms_max)
    for (const [id, at] of known) if (at < floor) known.delete(id)
  }

  return Effect.gen(function* () {
    if (!isPrimed) {
      const { data } = yield* read(undefined)
      remember(data)
      const oldest = data.at(-1)
      if (oldest !== undefined) floor = Math.max(floor, madeAt(oldest))
      isPrimed = true
      return []
    }
    const now = yield* Clock.currentTimeMillis
    const isSweep = now - swept_at >= sweep_ms
    const found = yield* pages(isSweep)
    if (isSweep) swept_at = now
    // A page that was cut while something came in shows the same thing twice.
    const news = [...new Map(found.map((thing) => [idOf(thing), thing])).values()].reverse()
    remember(news)
    return news.toSorted((left, right) => madeAt(left) - madeAt(right))
  })
}
