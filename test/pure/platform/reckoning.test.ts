/** Who has much to be reckoned waits for its own turns, and nobody else does. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Reckoning } from "../../../src/platform/requests/Reckoning.ts"

const storm = 100

it.effect("a workspace's storm is worked on one by one, refused where it is too many, and in nobody's way", () =>
  Effect.gen(function* () {
    const reckoning = yield* Reckoning
    const release = yield* Deferred.make<void>()
    let inside = 0
    const told = { done: 0, RateLimited: 0, ServiceUnavailable: 0 }
    const work = Effect.acquireUseRelease(
      Effect.sync(() => assert.strictEqual(++inside, 1)),
      () => Deferred.await(release),
      () => Effect.sync(() => inside--)
    )
    const one = Effect.match(reckoning.pass("raging", work), {
      onFailure: ({ _tag }) => void told[_tag]++,
      onSuccess: () => void told.done++
    })
    const asked = yield* Effect.forkChild(
      Effect.all(
        Array.from({ length: storm }, () => one),
        { concurrency: "unbounded" }
      )
    )
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(told, { done: 0, RateLimited: 49, ServiceUnavailable: 0 })
    assert.strictEqual(yield* reckoning.pass("quiet", Effect.succeed("at once")), "at once")
    // Nobody waits for ever; whoever is inside ends what was begun.
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(told, { done: 0, RateLimited: 99, ServiceUnavailable: 0 })
    yield* Deferred.succeed(release, undefined)
    yield* Fiber.join(asked)
    assert.strictEqual(told.done, 1)
    assert.strictEqual(yield* reckoning.pass("raging", Effect.succeed("again")), "again")
  }).pipe(Effect.provide(Reckoning.layer))
)
