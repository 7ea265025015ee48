/** Who sweeps in a cluster of real processes. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type LocalNode, freePort, startNode } from "../../src/cli/LocalCluster.ts"
import { addRow, countRows } from "../kit/Aged.ts"
import { testDatabase } from "../kit/PgTemplate.ts"
import { makeTenant } from "../kit/webhooks.ts"

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
const uptime = (node: LocalNode) => metric(node, "hatchery_process_uptime_seconds")

/** Looks twice a second; the processes live in real time. */
const eventually = <E, R>(what: string, condition: Effect.Effect<boolean, E, R>) =>
  condition.pipe(
    Effect.delay("500 millis"),
    Effect.repeat({ until: (holds) => holds, times: 120 }),
    Effect.flatMap((holds) => (holds ? Effect.void : Effect.die(new Error(`waited a minute for: ${what}`))))
  )

it.live(
  "exactly one runner sweeps, and when it is killed the other one does",
  () =>
    Effect.gen(function* () {
      const url = yield* testDatabase
      yield* Effect.gen(function* () {
        const customer_id = yield* makeTenant
        const plant = addRow("audit_log", customer_id, new Date(0))
        yield* plant
        const nodes = yield* Effect.all([runner(Redacted.value(url)), runner(Redacted.value(url))], { concurrency: 2 })
        const sweepers = Effect.filter(nodes, (node) => Effect.map(lastRun(node), (at) => at > 0))
        yield* eventually(
          "a sweep, and time enough for another",
          Effect.gen(function* () {
            const up = yield* Effect.forEach(nodes, uptime)
            return (yield* sweepers).length > 0 && Math.min(...up) > 15
          })
        )
        assert.strictEqual(yield* countRows("audit_log"), 0)
        const [sweeper, ...others] = yield* sweepers
        assert.deepStrictEqual(others, [])
        const successor = nodes.find((node) => node !== sweeper)!

        yield* Effect.promise(() => sweeper!.kill("SIGKILL"))
        yield* plant
        yield* eventually(
          "the successor's sweep",
          Effect.map(lastRun(successor), (at) => at > 0)
        )
        assert.strictEqual(yield* countRows("audit_log"), 0)
      }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 2 })))
    }),
  120_000
)
