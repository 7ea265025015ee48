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

/** Each with all it stands on: whoever wants one does not wait until the others are read. */
const commands = {
  cluster: async () => (await import("./Cluster.ts")).cluster,
  config: async () => (await import("./ConfigCommand.ts")).config,
  verify: async () => (await import("./Verify.ts")).verify,
  keys: async () => (await import("./Keys.ts")).keys,
  erasures: async () => (await import("./Erasures.ts")).erasures,
  analytics: async () => (await import("./Analytics.ts")).analytics,
  "dead-letters": async () => (await import("./DeadLetters.ts")).deadLetters,
  deliveries: async () => (await import("./Deliveries.ts")).deliveries
}

const [, , named = ""] = process.argv
/** All of them where help or the nearest name is wanted. */
const wanted = Object.entries(commands).filter(([name]) => name === named || !Object.hasOwn(commands, named))

const hatchery = Command.make("hatchery").pipe(
  Command.withDescription("Operates a Hatchery: the database of DATABASE_URL, else the embedded one of DATA_DIR."),
  Command.withSubcommands(await Promise.all(wanted.map(([, load]) => load())))
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
