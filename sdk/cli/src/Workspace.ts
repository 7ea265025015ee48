/** The workspace a command works on: whose key, at which service, and what its refusals mean to whoever typed it. */
import { type Context, Effect, type FileSystem, Option, Redacted } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import { AuthenticationError, ConnectionError, Hatchery, HatcheryError, TimeoutError } from "../../src/index.ts"
import type { CallOptions } from "../../src/transport.ts"
import { refuse } from "../../../src/cli/Outcome.ts"
import { baseUrlDefault, rootOf, targetOf, Targets, type Target, variable } from "../../../src/cli/Target.ts"
import { profileDefault, readProfiles } from "./Profiles.ts"

export const ProfileFlag = GlobalFlag.Setting("profile")({
  flag: Flag.String("profile").pipe(
    Flag.withDescription(`who is logged in; default: HATCHERY_PROFILE, else ${profileDefault}`),
    Flag.optional
  )
})

export const baseUrlFlag = Flag.String("base-url").pipe(
  Flag.withDescription("of the service; default: that of the profile, or HATCHERY_BASE_URL beside HATCHERY_API_KEY"),
  Flag.optional
)

export const profileName = Effect.map(ProfileFlag, (flag) =>
  Option.getOrElse(flag, () => variable("HATCHERY_PROFILE") ?? profileDefault)
)

/**
 * A key in the environment goes before a profile, unless one is asked for. The key of a profile goes to the service it
 * was given for and to no other.
 */
const resolve = Effect.fnUntraced(function* (flag: Option.Option<string>) {
  const isNamed = Option.isSome(yield* ProfileFlag)
  const name = yield* profileName
  const stored = (yield* readProfiles)[name]
  const key = isNamed ? undefined : variable("HATCHERY_API_KEY")
  const url = Option.getOrElse(flag, () => (isNamed ? undefined : variable("HATCHERY_BASE_URL")))
  if (key !== undefined) return yield* targetOf(url ?? stored?.base_url ?? baseUrlDefault, key)
  if (stored === undefined) {
    const who = name === profileDefault ? "You are not logged in" : `Nobody is logged in as ${name}`
    const login = name === profileDefault ? "hatchery login" : `hatchery login --profile ${name}`
    return yield* refuse(`${who}. Run ${login}, or set HATCHERY_API_KEY and HATCHERY_BASE_URL.`)
  }
  if (url !== undefined && rootOf(url) !== stored.base_url) {
    const other = `hatchery login --profile <name> --base-url ${rootOf(url)}`
    return yield* refuse(
      `The key of the profile ${name} is for ${stored.base_url} and is sent nowhere else. Run ${other}.`
    )
  }
  return yield* targetOf(stored.base_url, stored.api_key)
})

/** How this program finds its target, for commands it shares with others. */
export const targetsOfProfiles = Effect.gen(function* () {
  const context = yield* Effect.context<FileSystem.FileSystem | Context.Service.Identifier<typeof ProfileFlag>>()
  return ((flag) => Effect.provideContext(resolve(flag), context)) satisfies Targets
})

/** A refusal of the service, and what helps against it. */
export const wordsOf = (error: unknown, { baseUrl }: Pick<Target, "baseUrl">): string => {
  if (!(error instanceof HatcheryError)) return error instanceof Error ? error.message : String(error)
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return `${baseUrl} does not answer (${error.message}). Is it running? --base-url names another one.`
  if (error instanceof AuthenticationError)
    return `${baseUrl} does not accept this key (${error.code}). Run hatchery login with one of this workspace.`
  const asked = error.status >= 500 && error.requestId !== null ? ` The request was ${error.requestId}.` : ""
  return `${error.code}: ${error.message}${asked}`
}

export type Ask = <A>(
  call: (hatchery: Hatchery, options: CallOptions) => PromiseLike<A>
) => Effect.Effect<A, HatcheryError>

export interface Workspace extends Target {
  /** a call that is ended with the effect; each is tried `retries` times more */
  readonly ask: Ask
}

/** Everything else, too, has a code and words. */
const refusal = (error: unknown): HatcheryError =>
  error instanceof HatcheryError ? error : new HatcheryError({ code: "not_sent", message: String(error), cause: error })

export const workspaceAt = (target: Target, maxRetries: number): Workspace => {
  const hatchery = new Hatchery({ apiKey: Redacted.value(target.key), baseUrl: target.baseUrl, maxRetries })
  const ask: Ask = (call) => Effect.tryPromise({ try: (signal) => call(hatchery, { signal }), catch: refusal })
  return { ...target, ask }
}

/** Runs a handler with the workspace that was meant; what the service refuses is said in words. */
export const onWorkspace = <A, E, R>(
  flags: { readonly baseUrl: Option.Option<string> },
  handler: (workspace: Workspace) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const target = yield* (yield* Targets)(flags.baseUrl)
    return yield* handler(workspaceAt(target, 2)).pipe(
      Effect.catchIf(
        (error) => error instanceof HatcheryError,
        (error) => refuse(wordsOf(error, target))
      )
    )
  })
