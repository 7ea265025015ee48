/** The database a command works on: DATABASE_URL, or the embedded one, started if it is not up. */
import { Effect, Layer, Logger, References } from "effect"
import { AppConfig } from "../Config.ts"
import { DatabaseUrl } from "../platform/postgres/DatabaseUrl.ts"
import { DatabaseUrlLive } from "../platform/postgres/DatabaseUrlLive.ts"
import { postgresClient } from "../platform/postgres/Sql.ts"

/** SqlClient and PgClient with two connections. */
export const Database = Layer.unwrap(
  Effect.map(DatabaseUrl, (url) =>
    postgresClient({ url, maxConnections: 2, applicationName: "hatchery-cli", parallel: true })
  )
).pipe(
  Layer.provideMerge(DatabaseUrlLive),
  Layer.provideMerge(AppConfig.layer),
  Layer.provide(Layer.merge(Logger.layer([Logger.consolePretty()]), Layer.succeed(References.MinimumLogLevel, "Warn")))
)
