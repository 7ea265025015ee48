import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { ClusterWorkflowEngine, RunnerHealth, Runners, RunnerStorage, Sharding, ShardingConfig } from "effect/cluster"
import { Activity, Workflow } from "effect/workflow"
import { MessageStorageLive } from "../../src/platform/ClusterStorage.ts"
import { postgresClient } from "../../src/platform/Sql.ts"
import { testDatabase } from "../kit/PgTemplate.ts"
import { PgProxy } from "./harness/PgProxy.ts"

const Sum = Workflow.make("Sum", {
  payload: { id: Schema.String },
  success: Schema.Number,
  idempotencyKey: ({ id }) => id
})

const proxied = Effect.gen(function* () {
  const url = new URL(Redacted.value(yield* testDatabase))
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => new PgProxy(Number(url.port)).listen()),
    (proxy) => Effect.sync(() => proxy.close())
  )
  url.port = String(proxy.port)
  return { proxy, url: Redacted.make(url.href) }
})

const engineOn = (url: Redacted.Redacted) =>
  ClusterWorkflowEngine.layer.pipe(
    Layer.provideMerge(Sharding.layer),
    Layer.provide(Runners.layerNoop),
    Layer.provideMerge(MessageStorageLive),
    Layer.provide([RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
    Layer.provide(ShardingConfig.layer({ entityMessagePollInterval: "100 millis" })),
    Layer.provideMerge(postgresClient({ url, maxConnections: 4, applicationName: "hatchery-test" }))
  )

it.live(
  "a workflow goes on although nobody heard that the result of its step was stored",
  () =>
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
    ),
  60_000
)
