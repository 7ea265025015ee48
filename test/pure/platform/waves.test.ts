/** How jobs ask many buddies: in what order, how many at once, and that they rest by no clock of theirs. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
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

  it.live("go on beside one that gives no answer, which counts among those asked", () =>
    Effect.gen(function* () {
      const late = yield* Deferred.make<number>()
      const last = yield* Deferred.make<void>()
      const under = { now: 0, most: 0 }
      const work = Effect.fnUntraced(function* (item: number) {
        under.most = Math.max(under.most, ++under.now)
        yield* Effect.yieldNow
        if (item === items.at(-1)) yield* Deferred.succeed(last, undefined)
        const answer = item === 3 ? yield* Deferred.await(late) : item
        under.now--
        return answer
      })
      const job = yield* Effect.forkChild(inWaves(items, work))
      yield* Effect.timeout(Deferred.await(last), "10 seconds")
      yield* Deferred.succeed(late, 3)
      assert.deepStrictEqual(yield* Fiber.join(job), items)
      assert.strictEqual(under.most, 64)
    })
  )

  it.live("are all let go when the job is stopped", () =>
    Effect.gen(function* () {
      const stuck = yield* Deferred.make<void>()
      let let_go = 0
      const work = (item: number) =>
        item < 63
          ? Effect.void
          : Effect.andThen(Deferred.succeed(stuck, undefined), Effect.never).pipe(
              Effect.onInterrupt(() => Effect.sync(() => let_go++))
            )
      const job = yield* Effect.forkChild(inWaves(items, work))
      yield* Deferred.await(stuck)
      yield* Fiber.interrupt(job)
      assert.strictEqual(let_go, 1)
    })
  )

  it.live("wait when as many as are asked at once give no answer, and go on with the first that does", () =>
    Effect.gen(function* () {
      const [one, others, full] = [
        yield* Deferred.make<void>(),
        yield* Deferred.make<void>(),
        yield* Deferred.make<void>()
      ]
      const last = yield* Deferred.make<void>()
      const begun: Array<number> = []
      const under = { now: 0, most: 0 }
      const work = Effect.fnUntraced(function* (item: number) {
        begun.push(item)
        under.most = Math.max(under.most, ++under.now)
        if (item === 63) yield* Deferred.succeed(full, undefined)
        if (item === items.at(-1)) yield* Deferred.succeed(last, undefined)
        if (item < 64) yield* Deferred.await(item === 5 ? one : others)
        under.now--
      })
      const job = yield* Effect.forkChild(inWaves(items, work))
      yield* Deferred.await(full)
      yield* Deferred.succeed(one, undefined)
      yield* Deferred.await(last)
      yield* Deferred.succeed(others, undefined)
      assert.strictEqual((yield* Fiber.join(job)).length, items.length)
      assert.deepStrictEqual(begun, items)
      assert.strictEqual(under.most, 64)
    })
  )
})
