/** Who sweeps in a cluster of real processes. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type LocalNode, freePort } from "../../../src/cli/LocalCluster.ts"
import { addRow, countRows } from "../../kit/postgres/AgedRows.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"
import { startNode } from "../../kit/process/Programs.ts"
import { until } from "../../kit/service/time.ts"
import { makeTenant } from "../../kit/webhooks/PumpNodes.ts"

const runner = (databaseUrl: string) =>
  Effect.acquireRelease(
    Effect.promise(async () =>
      startNode({ role: "runner", databaseUrl, port: await freePort(), runnerPort: await freePort() })
    ),
    (node) => Effect.promise(() => node.kill("SIGKILL"))
  )

/** The value of a metric without labels. */
const metric = ({ baseUrl }: LocalNode, name: string) =>
  Effect.promise(async () => {
    const text = await (await fetch(`${baseUrl}/metrics`)).text()
    return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1])
  })

const lastRun = (node: LocalNode) => metric(node, "hatchery_retention_last_run_timestamp_seconds")
const shardsOf = (node: LocalNode) => metric(node, "effect_cluster_shards")
/** how many of the things that exist once in a cluster run on this node */
const singletonsOf = (node: LocalNode) => metric(node, "effect_cluster_singletons")
const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

/** Every shard has an owner and everything that is to run once does: the same figures at two looks in a row. */
const settled = Effect.fnUntraced(function* (nodes: ReadonlyArray<LocalNode>) {
  const look = Effect.all([Effect.forEach(nodes, shardsOf), Effect.forEach(nodes, singletonsOf)])
  let before: unknown
  yield* until(
    "the shards are shared out",
    Effect.gen(function* () {
      const [shards, singletons] = yield* look
      const now = JSON.stringify([shards, singletons])
      const isSame = now === before
      before = now
      return isSame && sum(shards) === 300 && shards.every((count) => count > 0) && sum(singletons) > 0
    })
  )
  return sum((yield* look)[1])
})

it.live("exactly one runner sweeps, and when it is killed the other one does", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    yield* Effect.gen(function* () {
      const customer_id = yield* makeTenant
      const plant = addRow("audit_log", customer_id, new Date(0))
      yield* plant
      const nodes = yield* Effect.all([runner(Redacted.value(url)), runner(Redacted.value(url))], { concurrency: 2 })
      const sweepers = Effect.filter(nodes, (node) => Effect.map(lastRun(node), (at) => at > 0))
      yield* until(
        "a sweep",
        Effect.map(sweepers, ({ length }) => length > 0)
      )
      assert.strictEqual(yield* countRows("audit_log"), 0)
      const together = yield* settled(nodes)
      const [sweeper] = yield* sweepers
      const successor = nodes.find((node) => node !== sweeper)!

      yield* Effect.promise(() => sweeper!.kill("SIGKILL"))
      yield* plant
      yield* until(
        "the successor's sweep",
        Effect.map(countRows("audit_log"), (count) => count === 0)
      )
      // Alone it runs as many as the two did together: none of them had run twice.
      assert.strictEqual(yield* settled([successor]), together)
    }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 2 })))
  })
)
