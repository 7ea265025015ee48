/** Who gets a place, who waits for one, and who is told to come again. */
import { assert, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeFairPlaces, makeTurnstile } from "../../../src/platform/requests/FairPlaces.ts"

const settled = Effect.repeat(Effect.yieldNow, { times: 50 })

/** Stays inside until it is let go; `entered` grows by its name when it comes in. */
const visitor = (entered: Array<string>, name: string, enter: ReturnType<typeof makeFairPlaces>["enter"]) =>
  Effect.gen(function* () {
    const leave = yield* Deferred.make<void>()
    const tenant = name[0]!
    const stay = Effect.gen(function* () {
      yield* enter(tenant === "-" ? undefined : tenant)
      entered.push(name)
      yield* Deferred.await(leave)
    })
    const fiber = yield* Effect.forkChild(Effect.scoped(stay))
    yield* settled
    return { fiber, leave: Effect.andThen(Deferred.succeed(leave, undefined), settled) }
  })

it.effect("no tenant takes all places, and those who wait are served tenant after tenant", () =>
  Effect.gen(function* () {
    const { enter, of } = makeFairPlaces({ places: 3, places_per_tenant: 2 })
    const entered: Array<string> = []
    const come = (name: string) => visitor(entered, name, enter)
    const a1 = yield* come("a1")
    const a2 = yield* come("a2")
    const a3 = yield* come("a3")
    assert.deepStrictEqual(entered, ["a1", "a2"])
    assert.deepInclude(of("a"), { present: 3, inside: 2 })
    const b1 = yield* come("b1")
    assert.deepStrictEqual(entered, ["a1", "a2", "b1"])
    yield* come("a4")
    yield* come("b2")
    const c1 = yield* come("c1")
    yield* come("-1")
    assert.strictEqual(entered.length, 3)
    // One who gives up frees nothing and is not served.
    yield* Fiber.interrupt(a3.fiber)
    yield* a1.leave
    assert.deepStrictEqual(entered.slice(3), ["b2"])
    yield* b1.leave
    yield* a2.leave
    assert.deepStrictEqual(entered.slice(4), ["c1", "-1"])
    yield* c1.leave
    assert.strictEqual(entered.at(-1), "a4")
  })
)

/** Longer than anybody waits. */
const heldFor = Duration.seconds(6)

it.effect("a tenant's waiters are bounded in number and in time, and are told whose fault it is", () =>
  Effect.gen(function* () {
    const options = { places: 2, places_per_tenant: 1, waiting_per_tenant: 1, wait: "5 seconds" } as const
    const { pass } = makeTurnstile(options)
    const hold = yield* Effect.forkChild(pass("a", Effect.never))
    yield* settled
    const patient = yield* Effect.forkChild(Effect.exit(pass("a", Effect.void)))
    yield* settled
    assert.deepInclude(yield* Effect.flip(pass("a", Effect.void)), { _tag: "Crowded", own: true })
    const other = yield* Effect.forkChild(pass("b", Effect.sleep(heldFor)))
    yield* settled
    const third = yield* Effect.forkChild(Effect.flip(pass("c", Effect.void)))
    yield* settled
    yield* TestClock.adjust("5 seconds")
    assert.isTrue(Exit.isFailure(yield* Fiber.join(patient)))
    assert.deepInclude(yield* Fiber.join(third), { _tag: "Crowded", own: false })
    // What has begun is not cut short by the bound of the wait.
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(other)
    yield* Fiber.interrupt(hold)
    assert.strictEqual(yield* pass("a", Effect.succeed("in")), "in")
  })
)
