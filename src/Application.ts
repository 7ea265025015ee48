/** The whole service over a database, a server and a configuration: what main launches and what the test kit builds. */
import { Layer } from "effect"
import { ClusterLive } from "./Cluster.ts"
import { DemoLive } from "./Demo.ts"
import { DemoDesk } from "./edge/DemoDesk.ts"
import { ApiKeyStore } from "./features/api-keys/Store.ts"
import { CustomerStore } from "./features/customers/Store.ts"
import { HttpLive } from "./Http.ts"
import { PlatformLive } from "./Platform.ts"

/** Wants AppConfig, DatabaseUrl, SqlClient, PgClient, ImageProvider and an HTTP server. */
export const Application = DemoLive.pipe(
  Layer.provide([ApiKeyStore.layer, CustomerStore.layer]),
  Layer.provideMerge(HttpLive),
  Layer.provideMerge(ClusterLive),
  Layer.provide(DemoDesk.layer),
  Layer.provideMerge(PlatformLive)
)
