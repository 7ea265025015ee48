/** A Redis of its own for a test: Debian's server on a free port, without persistence, gone at the end. */
import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { freePort } from "../../../src/cli/LocalCluster.ts"
import { until } from "../../faults/harness/Wait.ts"

/** Whether this machine has one; without it the tests that need it say so and are left out. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0

export interface RedisUnderTest {
  readonly url: string
  signal(name: NodeJS.Signals): void
  /** resolves when it answers again, on the same port */
  restart(): Promise<void>
}

const ping = (port: number) =>
  spawnSync("redis-cli", ["-p", String(port), "ping"])
    .stdout?.toString()
    .trim()

const answers = (port: number): Promise<void> => until("redis-server answers", () => ping(port) === "PONG", 60)

export const testRedis = Effect.acquireRelease(
  Effect.promise(async () => {
    const port = await freePort()
    const run = () =>
      spawn("redis-server", ["--port", String(port), "--save", "", "--appendonly", "no"], { stdio: "ignore" })
    let server = run()
    await answers(port)
    return {
      url: `redis://127.0.0.1:${port}`,
      signal: (name: NodeJS.Signals) => void server.kill(name),
      restart: async () => {
        server.kill("SIGKILL")
        server = run()
        await answers(port)
      },
      end: () => {
        server.kill("SIGCONT")
        server.kill("SIGKILL")
      }
    }
  }),
  ({ end }) => Effect.sync(end)
)
