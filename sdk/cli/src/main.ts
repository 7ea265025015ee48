/**
 * `hatchery` as `@hatchery/cli` brings it, for those who build on a workspace: it works over HTTP alone, against any
 * base URL. Exit status: 0 well done or ended by Ctrl-C; 1 refused or unreachable; 2 typed wrongly.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, type Runtime } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import { readFileSync } from "node:fs"
import { causeLine } from "../../../src/platform/observability/CauseLine.ts"
import { config } from "../../../src/cli/ConfigCommand.ts"
import { Targets } from "../../../src/cli/Target.ts"
import { listen } from "./Listen.ts"
import { login, logout, status } from "./SignIn.ts"
import { tail } from "./Tail.ts"
import { trigger } from "./Trigger.ts"
import { ProfileFlag, targetsOfProfiles } from "./Workspace.ts"

// A key that was given as an argument is not for every list of processes.
process.title = "hatchery"

/** Of the package this program stands in. */
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }

const hatchery = Command.make("hatchery").pipe(
  Command.withDescription("Hatchery from a terminal: log in once, then listen, trigger, tail and configure."),
  Command.withSubcommands([login, logout, status, listen, trigger, tail, config]),
  Command.provideEffect(Targets, targetsOfProfiles),
  Command.withGlobalFlags([ProfileFlag])
)

const isMistyped = (error: unknown) =>
  CliError.isCliError(error) && error._tag === "ShowHelp" && error.errors.length > 0

const isHelp = (error: unknown) => CliError.isCliError(error) && error._tag === "ShowHelp" && error.errors.length === 0

const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  return CliError.isCliError(error) ? Effect.void : Console.error(`hatchery: ${causeLine(error)}`)
}

const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return onExit(0)
  const error = Cause.squash(exit.cause)
  onExit(isHelp(error) ? 0 : isMistyped(error) ? 2 : 1)
}

/** What was typed wrongly gets what is wrong with it, not a page of help. */
const presenter: CliOutput.Presenter = {
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Effect.gen(function* () {
          const words = event.errors.map(({ message }) => message.replace(/\s+/g, " "))
          yield* Console.error(`hatchery: ${words.join("; ")}`)
          yield* Console.error(`${event.commandPath.join(" ")} --help says what there is.`)
        })
      : CliOutput.defaultPresenter.present(event)
}

/** The ordinary end also where the terminal was closed, or whoever read the output has gone. */
const end = () => void process.emit("SIGTERM")
process.on("SIGHUP", end)
process.stdout.on("error", end)

NodeRuntime.runMain(
  Command.run(hatchery, { version }).pipe(
    Effect.tapCause(report),
    Effect.provide(CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })),
    Effect.provide(CliOutput.layerPresenter(presenter)),
    Effect.provide(NodeServices.layer)
  ),
  { disableErrorReporting: true, teardown }
)
