/**
 * A process that owns an embedded Postgres, for tests that kill it: `node embeddedPostgresProcess.ts <dataDir> <port>`.
 * Prints one JSON line {url, port, data} when the database answers. Stops cleanly on SIGTERM, and when its standard
 * input closes, so that nothing is left when the tests themselves are killed.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Redacted } from "effect"
import { acquire } from "../../../src/platform/postgres/EmbeddedPostgres.ts"

const [dataDir = "", port = "0"] = process.argv.slice(2)

process.stdin.on("end", () => process.kill(process.pid, "SIGTERM")).resume()

NodeRuntime.runMain(
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* acquire({ dataDir, port: Number(port) })
      yield* Console.log(JSON.stringify({ url: Redacted.value(server.url), port: server.port, data: server.data }))
      return yield* Effect.never
    })
  )
)
