/** The whole service over a database, a server and a configuration: what main launches and what the test kit builds. */
import { Effect, Layer } from "effect"
import { ClusterLive } from "./Cluster.ts"
import { AppConfig } from "./Config.ts"
import { DemoLive } from "./Demo.ts"
import { DemoDesk } from "./edge/DemoDesk.ts"
import { ApiKeyStore } from "./features/api-keys/Store.ts"
import { CustomerStore } from "./features/customers/Store.ts"
import { HttpLive, ProbesOnlyLive } from "./Http.ts"
import { PlatformLive } from "./Platform.ts"

const Front = Layer.unwrap(Effect.map(AppConfig, ({ role }) => (role === "runner" ? ProbesOnlyLive : HttpLive)))

/** Wants AppConfig, DatabaseUrl, SqlClient, PgClient, ImageProvider and an HTTP server. */
export const Application = DemoLive.pipe(
  Layer.provide([ApiKeyStore.layer, CustomerStore.layer]),
  Layer.provideMerge(Front),
  Layer.provideMerge(ClusterLive),
  Layer.provide(DemoDesk.layer),
  Layer.provideMerge(PlatformLive)
)
