/** DATABASE_URL, or the embedded server started for as long as this layer lives. */
import { Effect, Layer } from "effect"
import { AppConfig } from "../../Config.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"

export const DatabaseUrlLive = Layer.effect(
  DatabaseUrl,
  Effect.gen(function* () {
    const config = yield* AppConfig
    if (config.databaseUrl !== undefined) return config.databaseUrl
    const { url } = yield* EmbeddedPostgres.acquire({ dataDir: config.dataDir })
    return url
  })
)
