/** Answers that are kept for a while: none of a workspace goes for the questions of another. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { makeKept } from "../../../src/features/insight/analytics/Service/Kept.ts"

const asking = Effect.gen(function* () {
  const keep = (yield* makeKept)<number, never>()
  const asked = { count: 0 }
  const ask = (customer_id: string, question: string) =>
    keep(
      customer_id,
      question,
      Effect.sync(() => ++asked.count)
    )
  return { ask, asked }
})

describe("kept answers", () => {
  it.effect("hold for a minute", () =>
    Effect.gen(function* () {
      const { ask } = yield* asking
      assert.deepStrictEqual([yield* ask("a", "x"), yield* ask("a", "x"), yield* ask("b", "x")], [1, 1, 2])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* ask("a", "x"), 3)
    })
  )

  it.effect("are fifty of a workspace, whose oldest go for its own newest", () =>
    Effect.gen(function* () {
      const { ask, asked } = yield* asking
      yield* ask("quiet", "x")
      for (let n = 0; n < 3_000; n++) yield* ask("loud", `question ${n}`)
      assert.strictEqual(yield* ask("quiet", "x"), 1)
      const before = asked.count
      for (let n = 2_950; n < 3_000; n++) yield* ask("loud", `question ${n}`)
      assert.strictEqual(asked.count, before)
      yield* ask("loud", "question 2949")
      assert.strictEqual(asked.count, before + 1)
    })
  )

  it.effect("are two thousand in all, and whoever asked longest ago loses first", () =>
    Effect.gen(function* () {
      const { ask, asked } = yield* asking
      for (let n = 0; n < 2_001; n++) yield* ask(`w${n}`, "x")
      const before = asked.count
      yield* ask("w1", "x")
      yield* ask("w2000", "x")
      assert.strictEqual(asked.count, before)
      yield* ask("w0", "x")
      assert.strictEqual(asked.count, before + 1)
    })
  )
})
