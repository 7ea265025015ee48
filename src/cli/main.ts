/**
 * `npm run <command>` for operators, what they do beside running the service. Results go to stdout, everything else to
 * stderr; the exit code is 0 when all is well. One line per command.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Layer, Logger, References } from "effect"
import { CliError, Command } from "effect/cli"
import { teardown } from "../Launch.ts"
import { causeLine } from "../platform/observability/CauseLine.ts"
import { build } from "../platform/observability/Build.ts"
import { analytics } from "./Analytics.ts"
import { cluster } from "./Cluster.ts"
import { config } from "./ConfigCommand.ts"
import { deadLetters } from "./DeadLetters.ts"
import { deliveries } from "./Deliveries.ts"
import { erasures } from "./Erasures.ts"
import { keys } from "./Keys.ts"
import { verify } from "./Verify.ts"

const hatchery = Command.make("hatchery").pipe(
  Command.withDescription("Operates a Hatchery: the database of DATABASE_URL, else the embedded one of DATA_DIR."),
  Command.withSubcommands([cluster, config, verify, keys, erasures, analytics, deadLetters, deliveries])
)

/** Refusals and wrong invocations have been printed by the command line already. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  return CliError.isCliError(error) ? Effect.void : Console.error(`hatchery: ${causeLine(error)}`)
}

const Log = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

NodeRuntime.runMain(
  Command.run(hatchery, { version: build.version }).pipe(
    Effect.tapCause(report),
    Effect.provide(Layer.merge(NodeServices.layer, Log))
  ),
  { disableErrorReporting: true, teardown }
)
