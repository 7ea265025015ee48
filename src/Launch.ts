/** Runs the service until it is told to stop. What keeps it from starting is said in one line that names the cause. */
import { Cause, Console, Effect, Exit, Layer, type Runtime } from "effect"
import type { AppSettings } from "./Config.ts"
import { build } from "./platform/observability/Build.ts"
import { causeLine } from "./platform/observability/CauseLine.ts"
import type { Paint } from "./platform/observability/Paint.ts"

/** What a disk says to whoever writes: full, over a quota, read-only, somebody else's. */
const disk_codes = ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM"]

const isOfTheDisk = (defect: unknown) =>
  defect instanceof Error && disk_codes.includes(String((defect as NodeJS.ErrnoException).code))

/** A failure is somebody's to mend and gets a line, as do disks; another defect is ours and gets everything we know. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  for (const reason of cause.reasons) {
    if (reason._tag === "Fail") return Console.error(`hatchery did not start: ${causeLine(reason.error)}`)
    if (reason._tag === "Die" && isOfTheDisk(reason.defect))
      return Console.error(`hatchery cannot write: ${causeLine(reason.defect)}`)
  }
  return Effect.logFatal("the service stopped on a defect", cause)
}

export const launch = <E>(service: Layer.Layer<never, E>): Effect.Effect<never, E> =>
  Layer.launch(service).pipe(Effect.tapCause(report))

/** Of the demo workspace: its key, and in the embedded default its name in its address. */
export const demoShowroom = "class"
const demoShowroomPath = `/showroom/${demoShowroom}`

/** Where to look, one `name  value` a line: for programs that start this one. */
export const summary = ({ publicUrl }: AppSettings, key: string): string =>
  [
    `base_url       ${publicUrl}/api/v1`,
    `demo_key       ${key}`,
    `console        ${publicUrl}/console`,
    `demo_page      ${publicUrl}/demo`,
    `demo_showroom  ${publicUrl}${demoShowroomPath}`,
    `api_reference  ${publicUrl}/docs`
  ].join("\n")

interface KeyAt {
  readonly key: string
  readonly file: string
}

export type Announced = Pick<AppSettings, "embedded" | "publicUrl" | "role" | "smtpUrl">

/** The same for people, with what they may want to know next. */
export const banner = (settings: Announced, paint: Paint, demo?: KeyAt): string => {
  const { embedded, publicUrl, role, smtpUrl } = settings
  const line = (name: string, value: string) => `  ${paint(name.padEnd(10), "dim")} ${value}`
  const title = `  ${paint("Hatchery", "bold")} ${build.version} ${role === "all" ? "is running" : `runs as ${role}`}`
  return [
    "",
    `${title}; ${paint("Ctrl-C stops it", "dim")}`,
    "",
    ...(demo === undefined
      ? []
      : [line("Demo", paint(`${publicUrl}/demo`, "cyan")), line("Showroom", `${publicUrl}${demoShowroomPath}`)]),
    ...(role === "runner" ? [] : [line("Console", `${publicUrl}/console`)]),
    ...(role === "runner" ? [] : [line("API", `${publicUrl}/api/v1`), line("Reference", `${publicUrl}/docs`)]),
    // Whoever registers waits for a mail that nobody sends: it is kept there.
    ...(role === "runner" || !embedded || smtpUrl !== undefined ? [] : [line("Mails", `${publicUrl}/dev/mails`)]),
    ...(demo === undefined ? [] : [line("Demo key", demo.key), line("", `also in ${demo.file}`)]),
    "",
    ...(role === "runner" ? [] : [paint("  Requests appear below. LOG_FORMAT=json writes them as JSON.", "dim"), ""])
  ].join("\n")
}

/** Being told to stop is the ordinary end, not a failure. */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
