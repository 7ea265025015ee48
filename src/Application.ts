/** The whole service over a database, a server and a configuration: what main launches and what the test kit builds. */
import { Clock, Effect, Layer } from "effect"
import { ClusterLive } from "./Cluster.ts"
import { AppConfig } from "./Config.ts"
import { DemoLive } from "./demo/Workspace.ts"
import { DemoDesk } from "./edge/DemoDesk.ts"
import { ApiKeyStore } from "./features/tenant/api-keys/Store.ts"
import { CustomerStore } from "./features/tenant/customers/Store.ts"
import { HttpLive, ProbesOnlyLive } from "./Http.ts"
import { PlatformLive } from "./Platform.ts"
import { Health } from "./platform/observability/Health.ts"

const Front = Layer.unwrap(Effect.map(AppConfig, ({ role }) => (role === "runner" ? ProbesOnlyLive : HttpLive)))

/** How long readiness says no before the listener closes, so that whoever balances load has looked once more. */
const drain_notice = "500 millis"

/** Built last, so released first. A single machine has nobody to tell. */
const Drain = Layer.effectDiscard(
  Effect.gen(function* () {
    const health = yield* Health
    const { embedded } = yield* AppConfig
    // Wall time, whatever clock the service was given: the others live in it.
    const notice = Effect.provideService(Effect.sleep(drain_notice), Clock.Clock, Clock.Clock.defaultValue())
    yield* Effect.addFinalizer(() => Effect.andThen(health.drain, embedded ? Effect.void : notice))
  })
)

/** Wants AppConfig, DatabaseUrl, SqlClient, PgClient, ImageProvider and an HTTP server. */
export const Application = Drain.pipe(
  Layer.provideMerge(DemoLive),
  Layer.provide([ApiKeyStore.layer, CustomerStore.layer]),
  Layer.provideMerge(Front),
  Layer.provideMerge(ClusterLive),
  Layer.provide(DemoDesk.layer),
  Layer.provideMerge(PlatformLive)
)
