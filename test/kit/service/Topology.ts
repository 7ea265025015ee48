/**
 * How the service under test is spread. `single`: one node does everything, as with `npm start`. `cluster`: one node
 * speaks HTTP and owns nothing, two runners own the buddies and everything durable, and between them are real sockets
 * and the leases of production; all of them in this process, on the test's database, its clock and its fakes. So what
 * holds of one node is shown to hold of many by the same tests.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import { ShardId, Sharding } from "effect/cluster"
import { Application } from "../../../src/Application.ts"
import { freePort } from "../../../src/cli/LocalCluster.ts"
import { AppConfig, type AppSettings } from "../../../src/Config.ts"
import { ServerLive } from "../../../src/edge/Server.ts"
import { SqlLive } from "../../../src/Platform.ts"
import { DatabaseUrl } from "../../../src/platform/postgres/DatabaseUrl.ts"
import { until } from "./time.ts"

export type Topology = "single" | "cluster"

/** What tests run on that do not care. */
export const defaultTopology: Topology = process.env["HATCHERY_TEST_TOPOLOGY"] === "cluster" ? "cluster" : "single"

const runners = 2

/** A node of its own: it shares the database's address, the clock and the fakes with the others and nothing else. */
const runner = (settings: Partial<AppSettings>, databaseUrl: Redacted.Redacted) =>
  Effect.gen(function* () {
    const runnerPort = yield* Effect.promise(freePort)
    const node = Application.pipe(
      Layer.provide(ServerLive({ host: "127.0.0.1", port: 0 })),
      Layer.provide(SqlLive),
      Layer.provide(AppConfig.test({ ...settings, role: "runner", databaseUrl, runnerPort }))
    )
    return Context.get(yield* Layer.build(Layer.fresh(node)), Sharding.Sharding)
  })

const shards = Array.from({ length: 300 }, (_, index) => ShardId.make("default", index + 1))

/** A node that has just joined is still being given its share, and what moves waits. */
const sharedOut = (nodes: ReadonlyArray<Sharding.Sharding["Service"]>) =>
  until(
    "the shards are shared out",
    Effect.sync(() => {
      const owned = nodes.map((node) => shards.filter((shard) => node.hasShardId(shard)).length)
      return owned.every((count) => count > 0) && owned.reduce((sum, count) => sum + count) === shards.length
    })
  )

const clustered = (settings: Partial<AppSettings>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const databaseUrl = yield* DatabaseUrl
      const nodes = yield* Effect.all(
        Array.from({ length: runners }, () => runner(settings, databaseUrl)),
        { concurrency: "unbounded" }
      )
      yield* sharedOut(nodes)
      return AppConfig.test({ ...settings, role: "api", databaseUrl })
    })
  )

/**
 * The configuration of the node that is asked; in a cluster the others run as long as it is needed. A test that names a
 * role has its own idea of the topology. Wants DatabaseUrl and ImageProvider.
 */
export const nodeOf = (settings: Partial<AppSettings>, topology: Topology) =>
  topology === "cluster" && settings.role === undefined ? clustered(settings) : AppConfig.test(settings)
