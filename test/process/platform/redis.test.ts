/** What nodes share through a real Redis, and what they do without it. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AppConfig } from "../../../src/Config.ts"
import { RateLimits } from "../../../src/platform/requests/RateLimits.ts"
import { SharedRedis } from "../../../src/platform/requests/Redis.ts"
import { hasRedis, testRedis } from "../../kit/service/Redis.ts"
import { until } from "../../kit/service/time.ts"

/** How long a node waits for a Redis that is well: the machine may be busy. */
const patient = Duration.seconds(30)

/** A node's limits, with a connection of its own. */
const connected = (url: string, budget = patient) =>
  Effect.gen(function* () {
    const settings = AppConfig.test({ redisUrl: Redacted.make(url) })
    const context = yield* Layer.build(
      RateLimits.layer.pipe(Layer.provideMerge(SharedRedis.layerWithin(budget)), Layer.provide(settings))
    )
    const { redis } = yield* SharedRedis.pipe(Effect.provide(context))
    yield* until("Redis is there", redis!.isUp)
    return { redis: redis!, limits: yield* RateLimits.pipe(Effect.provide(context)) }
  })

const node = (url: string, budget = patient) => Effect.map(connected(url, budget), ({ limits }) => limits)

const minute = (limit: number) => ({ limit, seconds: 60 }) as const

const admitted = (taken: ReadonlyArray<{ readonly allowed: boolean }>) => taken.filter(({ allowed }) => allowed).length

describe.skipIf(!hasRedis)("rate limits over several nodes", () => {
  it.effect("admit exactly the limit together, whoever asks how fast", () =>
    Effect.gen(function* () {
      const { url } = yield* testRedis
      const nodes = yield* Effect.all([node(url), node(url), node(url)])
      for (const limit of [1, 20, 50]) {
        const asks = Array.from({ length: 300 }, (_, index) => nodes[index % 3]!.ask(`k${limit}`, minute(limit)))
        const taken = yield* Effect.all(asks, { concurrency: 60 })
        assert.strictEqual(admitted(taken), limit)
        assert.isTrue(taken.every(({ remaining }) => remaining >= 0 && remaining <= limit))
      }
    })
  )

  it.effect(
    "of a busy bucket lie within two hundredths of the limit, never above it, and count mostly without asking",
    () =>
      Effect.gen(function* () {
        const { url } = yield* testRedis
        const nodes = yield* Effect.all([node(url), node(url), node(url)])
        const limit = 6_400
        let waited = 0
        let allowed = 0
        for (let index = 0; index < 9_000; index++) {
          const one = nodes[index % 3]!
          const known = one.take("busy", minute(limit))
          if (known === undefined) waited++
          const { allowed: yes } = known ?? (yield* one.ask("busy", minute(limit)))
          if (yes) allowed++
        }
        assert.isAtMost(allowed, limit)
        assert.isAtLeast(allowed, limit * 0.98)
        assert.isAtMost(waited, 110)
      })
  )

  it.effect("start anew with each window of the wall clock", () =>
    Effect.gen(function* () {
      const { url } = yield* testRedis
      const [first, second] = yield* Effect.all([node(url), node(url)])
      yield* TestClock.setTime(1_000_000_030_000)
      assert.isTrue((yield* first.ask("w", minute(1))).allowed)
      const refused = yield* second.ask("w", minute(1))
      assert.deepInclude(refused, { allowed: false, remaining: 0, reset_at: 1_000_000_080, retry_after_seconds: 50 })
      yield* TestClock.adjust("50 seconds")
      assert.isTrue((yield* second.ask("w", minute(1))).allowed)
      assert.isFalse((yield* first.ask("w", minute(1))).allowed)
    })
  )

  it.effect("are counted together again in the same window once a Redis that was late answers", () =>
    Effect.gen(function* () {
      const { signal, url } = yield* testRedis
      const { limits: first, redis } = yield* connected(url, Duration.seconds(1))
      const second = yield* node(url)
      const window = minute(64)
      signal("SIGSTOP")
      const late = yield* first.ask("late", window)
      assert.isTrue(late.allowed)
      signal("SIGCONT")
      yield* until("it is asked again", redis.isUp)
      const asks = Array.from({ length: 150 }, (_, index) => (index % 2 === 0 ? first : second).ask("late", window))
      const others = admitted(yield* Effect.all(asks, { concurrency: 20 }))
      // A block that was drawn too late is nobody's.
      assert.include([62, 63], others)
    })
  )

  it.effect("are counted together by a node that was too busy to read the answer", () =>
    Effect.gen(function* () {
      const { url } = yield* testRedis
      const { redis } = yield* connected(url, Duration.millis(300))
      for (let times = 0; times < 3; times++) {
        const asked = yield* Effect.forkChild(redis.command(["PING"]), { startImmediately: true })
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
        assert.strictEqual(yield* Fiber.join(asked), "PONG")
      }
    })
  )

  it.effect("are counted by each node alone while Redis is frozen or gone, and together again afterwards", () =>
    Effect.gen(function* () {
      const redis = yield* testRedis
      const brief = Duration.seconds(1)
      const [first, second] = yield* Effect.all([node(redis.url, brief), node(redis.url, brief)])
      const window = minute(3)
      redis.signal("SIGSTOP")
      const alone = yield* Effect.forEach([first, first, first, first, second], (one) => one.ask("frozen", window))
      assert.deepStrictEqual(
        alone.map(({ allowed }) => allowed),
        [true, true, true, false, true]
      )
      redis.signal("SIGCONT")
      yield* Effect.promise(() => redis.restart())
      yield* TestClock.adjust("2 minutes")
      const together = Effect.gen(function* () {
        yield* TestClock.adjust("1 minute")
        const asked = yield* Effect.forEach([first, second, first, second], (one) => one.ask("again", window))
        return admitted(asked) === 3
      })
      yield* until("they count together", together)
    })
  )
})
