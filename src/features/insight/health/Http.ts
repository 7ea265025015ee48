import { Effect } from "effect"
import { Sharding } from "effect/cluster"
import { HttpApiBuilder } from "effect/http-api"
import { type Check, Health, timed } from "../../../platform/observability/Health.ts"
import { SharedRedis } from "../../../platform/requests/Redis.ts"
import { feature } from "../../../wire/Group.ts"
import { HealthApi } from "./Api.ts"

const component = (check: Check) => ({ status: check.ok ? "ok" : "down", latency_ms: check.latency_ms }) as const
/** The builtin artist, and the cache of a node that shares none, are this very process: up if it can say so. */
const local = { status: "ok", latency_ms: 0 } as const

export const HealthHttp = HttpApiBuilder.group(
  feature(HealthApi),
  "health",
  Effect.fn(function* (handlers) {
    const health = yield* Health
    const sharding = yield* Sharding.Sharding
    const shardingState = Effect.map(sharding.isShutdown, (isDown) => component({ ok: !isDown, latency_ms: 0 }))
    const { redis } = yield* SharedRedis
    const cacheState = redis === undefined ? Effect.succeed(local) : Effect.map(timed(redis.isUp), component)
    return handlers.handleAll({
      report: Effect.fnUntraced(function* () {
        const database = component(yield* health.database)
        const queues = component(yield* health.queues)
        const sharded = yield* shardingState
        const cache = yield* cacheState
        const isDegraded = [queues, sharded, cache].some(({ status: one }) => one === "down")
        const status = database.status === "down" ? "down" : isDegraded ? "degraded" : "ok"
        return {
          status,
          components: { database, cache, cluster: sharded, queues, image_provider: local }
        } as const
      }),
      live: Effect.fnUntraced(function* () {
        return { alive: true, uptime: yield* health.uptimeSeconds } as const
      }),
      ready: Effect.fnUntraced(function* () {
        const [{ checks: progress }, queues] = yield* Effect.all([health.readiness, health.queues], {
          concurrency: "unbounded"
        })
        const checks: Record<string, boolean> = { cache: true, image_provider: true, ...progress, queues: queues.ok }
        return Object.values(checks).every(Boolean)
          ? ({ ready: true, checks } as const)
          : ({ ready: false, checks } as const)
      }),
      version: () => Effect.succeed(health.build)
    })
  })
)
