/** What somebody hears who waits for a reply: that it is thought of, and an end within a minute. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { OnboardingBusy, OnboardingClosed } from "../../../../src/features/tenant/onboarding/Api/Refusals.ts"
import { spoken } from "../../../../src/features/tenant/onboarding/Http/Speech.ts"
import type { Reply } from "../../../../src/features/tenant/onboarding/Service/Chat.ts"

type Told = Extract<Reply, { readonly _tag: "Coming" }>["told"]

const listening = Effect.fnUntraced(function* (told: Told) {
  const heard: Array<string> = []
  const reply = { _tag: "Coming", message_id: "m1", told } as const
  const hear = Stream.runForEach(spoken(reply, "r1"), (piece) => Effect.sync(() => void heard.push(piece)))
  const listener = yield* Effect.forkChild(hear, { startImmediately: true })
  return { heard, listener }
})

const wait = (...seconds: ReadonlyArray<number>) =>
  Effect.forEach(seconds, (one) => TestClock.adjust(1_000 * one), { discard: true })

const start = 'event: start\ndata: {"message_id":"m1"}\n\n'
const ping = ": ping\n\n"

it.effect("hears a comment every 15 seconds, then an error, and what was thought of is stopped", () =>
  Effect.gen(function* () {
    const stopped = yield* Deferred.make<void>()
    const never = Effect.onInterrupt(Effect.never, () => Deferred.succeed(stopped, undefined))
    const { heard, listener } = yield* listening(never)
    yield* wait(14)
    assert.deepStrictEqual(heard, [start])
    yield* wait(1, 15, 15, 9)
    assert.deepStrictEqual(heard, [start, ping, ping, ping])
    yield* wait(1)
    yield* Fiber.join(listener)
    yield* Deferred.await(stopped)
    const [error, ...more] = heard.slice(4)
    assert.deepStrictEqual(more, [])
    assert.match(error!, /^event: error\ndata: \{"code":"internal_server_error",.*"requestId":"r1"\}\n\n$/)
  })
)

it.effect("hears why the session takes no reply any more", () =>
  Effect.gen(function* () {
    const codeOf = Effect.fnUntraced(function* (told: Told) {
      const { heard, listener } = yield* listening(told)
      yield* Fiber.join(listener)
      return /"code":"(\w+)"/.exec(heard.at(-1)!)![1]
    })
    const busy = new OnboardingBusy({ kind: "plan", operation_id: "o1" })
    assert.strictEqual(yield* codeOf(Effect.fail(busy)), "onboarding_busy")
    const closed = new OnboardingClosed({ status: "abandoned" })
    assert.strictEqual(yield* codeOf(Effect.fail(closed)), "onboarding_session_closed")
  })
)

it.effect("hears nothing more once the reply is there", () =>
  Effect.gen(function* () {
    const row = { message_id: "m1", message: "Why?", reply: "So.", answers_changed: [], plan_stale: false, credits: 1 }
    const { heard, listener } = yield* listening(Effect.delay(Effect.succeed(row), "20 seconds"))
    yield* wait(15, 5)
    yield* Fiber.join(listener)
    assert.deepStrictEqual(heard.slice(0, 2), [start, ping])
    assert.strictEqual(heard.at(-1), 'event: done\ndata: {"message_id":"m1","credits":1}\n\n')
    assert.strictEqual(heard.filter((piece) => piece === ping).length, 1)
  })
)
