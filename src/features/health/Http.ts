import { Effect } from "effect"
import { Sharding } from "effect/cluster"
import { HttpApiBuilder } from "effect/http-api"
import { type Check, Health } from "../../platform/Health.ts"
import { feature } from "../../wire/Group.ts"
import { HealthApi } from "./Api.ts"

const component = (check: Check) => ({ status: check.ok ? "ok" : "down", latency_ms: check.latency_ms }) as const
/** The cache and the builtin artist are this very process: up if it can say so. */
const local = { status: "ok", latency_ms: 0 } as const

export const HealthHttp = HttpApiBuilder.group(
  feature(HealthApi),
  "health",
  Effect.fn(function* (handlers) {
    const health = yield* Health
    const sharding = yield* Sharding.Sharding
    const shardingState = Effect.map(sharding.isShutdown, (isDown) => component({ ok: !isDown, latency_ms: 0 }))
    return handlers.handleAll({
      report: Effect.fnUntraced(function* () {
        const database = component(yield* health.database)
        const queues = component(yield* health.queues)
        const sharded = yield* shardingState
        const isDegraded = queues.status === "down" || sharded.status === "down"
        const status = database.status === "down" ? "down" : isDegraded ? "degraded" : "ok"
        return {
          status,
          components: { database, cache: local, cluster: sharded, queues, image_provider: local }
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
