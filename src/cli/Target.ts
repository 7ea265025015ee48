/** Where a command that works over HTTP finds the service, and the key of the workspace it works on. */
import { Context, Effect, Option, Redacted } from "effect"
import { type CliError, Flag } from "effect/cli"
import { refuse } from "./Outcome.ts"

export interface Target {
  /** with or without the version prefix */
  readonly baseUrl: string
  readonly key: Redacted.Redacted
}

export const baseUrlDefault = "http://127.0.0.1:4000"

export const baseUrlFlag = Flag.String("base-url").pipe(
  Flag.withDescription(`of the service; default: HATCHERY_BASE_URL, else ${baseUrlDefault}`),
  Flag.optional
)

/** An address as it is compared and stored: `https://host/api/v1/` and `https://host` are the same. */
export const rootOf = (baseUrl: string): string => baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "")

/** What a variable of the environment says; one that is empty says nothing. */
export const variable = (name: string): string | undefined => process.env[name] || undefined

/** The key is taken from the environment alone: what stands on a command line shows in every list of processes. */
const fromEnvironment: Targets = (baseUrl) =>
  Effect.gen(function* () {
    const key = variable("HATCHERY_API_KEY")
    if (key === undefined) return yield* refuse("Set HATCHERY_API_KEY to a secret key of the workspace.")
    const url = Option.getOrElse(baseUrl, () => variable("HATCHERY_BASE_URL") ?? baseUrlDefault)
    return yield* targetOf(url, key)
  })

export const targetOf = Effect.fnUntraced(function* (url: string, key: string) {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    return yield* refuse(`${url} is no base URL, which begins with http:// or https://, as ${baseUrlDefault}.`)
  }
  return { baseUrl: rootOf(url), key: Redacted.make(key) } satisfies Target
})

/** What is meant when this base URL was given, or none. */
export type Targets = (baseUrl: Option.Option<string>) => Effect.Effect<Target, CliError.UserError>

/** Programs differ in where they look; this is how operators tell it. */
export const Targets = Context.Reference<Targets>("hatchery/cli/Targets", { defaultValue: () => fromEnvironment })
