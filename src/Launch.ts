/** Runs the service until it is told to stop. What keeps it from starting is said in one line that names the cause. */
import { Cause, Config, Console, Effect, Exit, Layer, type Runtime, Schema, SchemaIssue } from "effect"

const issues = SchemaIssue.makeFormatterStandardSchemaV1()

const configWords = ({ cause }: Config.ConfigError): string =>
  Schema.isSchemaError(cause)
    ? issues(cause.issue)
        .issues.map(({ message, path = [] }) => `${path.map(String).join(".")}: ${message}`)
        .join("; ")
    : cause.message

/** The innermost message: the wrappers say where, the root says what. */
const rootWords = (error: unknown): string => {
  let current = error
  for (let depth = 0; depth < 8; depth++) {
    const { cause, reason } = (current ?? {}) as { readonly cause?: unknown; readonly reason?: unknown }
    const next = cause ?? (typeof reason === "object" ? reason : undefined)
    if (next === undefined || next === null) break
    current = next
  }
  return current instanceof Error && current.message !== "" ? current.message : String(current)
}

/** What went wrong, in one line for whoever can mend it. */
export const causeLine = (error: unknown): string =>
  (error instanceof Config.ConfigError ? configWords(error) : rootWords(error)).replace(/\s+/g, " ").trim()

/** A failure is somebody's to mend and gets a line; a defect is ours and gets everything we know. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const failed = cause.reasons.find((reason) => reason._tag === "Fail")
  if (failed === undefined) return Effect.logFatal("the service stopped on a defect", cause)
  return Console.error(`hatchery did not start: ${causeLine(failed.error)}`)
}

export const launch = <E>(service: Layer.Layer<never, E>): Effect.Effect<never, E> =>
  Layer.launch(service).pipe(Effect.tapCause(report))

/** Being told to stop is the ordinary end, not a failure. */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
