/** Who looks after the one that looks after all others. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Runner, RunnerAddress, RunnerStorage, ShardId, ShardingConfig, SqlRunnerStorage } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { isOwned, look, neighboursOf } from "../../src/platform/cluster/PeerWatch.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { until } from "../kit/service/time.ts"

const at = (port: number) => RunnerAddress.make("here", port)
const ports = (addresses: ReadonlyArray<RunnerAddress.RunnerAddress>) => addresses.map(({ port }) => port)

it("each runner asks the next two of the ring, and everybody is asked", () => {
  const all = [at(3), at(1), at(4), at(2)]
  assert.deepStrictEqual(ports(neighboursOf(at(2), all)), [3, 4])
  assert.deepStrictEqual(ports(neighboursOf(at(4), all)), [1, 2])
  assert.deepStrictEqual(ports(neighboursOf(at(1), [at(1), at(2)])), [2])
  assert.deepStrictEqual(neighboursOf(at(1), [at(1)]), [])
  const asked = new Set(all.flatMap((address) => ports(neighboursOf(address, all))))
  assert.deepStrictEqual([...asked].sort(), [1, 2, 3, 4])
})

/** Runners 1, 2 and 3, of which the first looks; which of them it votes out. */
const votes = (given: {
  readonly dead: ReadonlyArray<number>
  readonly hasJudge: boolean
  readonly voted_out?: ReadonlyArray<number>
}) =>
  Effect.gen(function* () {
    const out: Array<number> = []
    const runner = (port: number) => Runner.make({ address: at(port), groups: ["default"], weight: 1 })
    yield* look({
      self: at(1),
      hasJudge: Effect.succeed(given.hasJudge),
      isAlive: ({ port }) => Effect.succeed(!given.dead.includes(port)),
      storage: {
        getRunners: Effect.succeed([1, 2, 3].map((port) => [runner(port), !given.voted_out?.includes(port)] as const)),
        setRunnerHealth: ({ port }, isHealthy) => Effect.sync(() => void (isHealthy || out.push(port)))
      }
    })
    return out
  })

it.effect("the dead are voted out while nobody judges, and left to the judge while somebody does", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* votes({ dead: [3], hasJudge: false }), [3])
    assert.deepStrictEqual(yield* votes({ dead: [2, 3], hasJudge: false }), [2, 3])
    assert.deepStrictEqual(yield* votes({ dead: [3], hasJudge: true }), [])
    assert.deepStrictEqual(yield* votes({ dead: [], hasJudge: false }), [])
    assert.deepStrictEqual(yield* votes({ dead: [3], hasJudge: false, voted_out: [1] }), [])
  })
)

it.live("whether a shard has an owner is read from the locks the library holds", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const shard = ShardId.make("default", 217)
    const client = postgresClient({ url, maxConnections: 2, applicationName: "hatchery-test" })
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isFalse(yield* isOwned(sql, shard))
      yield* Effect.gen(function* () {
        const runners = yield* RunnerStorage.RunnerStorage
        yield* runners.acquire(at(1), [shard])
        assert.isTrue(yield* isOwned(sql, shard))
        assert.isFalse(yield* isOwned(sql, ShardId.make("default", 218)))
      }).pipe(
        Effect.provide(
          SqlRunnerStorage.layer.pipe(Layer.provide(ShardingConfig.layer()), Layer.provide(Layer.fresh(client)))
        )
      )
      yield* until(
        "its owner has gone",
        Effect.map(isOwned(sql, shard), (owned) => !owned)
      )
    }).pipe(Effect.provide(client))
  })
)
