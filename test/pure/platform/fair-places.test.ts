/** Who gets a place, who waits for one, and who is told to come again. */
import { assert, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeFairPlaces, makeTurnstile } from "../../../src/platform/requests/FairPlaces.ts"
import { makeLongStays } from "../../../src/platform/requests/LongStays.ts"

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

it.effect("tenants of long stays share fewer places than there are, until they are forgotten", () =>
  Effect.gen(function* () {
    const long_stays = makeLongStays({ places: 1, long_ms: 2_000, half_life_ms: 30_000 })
    const { enter } = makeFairPlaces({ places: 2, places_per_tenant: 1, long_stays })
    const entered: Array<string> = []
    const come = (name: string) => visitor(entered, name, enter)
    const a1 = yield* come("a1")
    const b1 = yield* come("b1")
    // They wait for their own first one: nobody knows yet how long it takes.
    const a2 = yield* come("a2")
    const b2 = yield* come("b2")
    yield* TestClock.adjust("5 seconds")
    yield* a1.leave
    yield* b1.leave
    assert.deepStrictEqual(entered, ["a1", "b1", "a2"])
    const c1 = yield* come("c1")
    assert.deepStrictEqual(entered.slice(3), ["c1"], "a place is left for who comes for a moment")
    yield* c1.leave
    const c2 = yield* come("c2")
    assert.deepStrictEqual(entered.slice(4), ["c2"], "and left again, while others of long stays wait")
    // One who gives up keeps no turn.
    yield* Fiber.interrupt(b2.fiber)
    yield* a2.leave
    yield* come("b3")
    yield* c2.leave
    assert.deepStrictEqual(entered.slice(5), ["b3"])
    yield* TestClock.adjust("5 minutes")
    yield* come("a3")
    assert.deepStrictEqual(entered.slice(6), ["a3"])
  })
)

it.effect("of those of long stays, who stayed least is next", () =>
  Effect.gen(function* () {
    const { count, standBack } = makeLongStays({ places: 1, long_ms: 1_000, half_life_ms: 30_000 })
    const stay = (tenant: string, seconds: number) =>
      Effect.scoped(Effect.andThen(count(tenant), TestClock.adjust(Duration.seconds(seconds))))
    yield* stay("a", 9)
    yield* stay("b", 3)
    yield* stay("c", 6)
    const entered: Array<string> = []
    const come = (name: string) => visitor(entered, name, (tenant) => standBack(tenant!))
    const first = yield* come("a1")
    yield* come("a2")
    const c1 = yield* come("c1")
    const b1 = yield* come("b1")
    const b2 = yield* come("b2")
    yield* Fiber.interrupt(b2.fiber)
    yield* first.leave
    yield* b1.leave
    yield* c1.leave
    assert.deepStrictEqual(entered, ["a1", "b1", "c1", "a2"])
  })
)
