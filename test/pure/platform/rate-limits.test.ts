/** Windows in memory: what so many keys cost that none of them is over. */
import { assert, it, vi } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { RateLimits } from "../../../src/platform/requests/RateLimits.ts"
import { SharedRedis } from "../../../src/platform/requests/Redis.ts"

const many = 100_000
const hour = { limit: 1, seconds: 3600 } as const

/** How often somebody looks through a table of that many. */
const looksDuring = (work: () => void) => {
  let looks = 0
  const entries = Map.prototype[Symbol.iterator]
  const spy = vi.spyOn(Map.prototype, Symbol.iterator).mockImplementation(function (this: Map<unknown, unknown>) {
    if (this.size >= many) looks++
    return entries.call(this)
  })
  work()
  spy.mockRestore()
  return looks
}

it.effect("keys of a long window make nobody look through all of them for each new one", () =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    for (let at = 0; at < many; at++) limits.take(`brag:${at}`, hour)
    const news = (name: string) => () => {
      for (let at = 0; at < 100; at++) limits.take(`${name}:${at}`, { limit: 1, seconds: 1 })
    }
    assert.strictEqual(looksDuring(news("first")), 1)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(looksDuring(news("second")), 1)
    assert.isFalse(limits.take("brag:0", hour)?.allowed)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(looksDuring(news("third")), 1)
    assert.strictEqual(looksDuring(news("fourth")), 0)
    assert.isTrue(limits.take("brag:0", hour)?.allowed)
  }).pipe(Effect.provide(RateLimits.layer.pipe(Layer.provide(SharedRedis.none))))
)

it.effect("whether there is room for what was never counted is told without remembering it", () =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    for (let at = 0; at < many; at++) assert.isTrue(limits.hasRoom(`made up:${at}`, hour))
    assert.strictEqual(
      looksDuring(() => limits.take("real", hour)),
      0
    )
    assert.isFalse(limits.hasRoom("real", hour))
    yield* TestClock.adjust("1 hour")
    assert.isTrue(limits.hasRoom("real", hour))
  }).pipe(Effect.provide(RateLimits.layer.pipe(Layer.provide(SharedRedis.none))))
)
