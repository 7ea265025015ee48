/** The database a command works on: DATABASE_URL, or the embedded one, started if it is not up. */
import { Effect, Layer, Logger, References } from "effect"
import { CliError } from "effect/cli"
import { AppConfig } from "../Config.ts"
import { causeLine } from "../Launch.ts"
import { DatabaseUrl } from "../platform/postgres/DatabaseUrl.ts"
import { postgresClient } from "../platform/postgres/Sql.ts"
import { DatabaseUrlLive } from "../Platform.ts"

/** SqlClient and PgClient with two connections. */
export const Database = Layer.unwrap(
  Effect.map(DatabaseUrl, (url) => postgresClient({ url, maxConnections: 2, applicationName: "hatchery-cli" }))
).pipe(
  Layer.provideMerge(DatabaseUrlLive),
  Layer.provideMerge(AppConfig.layer),
  Layer.provide(Layer.merge(Logger.layer([Logger.consolePretty()]), Layer.succeed(References.MinimumLogLevel, "Warn")))
)

/** What is wrong in one line that names the cause, and exit status 1. */
export const sayingWhy = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  command.pipe(
    Effect.catch((error) =>
      Effect.sync(() => {
        // A refusal has its own words, and may take several lines.
        const refusal = error instanceof CliError.UserError && typeof error.cause === "string" ? error.cause : undefined
        console.error(`hatchery: ${refusal ?? causeLine(error)}`)
        process.exitCode = 1
      })
    ),
    Effect.asVoid
  )
