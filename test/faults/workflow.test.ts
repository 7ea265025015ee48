import { NodeCrypto } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Redacted, Schema } from "effect"
import {
  ClusterError,
  ClusterWorkflowEngine,
  MessageStorage,
  RunnerHealth,
  Runners,
  RunnerStorage,
  Sharding,
  ShardingConfig,
  SqlMessageStorage
} from "effect/cluster"
import { Activity, Workflow } from "effect/workflow"
import { steadyMessages } from "../../src/platform/cluster/ClusterStorage.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { PgProxy } from "./harness/PgProxy.ts"

const Sum = Workflow.make("Sum", {
  payload: { id: Schema.String },
  success: Schema.Number,
  idempotencyKey: ({ id }) => id
})

/** A database, reached straight and through a proxy that can take it away. */
const proxied = Effect.gen(function* () {
  const direct = yield* testDatabase
  const url = new URL(Redacted.value(direct))
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => new PgProxy(Number(url.port)).listen()),
    (proxy) => Effect.sync(() => proxy.close())
  )
  url.port = String(proxy.port)
  return { direct, proxy, url: Redacted.make(url.href) }
})

type Messages = MessageStorage.MessageStorage["Service"]

/** A runner that owns every shard, over this database; `treat` breaks its storage. */
const engineOn = (url: Redacted.Redacted, treat: (storage: Messages) => Messages = (storage) => storage) =>
  ClusterWorkflowEngine.layer.pipe(
    Layer.provideMerge(Sharding.layer),
    Layer.provide(Runners.layerNoop),
    Layer.provideMerge(
      Layer.effect(
        MessageStorage.MessageStorage,
        Effect.flatMap(MessageStorage.MessageStorage, (storage) => steadyMessages(treat(storage), () => Effect.void))
      )
    ),
    Layer.provide(SqlMessageStorage.layer),
    Layer.provide(NodeCrypto.layerDigest),
    Layer.provide([RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
    Layer.provide(
      ShardingConfig.layer({ entityMessagePollInterval: "100 millis", entityTerminationTimeout: "100 millis" })
    ),
    Layer.provideMerge(postgresClient({ url, maxConnections: 4, applicationName: "hatchery-test" }))
  )

it.live("a workflow goes on although nobody heard that the result of its step was stored", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { proxy, url } = yield* proxied
      let executed = 0
      let lost = 0
      const step = Activity.make({
        name: "step",
        success: Schema.Number,
        execute: Effect.sync(() => {
          executed++
          proxy.hooks.afterCommit = () => {
            proxy.hooks.afterCommit = undefined
            lost++
            return "cut"
          }
          return 20
        })
      })
      const SumLive = Sum.toLayer(() => Effect.map(step, (number) => number + 22))
      const answer = yield* Sum.execute({ id: "one" }).pipe(
        Effect.timeout("20 seconds"),
        Effect.provide(SumLive.pipe(Layer.provideMerge(engineOn(url))))
      )
      assert.deepStrictEqual({ answer, executed, lost }, { answer: 42, executed: 1, lost: 1 })
    })
  )
)

/** Fails the first time, as it does when no connection is free in time. */
const losingItsFirstReset = (storage: Messages): Messages => {
  let asked = 0
  const lost = new ClusterError.PersistenceError({ cause: "no connection was free" })
  return {
    ...storage,
    resetShards: (shards) => Effect.suspend(() => (++asked === 1 ? Effect.fail(lost) : storage.resetShards(shards)))
  }
}

it.live(
  "a workflow of a runner that died goes on with the successor, although taking over its messages failed at first",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { direct, proxy, url } = yield* proxied
        const begun = yield* Deferred.make<void>()
        const stepOf = (execute: Effect.Effect<number>) =>
          Activity.make({ name: "step", success: Schema.Number, execute })
        const runner = (step: Effect.Effect<number>, engine: ReturnType<typeof engineOn>) => {
          const SumLive = Sum.toLayer(() => Effect.map(stepOf(step), (number) => number + 22))
          return Layer.build(Layer.fresh(SumLive.pipe(Layer.provideMerge(engine))))
        }
        const first = yield* runner(Effect.andThen(Deferred.succeed(begun, undefined), Effect.never), engineOn(url))
        yield* Effect.provide(Sum.execute({ id: "one" }, { discard: true }), first)
        yield* Deferred.await(begun)
        // To everybody else a runner that has lost its database is one that has ended, but for its farewell.
        proxy.treat("refuse")

        const second = yield* runner(Effect.succeed(20), engineOn(direct, losingItsFirstReset))
        const answer = yield* Sum.execute({ id: "one" }).pipe(Effect.timeout("30 seconds"), Effect.provide(second))
        assert.strictEqual(answer, 42)
        // Its shutdown waits for a database.
        proxy.treat("pass")
      })
    )
)
