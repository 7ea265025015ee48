/** The bare probes, outside the version prefix and outside the gate, and the metrics page. */
import { Effect, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AppConfig } from "../Config.ts"
import { Health } from "../platform/observability/Health.ts"
import { exposition } from "../platform/observability/metrics/Exposition.ts"
import { CurrentRequest } from "../wire/CurrentRequest.ts"
import { envelope } from "./Envelope.ts"
import type { RawRoute } from "./RouteTable.ts"

export const probeRoutes: ReadonlyArray<RawRoute> = ["/healthz", "/readyz", "/version", "/metrics"].map((path) => ({
  method: "GET",
  path
}))

const json = (status: number, body: unknown) => HttpServerResponse.jsonUnsafe(body, { status })

export const ProbesLive = HttpRouter.use(
  Effect.fn(function* (router) {
    const health = yield* Health
    const config = yield* AppConfig
    yield* router.add(
      "GET",
      "/healthz",
      Effect.map(health.uptimeSeconds, (uptime) => json(200, { ok: true, uptime }))
    )
    yield* router.add(
      "GET",
      "/readyz",
      Effect.map(health.readiness, ({ checks, ready }) => {
        const { cache = true, database = false } = checks
        const failing = Object.entries(checks).flatMap(([name, ok]) => (ok ? [] : [name]))
        // The contract fixes the keys of the body (part 10), so what else is wrong is named beside it.
        return HttpServerResponse.setHeaders(
          json(ready ? 200 : 503, { ready, db: database, redis: cache }),
          failing.length === 0 ? {} : { "x-failing-checks": failing.join(", ") }
        )
      })
    )
    yield* router.add("GET", "/version", Effect.succeed(json(200, health.build)))
    yield* router.add(
      "GET",
      "/metrics",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const current = yield* CurrentRequest
        const token = config.metricsToken === undefined ? undefined : Redacted.value(config.metricsToken)
        if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
          return envelope(401, "unauthorized", "Send the metrics token.", current.requestId)
        }
        // Nobody may ever ask a runner for readiness, and what alerts go by is what was answered last.
        yield* health.readiness
        return HttpServerResponse.text(yield* exposition, { contentType: "text/plain; version=0.0.4" })
      })
    )
  })
)
