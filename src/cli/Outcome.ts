/** How a command ends: with what it found, or with what is wrong in words. */
import { Console, Effect } from "effect"
import { CliError } from "effect/cli"
import { causeLine } from "../platform/observability/CauseLine.ts"

export const refuse = (message: string): Effect.Effect<never, CliError.UserError> =>
  Effect.fail(new CliError.UserError({ cause: message }))

/** What is wrong in one line that names the cause, and exit status 1. */
export const sayingWhy = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  command.pipe(
    Effect.catch((error) =>
      Effect.sync(() => {
        // A refusal has its own words, and may take several lines.
        const refusal = error instanceof CliError.UserError && typeof error.cause === "string" ? error.cause : undefined
        console.error(`hatchery: ${refusal ?? causeLine(error)}`)
        process.exitCode = 1
      })
    ),
    Effect.asVoid
  )

export const printJson = (value: unknown): Effect.Effect<void> => Console.log(JSON.stringify(value, null, 2))
