/** A node: the application on its own database, listener and logs. Wants the settings. */
import { Effect, Layer } from "effect"
import { Application } from "./Application.ts"
import { AppConfig } from "./Config.ts"
import { ServerLive } from "./edge/Server.ts"
import { BundlesAlone } from "./features/surfaces/cdn/Service.ts"
import { ImagesLive } from "./platform/images/OpenAiImages.ts"
import { MigratedSqlLive, ServedDatabaseUrlLive } from "./Platform.ts"
import { LogLive } from "./platform/observability/Log.ts"
import { TelemetryLive } from "./platform/observability/Telemetry.ts"

const Server = Layer.unwrap(Effect.map(AppConfig, ({ host, port }) => ServerLive({ host, port })))

export const Service = Application.pipe(
  Layer.provide([Server, ImagesLive, Layer.succeed(BundlesAlone, true)]),
  Layer.provide(MigratedSqlLive),
  Layer.provide(ServedDatabaseUrlLive),
  Layer.provide(TelemetryLive.pipe(Layer.provideMerge(LogLive)))
)
