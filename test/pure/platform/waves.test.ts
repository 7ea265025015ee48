/** How jobs ask many buddies: in what order, how many at once, and that they rest by no clock of theirs. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inWaves } from "../../../src/platform/cluster/Waves.ts"

const items = Array.from({ length: 150 }, (_, at) => at)

describe("buddies in waves", () => {
  it.effect("are asked in their order, a wave at a time, though the clock of the job stands still", () =>
    Effect.gen(function* () {
      const under = { now: 0, most: 0 }
      const asked: Array<number> = []
      const answers = yield* inWaves(items, (item) =>
        Effect.gen(function* () {
          asked.push(item)
          under.most = Math.max(under.most, ++under.now)
          yield* Effect.yieldNow
          under.now--
          return item * 2
        })
      )
      assert.deepStrictEqual(asked, items)
      assert.deepStrictEqual(
        answers,
        items.map((item) => item * 2)
      )
      assert.strictEqual(under.most, 64)
    })
  )

  it.effect("stop with the first that fails", () =>
    Effect.gen(function* () {
      let asked = 0
      const work = (item: number): Effect.Effect<number, "three"> => (
        asked++,
        item === 3 ? Effect.fail("three" as const) : Effect.succeed(item)
      )
      assert.strictEqual(yield* Effect.flip(inWaves(items, work)), "three")
      assert.isAtMost(asked, 64)
    })
  )
})
