import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Health } from "../../../platform/observability/Health.ts"
import { feature } from "../../../wire/Group.ts"
import { HealthApi } from "./Api.ts"
import { HealthReports } from "./Service.ts"

export const HealthHttp = HttpApiBuilder.group(
  feature(HealthApi),
  "health",
  Effect.fn(function* (handlers) {
    const health = yield* Health
    const { report } = yield* HealthReports
    return handlers.handleAll({
      report: () => report,
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
).pipe(Layer.provide(HealthReports.layer))
