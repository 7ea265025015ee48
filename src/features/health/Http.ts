import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { type Check, Health } from "../../platform/Health.ts"
import { feature } from "../../wire/Group.ts"
import { HealthApi } from "./Api.ts"

const component = (check: Check) => ({ status: check.ok ? "ok" : "down", latency_ms: check.latency_ms }) as const
/** Answers from this process itself: it is up if it can say so. */
const local = { status: "ok", latency_ms: 0 } as const

export const HealthHttp = HttpApiBuilder.group(
  feature(HealthApi),
  "health",
  Effect.fn(function* (handlers) {
    const health = yield* Health
    return handlers.handleAll({
      report: Effect.fnUntraced(function* () {
        const database = component(yield* health.database)
        const queues = component(yield* health.queues)
        const status = database.status === "down" ? "down" : queues.status === "down" ? "degraded" : "ok"
        return {
          status,
          components: { database, cache: local, cluster: local, queues, image_provider: local }
        } as const
      }),
      live: Effect.fnUntraced(function* () {
        return { alive: true, uptime: yield* health.uptimeSeconds } as const
      }),
      ready: Effect.fnUntraced(function* () {
        const checks = {
          database: (yield* health.database).ok,
          cache: true,
          queues: (yield* health.queues).ok,
          image_provider: true,
          accepting: !(yield* health.draining)
        }
        return Object.values(checks).every(Boolean)
          ? ({ ready: true, checks } as const)
          : ({ ready: false, checks } as const)
      }),
      version: () => Effect.succeed(health.build)
    })
  })
)
