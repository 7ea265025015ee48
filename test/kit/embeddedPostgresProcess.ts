/**
 * A process that owns an embedded Postgres, for tests that kill it: `node embeddedPostgresProcess.ts <dataDir> <port>`.
 * Prints one JSON line {url, port, data} when the database answers and stops cleanly on SIGTERM.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Redacted } from "effect"
import { acquire } from "../../src/platform/EmbeddedPostgres.ts"

const [dataDir = "", port = "0"] = process.argv.slice(2)

NodeRuntime.runMain(
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* acquire({ dataDir, port: Number(port) })
      yield* Console.log(JSON.stringify({ url: Redacted.value(server.url), port: server.port, data: server.data }))
      return yield* Effect.never
    })
  )
)
