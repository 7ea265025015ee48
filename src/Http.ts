/** Every handler layer, the middleware they share, the reference pages and the probes. One line per family, no logic. */
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { Api } from "./Api.ts"
import { EnvelopeLive } from "./edge/Envelope.ts"
import { AddressGateLive, GateLive } from "./edge/Gate.ts"
import { IdempotentLive } from "./edge/Idempotency.ts"
import { probeRoutes, ProbesLive } from "./edge/Probes.ts"
import { RequestLog } from "./edge/RequestLog.ts"
import { Routes, routesOf } from "./edge/Routes.ts"
import { ValidationLive } from "./edge/Validation.ts"
import { ApiKeysHttp } from "./features/api-keys/Http.ts"
import { HealthHttp } from "./features/health/Http.ts"

const Families = Layer.mergeAll(
  // tenant
  ApiKeysHttp,
  // insight
  HealthHttp
)

const Shared = Layer.mergeAll(ValidationLive, IdempotentLive, GateLive, AddressGateLive)

const RoutesLive = Layer.succeed(Routes, routesOf(Api, [
  ...probeRoutes,
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" }
]))

/** Routes and middleware on the router; wants the platform's services and a server. */
export const HttpRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }),
  HttpApiScalar.layer(Api, { path: "/docs" }),
  ProbesLive
).pipe(
  Layer.provide(EnvelopeLive),
  Layer.provide(Families.pipe(Layer.provide(Shared))),
  Layer.provide([RequestLog.layer, RoutesLive])
)

export const HttpLive = HttpRouter.serve(HttpRoutes, { disableLogger: true, disableListenLog: true })
