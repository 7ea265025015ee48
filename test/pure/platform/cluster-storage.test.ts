import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ClusterError, RunnerAddress, type RunnerStorage, ShardId } from "effect/cluster"
import { TestClock } from "effect/testing"
import { eagerRunners } from "../../../src/platform/cluster/ClusterStorage.ts"

type Runners = RunnerStorage.RunnerStorage["Service"]

const address = RunnerAddress.make("here", 1)
const shards = [1, 2, 3].map((number) => ShardId.make("default", number))
const away = new ClusterError.PersistenceError({ cause: "away" })

/** Only what a test says is there. */
const eager = (inner: Partial<Runners>) => eagerRunners(inner as Runners)

it.effect("shards that were not free are asked for again at once, and what there is is taken in the end", () =>
  Effect.gen(function* () {
    let asked = 0
    const runners = eager({
      acquire: () => Effect.sync(() => shards.slice(0, ++asked))
    })
    const all = yield* Effect.forkChild(runners.acquire(address, shards))
    yield* TestClock.adjust("150 millis")
    assert.deepStrictEqual(yield* Fiber.join(all), shards)
    assert.strictEqual(asked, 3)

    const held = eager({ acquire: () => Effect.succeed(shards.slice(0, 2)) })
    const some = yield* Effect.forkChild(held.acquire(address, shards))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Fiber.join(some), shards.slice(0, 2))
  })
)

it.effect("a database that comes back is noticed within the refresh that missed it", () =>
  Effect.gen(function* () {
    let tries = 0
    const runners = eager({
      refresh: () => Effect.suspend(() => (++tries < 4 ? Effect.fail(away) : Effect.succeed(shards)))
    })
    const refreshed = yield* Effect.forkChild(runners.refresh(address, shards))
    yield* TestClock.adjust("750 millis")
    assert.deepStrictEqual(yield* Fiber.join(refreshed), shards)
  })
)

it.effect("a release on a session that has gone is given up soon, so that the next one finds a new session", () =>
  Effect.gen(function* () {
    const runners = eager({ releaseAll: () => Effect.never })
    const released = yield* Effect.forkChild(Effect.flip(runners.releaseAll(address)))
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* Fiber.join(released))._tag, "PersistenceError")
  })
)
