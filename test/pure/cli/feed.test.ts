import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeFeed } from "../../../sdk/cli/src/Feed.ts"

interface Thing {
  readonly id: string
  readonly at: number
}

const second = 1_000

/** A list of the service: newest first, in pages that remember where they ended. */
const listOf = (page_size: number) => {
  const things: Array<Thing> = []
  let asked = 0
  const ordered = () => things.toSorted((left, right) => right.at - left.at || (right.id < left.id ? -1 : 1))
  return {
    add: (...more: ReadonlyArray<readonly [id: string, at: number]>) => {
      things.push(...more.map(([id, at]) => ({ id, at })))
    },
    /** how many pages were read since it was asked last */
    pages: () => {
      const count = asked
      asked = 0
      return count
    },
    read: (cursor: string | undefined) =>
      Effect.sync(() => {
        asked++
        const all = ordered()
        const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
        const data = all.slice(start, start + page_size)
        const last = data.at(-1)
        return { data, nextCursor: last !== undefined && all.at(-1) !== last ? last.id : null }
      })
  }
}

const feedOf = (list: ReturnType<typeof listOf>, fromStart: boolean) => {
  const feed = makeFeed({ read: list.read, idOf: ({ id }: Thing) => id, madeAt: ({ at }) => at, fromStart })
  return Effect.map(feed, (news) => news.map(({ id }) => id).join(""))
}

it.effect("tells each thing once, the oldest first, however many pages they fill", () =>
  Effect.gen(function* () {
    const list = listOf(2)
    const news = feedOf(list, true)
    assert.strictEqual(yield* news, "")
    list.add(["a", 10], ["b", 20], ["c", 20], ["d", 30], ["e", 40])
    assert.strictEqual(yield* news, "abcde")
    list.pages()
    assert.strictEqual(yield* news, "")
    assert.strictEqual(list.pages(), 1)
    list.add(["f", 50], ["g", 60], ["h", 70])
    assert.strictEqual(yield* news, "fgh")
  })
)

it.effect("finds what was committed late, and reads far back only now and then", () =>
  Effect.gen(function* () {
    const list = listOf(2)
    const news = feedOf(list, true)
    list.add(...["a", "b", "c", "d", "e", "f"].map((id, at) => [id, 100 * second + at * second] as const))
    assert.strictEqual(yield* news, "abcdef")
    // Decided before all the others, and written down after them: it stands on the last page.
    list.add(["x", 99 * second])
    assert.strictEqual(yield* news, "")
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* news, "x")
    list.pages()
    assert.strictEqual(yield* news, "")
    assert.strictEqual(list.pages(), 1)
  })
)

it.effect("of what is there already nothing is news, and what was long ago never will be", () =>
  Effect.gen(function* () {
    const list = listOf(2)
    list.add(["a", 1 * second], ["b", 2 * second], ["c", 3 * second])
    const news = feedOf(list, false)
    assert.strictEqual(yield* news, "")
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* news, "")
    list.add(["d", 500 * second])
    assert.strictEqual(yield* news, "d")
    list.add(["y", 400 * second])
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* news, "")
  })
)
