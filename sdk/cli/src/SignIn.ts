/** Logging in and out, and what one is logged in to. */
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag, Prompt } from "effect/cli"
import { text } from "node:stream/consumers"
import type { HatcheryError } from "../../src/index.ts"
import { printJson, refuse, sayingWhy } from "../../../src/cli/Outcome.ts"
import { baseUrlDefault, Targets, targetOf, type Target, variable } from "../../../src/cli/Target.ts"
import { isTerminal } from "./Output.ts"
import { folder, profileDefault, readProfiles, writeProfiles } from "./Profiles.ts"
import { baseUrlFlag, profileName, wordsOf, workspaceAt } from "./Workspace.ts"

const apiKey = Flag.Redacted("api-key").pipe(
  Flag.withDescription("a secret key; - reads it from standard input. Default: HATCHERY_API_KEY, else you are asked"),
  Flag.optional
)

const unanswered = () => refuse("Nothing was stored.")

const asked = <A>(prompt: Prompt.Prompt<A>) => Prompt.run(prompt).pipe(Effect.catchTag("QuitError", unanswered))

const fromInput = Effect.map(
  Effect.promise(() => text(process.stdin)),
  (input) => input.trim()
)

const seen =
  "hatchery: a key on a command line is seen in lists of processes and stays in the shell's history: " +
  "HATCHERY_API_KEY, or --api-key -, keeps it out of both."

const givenKey = Effect.fnUntraced(function* (flag: Option.Option<Redacted.Redacted>) {
  if (Option.isNone(flag)) {
    const stated = variable("HATCHERY_API_KEY")
    if (stated !== undefined) return stated
    if (isTerminal())
      return Redacted.value(yield* asked(Prompt.Hidden({ message: "Secret key (it is not shown):" }))).trim()
    return yield* fromInput
  }
  const value = Redacted.value(flag.value)
  if (value === "-") return yield* fromInput
  yield* Console.error(seen)
  return value
})

const givenUrl = (flag: Option.Option<string>) =>
  Effect.suspend(() => {
    const url = Option.getOrElse(flag, () => variable("HATCHERY_BASE_URL"))
    if (url !== undefined) return Effect.succeed(url)
    if (!isTerminal()) return Effect.succeed(baseUrlDefault)
    const prompt = Prompt.String({ message: `Base URL of the service (${baseUrlDefault}):` })
    return Effect.map(asked(prompt), (typed) => typed.trim() || baseUrlDefault)
  })

/** Whom the service takes the bearer of this key for. */
const whoIs = (target: Target) =>
  workspaceAt(target, 1)
    .ask((hatchery, options) => hatchery.auth.whoami(options))
    .pipe(Effect.catch((error: HatcheryError) => refuse(wordsOf(error, target))))

/** What kind of key it is, which it says itself. */
const kindOf = (key: Redacted.Redacted) => /^svc_(test|live)_/.exec(Redacted.value(key))?.[1] ?? "unknown"

export const login = Command.make("login", { apiKey, baseUrl: baseUrlFlag }, (flags) =>
  Effect.gen(function* () {
    const url = yield* givenUrl(flags.baseUrl)
    // A key is long to find: what is wrong with the address is said before.
    yield* targetOf(url, "")
    const key = yield* givenKey(flags.apiKey)
    if (key === "") return yield* refuse("No key was given: --api-key -, or HATCHERY_API_KEY, says which.")
    const target = yield* targetOf(url, key)
    const { credential, customerName } = yield* whoIs(target)
    if (credential.type !== "secret") return yield* refuse(`This is a ${credential.type} key; a secret key is wanted.`)
    const name = yield* profileName
    yield* writeProfiles({ ...(yield* readProfiles), [name]: { base_url: target.baseUrl, api_key: key } })
    const as = name === profileDefault ? "" : ` as ${name}`
    yield* Console.log(`Logged in${as}: ${customerName}, with a ${kindOf(target.key)} key, at ${target.baseUrl}.`)
  }).pipe(sayingWhy)
).pipe(Command.withDescription("Asks for a base URL and a secret key, tries them, and keeps them on this machine."))

const everybody = Flag.Boolean("all").pipe(Flag.withDefault(false), Flag.withDescription("of every profile"))

export const logout = Command.make("logout", { all: everybody }, ({ all }) =>
  Effect.gen(function* () {
    const { [yield* profileName]: mine, ...others } = yield* readProfiles
    if (mine === undefined && !all) return yield* refuse("You are not logged in.")
    yield* writeProfiles(all ? {} : others)
    yield* Console.log("Logged out. The key itself is still good: delete it in the workspace if it should not be.")
  }).pipe(sayingWhy)
).pipe(Command.withDescription("Forgets the key of a profile on this machine."))

const json = Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("print JSON instead of lines"))

export const status = Command.make("status", { baseUrl: baseUrlFlag, json }, (flags) =>
  Effect.gen(function* () {
    const target = yield* (yield* Targets)(flags.baseUrl)
    const { credential, customerName, plan } = yield* whoIs(target)
    const facts = {
      workspace: customerName,
      plan,
      key: credential.label,
      mode: kindOf(target.key),
      base_url: target.baseUrl,
      profiles: Object.keys(yield* readProfiles),
      folder: folder()
    }
    if (flags.json) return yield* printJson(facts)
    const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(10)} ${[value].flat().join(", ")}`)
    yield* Console.log(lines.join("\n"))
  }).pipe(sayingWhy)
).pipe(Command.withDescription("Whose key is used, at which service, and whether it is accepted there."))
