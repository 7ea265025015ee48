/** Database and the services every family stands on. One value for production and for the test kit. */
import { Effect, Layer } from "effect"
import { AppConfig } from "./Config.ts"
import { AuditLog } from "./platform/AuditLog.ts"
import { Changes } from "./platform/Changes.ts"
import { Credentials } from "./platform/Credentials.ts"
import { EgressGuard } from "./platform/EgressGuard.ts"
import * as EmbeddedPostgres from "./platform/EmbeddedPostgres.ts"
import { Health } from "./platform/Health.ts"
import { KeyRing } from "./platform/KeyRing.ts"
import * as Migrations from "./platform/Migrations.ts"
import { IdempotencyKeys } from "./platform/IdempotencyKeys.ts"
import { IngestMetrics } from "./platform/metrics/IngestMetrics.ts"
import { processMetrics } from "./platform/metrics/ProcessMetrics.ts"
import { Outbox } from "./platform/Outbox.ts"
import { RateLimits } from "./platform/RateLimits.ts"
import { SharedRedis } from "./platform/Redis.ts"
import { meteredClient } from "./platform/Sql.ts"
import { Tenants } from "./platform/Tenants.ts"
import { Tokens } from "./platform/Tokens.ts"
import { Vault } from "./platform/Vault.ts"
import { DatabaseUrl } from "./platform/DatabaseUrl.ts"

/** Requests, workflows, listeners and the pump share these; the journal has its own. */
const connectionsMax = 24

/** DATABASE_URL, or the embedded server started for as long as this layer lives. */
export const DatabaseUrlLive = Layer.effect(
  DatabaseUrl,
  Effect.gen(function* () {
    const config = yield* AppConfig
    if (config.databaseUrl !== undefined) return config.databaseUrl
    const { url } = yield* EmbeddedPostgres.acquire({ dataDir: config.dataDir })
    return url
  })
)

export const SqlLive = Layer.unwrap(
  Effect.map(DatabaseUrl, (url) => meteredClient({ url, maxConnections: connectionsMax, applicationName: "hatchery" }))
)

export const MigratedSqlLive = Migrations.layer.pipe(Layer.provideMerge(SqlLive))

/** A node whose shared Redis is away says so: limits are counted per node then. */
const cacheProgress = Layer.effectDiscard(
  Effect.gen(function* () {
    const health = yield* Health
    const { redis } = yield* SharedRedis
    if (redis !== undefined) yield* health.watch("cache", redis.isUp)
  })
)

/** Wants AppConfig, SqlClient and PgClient. */
export const PlatformLive = Layer.mergeAll(
  Credentials.layer,
  AuditLog.layer,
  EgressGuard.layer,
  RateLimits.layer,
  IngestMetrics.layer,
  IdempotencyKeys.layer,
  Layer.mergeAll(processMetrics, cacheProgress).pipe(Layer.provideMerge(Health.layer))
).pipe(
  Layer.provideMerge(Layer.mergeAll(Vault.layer, Tokens.layer, Outbox.layer)),
  Layer.provideMerge(Layer.mergeAll(Tenants.layer, KeyRing.layer)),
  Layer.provideMerge(Changes.layer),
  Layer.provideMerge(SharedRedis.layer)
)
