/** What one runner does for all tenants, in the first moments after it has taken over. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Sharding } from "effect/cluster"
import { TestClock } from "effect/testing"
import { perCluster } from "../../../src/platform/cluster/PerCluster.ts"

it.effect("looks for what is due once its runner has had a second for its shards", () => {
  let looks = 0
  const look = Effect.sync(() => void looks++)
  // A runner that has the singleton from the moment it registers it.
  const runner = Layer.mock(Sharding.Sharding, {
    registerSingleton: (_name, run) => Effect.asVoid(Effect.forkScoped(run)),
    getShardId: () => assert.fail("nobody asks for a shard"),
    hasShardId: () => assert.fail("nobody asks for a shard")
  })
  return Effect.gen(function* () {
    yield* Layer.build(Layer.provide(perCluster("draws", look), runner))
    yield* TestClock.adjust("999 millis")
    assert.strictEqual(looks, 0)
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(looks, 1)
  })
})
