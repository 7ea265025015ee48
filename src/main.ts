/** Launches a node; no logic. Settings come first: what is wrong with them is said before the service is even read. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import { AppConfig } from "./Config.ts"
import { launch, teardown } from "./Launch.ts"

const Service = Layer.unwrap(
  AppConfig.pipe(
    Effect.andThen(Effect.promise(() => import("./Service.ts"))),
    Effect.map((module) => module.Service)
  )
)

NodeRuntime.runMain(launch(Service.pipe(Layer.provide(AppConfig.layer))), { disableErrorReporting: true, teardown })
