/** How this node and what it leans on are doing, for GET /health and for whoever goes slower while it is not well. */
import { Context, Effect, Layer } from "effect"
import { Sharding } from "effect/cluster"
import { type Check, Health, timed } from "../../../platform/observability/Health.ts"
import { SharedRedis } from "../../../platform/requests/Redis.ts"
import type { HealthReport } from "./Api.ts"

const component = (check: Check) => ({ status: check.ok ? "ok" : "down", latency_ms: check.latency_ms }) as const
/** The builtin artist, and the cache of a node that shares none, are this very process: up if it can say so. */
const local = { status: "ok", latency_ms: 0 } as const

export class HealthReports extends Context.Service<HealthReports, { readonly report: Effect.Effect<HealthReport> }>()(
  "hatchery/features/health/HealthReports"
) {
  static readonly layer = Layer.effect(
    HealthReports,
    Effect.gen(function* () {
      const health = yield* Health
      const sharding = yield* Sharding.Sharding
      const { redis } = yield* SharedRedis
      const shardingState = Effect.map(sharding.isShutdown, (isDown) => component({ ok: !isDown, latency_ms: 0 }))
      const cacheState = redis === undefined ? Effect.succeed(local) : Effect.map(timed(redis.isUp), component)
      const report = Effect.gen(function* () {
        const database = component(yield* health.database)
        const queues = component(yield* health.queues)
        const cluster = yield* shardingState
        const cache = yield* cacheState
        const isDegraded = [queues, cluster, cache].some(({ status: one }) => one === "down")
        const status = database.status === "down" ? "down" : isDegraded ? "degraded" : "ok"
        return { status, components: { database, cache, cluster, queues, image_provider: local } } as const
      })
      return HealthReports.of({ report })
    })
  )
}
