/** Database and the services every family stands on. One value for production and for the test kit. */
import { Effect, Layer } from "effect"
import { AppConfig } from "./Config.ts"
import { AiProvider } from "./platform/ai/AiProvider.ts"
import { AuditLog } from "./platform/auth/AuditLog.ts"
import { CacheInvalidation } from "./platform/cluster/CacheInvalidation.ts"
import { Connections } from "./platform/postgres/Connections.ts"
import { Credentials } from "./platform/auth/Credentials.ts"
import { EgressGuard } from "./platform/webhooks/EgressGuard.ts"
import { Health } from "./platform/observability/Health.ts"
import { KeyRing } from "./platform/secrets/KeyRing.ts"
import * as Migrations from "./platform/postgres/Migrations.ts"
import { IdempotencyKeys } from "./platform/requests/IdempotencyKeys.ts"
import { IngestMetrics } from "./platform/observability/metrics/IngestMetrics.ts"
import { processMetrics } from "./platform/observability/metrics/ProcessMetrics.ts"
import { Outbox } from "./platform/webhooks/Outbox.ts"
import { RateLimits } from "./platform/requests/RateLimits.ts"
import { Glances } from "./platform/analytics/Glances.ts"
import { Reports } from "./platform/postgres/Reports.ts"
import { SharedRedis } from "./platform/requests/Redis.ts"
import { serveAlone } from "./platform/postgres/SoleService.ts"
import { sharedClient } from "./platform/postgres/Sql.ts"
import { Tenants } from "./platform/auth/Tenants.ts"
import { Tokens } from "./platform/auth/Tokens.ts"
import { Vault } from "./platform/secrets/Vault.ts"
import { VitalSql } from "./platform/postgres/VitalSql.ts"
import { DatabaseUrl } from "./platform/postgres/DatabaseUrl.ts"
import { DatabaseUrlLive } from "./platform/postgres/DatabaseUrlLive.ts"

/** For a node that serves: of an embedded database it is the only one. */
export const ServedDatabaseUrlLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const config = yield* AppConfig
    if (config.embedded) yield* serveAlone({ ...config, baseUrl: config.publicUrl, url: yield* DatabaseUrl })
  })
).pipe(Layer.provideMerge(DatabaseUrlLive))

export const SqlLive = Layer.unwrap(
  Effect.gen(function* () {
    const { statements, transactions } = yield* Connections
    return sharedClient({ url: yield* DatabaseUrl, applicationName: "hatchery", statements, transactions })
  })
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

/** Wants AppConfig, DatabaseUrl, SqlClient and PgClient. */
export const PlatformLive = Layer.mergeAll(
  Credentials.layer.pipe(Layer.provide(VitalSql)),
  AiProvider.layer,
  AuditLog.layer,
  EgressGuard.layer,
  RateLimits.layer,
  IngestMetrics.layer,
  IdempotencyKeys.layer,
  Reports.layer,
  Glances.layer,
  Layer.mergeAll(processMetrics, cacheProgress).pipe(Layer.provideMerge(Health.layer.pipe(Layer.provide(VitalSql))))
).pipe(
  Layer.provideMerge(Layer.mergeAll(Vault.layer, Tokens.layer, Outbox.layer)),
  Layer.provideMerge(Layer.mergeAll(Tenants.layer.pipe(Layer.provide(VitalSql)), KeyRing.layer)),
  Layer.provideMerge(CacheInvalidation.layer),
  Layer.provideMerge(SharedRedis.layer)
)
