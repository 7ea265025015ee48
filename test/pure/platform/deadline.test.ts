import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { within } from "../../../src/platform/requests/Deadline.ts"

it.effect("what does not let go when it is interrupted keeps nobody waiting", () =>
  Effect.gen(function* () {
    const letGo = yield* Deferred.make<void>()
    const stubborn = Effect.never.pipe(Effect.onInterrupt(() => Deferred.await(letGo)))
    const fiber = yield* Effect.forkChild(
      within(stubborn, { duration: "2 seconds", orElse: () => Effect.succeed("late") }),
      { startImmediately: true }
    )
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* Fiber.join(fiber), "late")
    yield* Deferred.succeed(letGo, undefined)
  })
)

it.effect("answers and failures in time pass unchanged", () =>
  Effect.gen(function* () {
    const late = { duration: "2 seconds", orElse: () => Effect.succeed("late") } as const
    assert.strictEqual(yield* within(Effect.succeed("here"), late), "here")
    assert.strictEqual(yield* Effect.flip(within(Effect.fail("no"), late)), "no")
  })
)

it.effect("whoever goes away takes along what was done for him", () =>
  Effect.gen(function* () {
    const stopped = yield* Deferred.make<void>()
    const work = Effect.never.pipe(Effect.onInterrupt(() => Deferred.succeed(stopped, undefined)))
    const fiber = yield* Effect.forkChild(within(work, { duration: "1 minute", orElse: () => Effect.void }), {
      startImmediately: true
    })
    yield* Fiber.interrupt(fiber)
    yield* Deferred.await(stopped)
  })
)
