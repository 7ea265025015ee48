/** Runs the service until it is told to stop. What keeps it from starting is said in one line that names the cause. */
import { Cause, Config, Console, Effect, Exit, Layer, type Runtime, Schema, SchemaIssue } from "effect"
import type { AppSettings } from "./Config.ts"
import { build } from "./platform/observability/Build.ts"
import type { Paint } from "./platform/observability/Log.ts"

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

/** Whose setting is to blame for what a library says in words of its own. */
const settingOf = (error: unknown, words: string): string => {
  if (/EADDRINUSE/.test(words))
    return `${words}. Another program has this port: set PORT (or RUNNER_PORT) to a free one`
  const { reason } = (error ?? {}) as { readonly reason?: { readonly _tag?: unknown } }
  const isUnreachable = ["ConnectionError", "AuthenticationError"].includes(String(reason?._tag))
  return isUnreachable && !words.includes("DATABASE_URL")
    ? `the database of DATABASE_URL does not answer: ${words}`
    : words
}

/** What went wrong, in one line for whoever can mend it. */
export const causeLine = (error: unknown): string => {
  const words = error instanceof Config.ConfigError ? configWords(error) : rootWords(error)
  return settingOf(error, words.replace(/\s+/g, " ").trim())
}

/** A failure is somebody's to mend and gets a line; a defect is ours and gets everything we know. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const failed = cause.reasons.find((reason) => reason._tag === "Fail")
  if (failed === undefined) return Effect.logFatal("the service stopped on a defect", cause)
  return Console.error(`hatchery did not start: ${causeLine(failed.error)}`)
}

export const launch = <E>(service: Layer.Layer<never, E>): Effect.Effect<never, E> =>
  Layer.launch(service).pipe(Effect.tapCause(report))

/** Where to look, one `name  value` a line: for programs that start this one. */
export const summary = ({ publicUrl }: AppSettings, key: string): string =>
  [
    `base_url       ${publicUrl}/api/v1`,
    `demo_key       ${key}`,
    `demo_page      ${publicUrl}/demo`,
    `api_reference  ${publicUrl}/docs`
  ].join("\n")

interface KeyAt {
  readonly key: string
  readonly file: string
}

/** The same for people, with what they may want to know next. */
export const banner = ({ publicUrl, role }: AppSettings, paint: Paint, demo?: KeyAt): string => {
  const line = (name: string, value: string) => `  ${paint(name.padEnd(10), "dim")} ${value}`
  const title = `  ${paint("Hatchery", "bold")} ${build.version} ${role === "all" ? "is running" : `runs as ${role}`}`
  return [
    "",
    `${title}; ${paint("Ctrl-C stops it", "dim")}`,
    "",
    ...(demo === undefined ? [] : [line("Demo", paint(`${publicUrl}/demo`, "cyan"))]),
    ...(role === "runner" ? [] : [line("API", `${publicUrl}/api/v1`), line("Reference", `${publicUrl}/docs`)]),
    ...(demo === undefined ? [] : [line("Demo key", demo.key), line("", `also in ${demo.file}`)]),
    "",
    ...(role === "runner" ? [] : [paint("  Requests appear below. LOG_FORMAT=json writes them as JSON.", "dim"), ""])
  ].join("\n")
}

/** Being told to stop is the ordinary end, not a failure. */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
