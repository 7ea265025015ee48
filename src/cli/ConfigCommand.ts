/**
 * `hatchery config`: a workspace's configuration as a file under version control. It works through the public API
 * alone, so it works against any base URL. Exit status: 0 well done; 1 refused or unreachable; 2 for
 * `plan --exit-code` when the file would change something.
 */
import { Console, Effect, FileSystem, Option, Schema } from "effect"
import { Argument, Command, Flag, Prompt } from "effect/cli"
import { ConfigPlan } from "../features/authoring/config-versions/Api/Files.ts"
import { ConfigVersion, ConfigVersionSummary } from "../wire/answers/ConfigVersion.ts"
import { ConfigClient, FileRefused } from "./ConfigClient.ts"
import { type ConfigText, type Issue, issueLines, refusalLine } from "./ConfigComplaints.ts"
import { paintOf } from "../platform/observability/Paint.ts"
import { printJson, refuse, sayingWhy } from "./Outcome.ts"
import { baseUrlFlag as baseUrl, Targets } from "./Target.ts"
import { planText, type PlanView, removalWords } from "./PlanText.ts"

const fileDefault = "hatchery.config.json"
const changed_status = 2

const file = Argument.String("file").pipe(
  Argument.withDescription(`default: ${fileDefault}; - is standard input or output`),
  Argument.withDefault(fileDefault)
)
const version = Flag.String("config-version").pipe(
  Flag.withDescription("identifier or number of a config version; default: the open draft, else the active version"),
  Flag.optional
)
const json = Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("print JSON instead of lines"))

interface Where {
  readonly baseUrl: Option.Option<string>
}

const connected = <A, E, R>({ baseUrl }: Where, handler: Effect.Effect<A, E, R | ConfigClient>) =>
  Effect.gen(function* () {
    const target = yield* (yield* Targets)(baseUrl)
    return yield* Effect.provide(handler, ConfigClient.layer(target))
  }).pipe(sayingWhy)

const understood = <S extends Schema.Constraint & { readonly DecodingServices: never }>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(schema)
  const strange = () => refuse("The service speaks another version of this API.")
  return (body: unknown) => decode(body).pipe(Effect.catch(strange))
}

const Versions = Schema.Struct({ data: Schema.Array(ConfigVersionSummary) })

/** The newest versions: the draft, when there is one, is the newest of all. */
const newest = Effect.fnUntraced(function* () {
  const { data } = yield* understood(Versions)(yield* (yield* ConfigClient).get("/config-versions?limit=100"))
  return {
    draft: data.find(({ status }) => status === "draft"),
    active: data.find(({ is_active }) => is_active)
  }
})

const readFile = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files
    .readFileString(path === "-" ? "/dev/stdin" : path)
    .pipe(
      Effect.catch(({ reason }) =>
        refuse(reason._tag === "NotFound" ? `There is no ${path}: config pull writes one.` : `${path} cannot be read.`)
      )
    )
  const content = yield* Effect.try({ try: () => JSON.parse(text) as unknown, catch: (error) => error }).pipe(
    Effect.catch((error) => refuse(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`))
  )
  return { path, text, content } satisfies ConfigText
})

/** What the service refuses about the file, line by line. Names it does not know are looked up in its own schema. */
const explained = (file: ConfigText) => (issues: ReadonlyArray<Issue>) =>
  Effect.gen(function* () {
    const schema = yield* Effect.orElseSucceed((yield* ConfigClient).get("/schemas/config-file"), () => undefined)
    return [`${file.path} does not fit:`, ...issueLines(file, issues, schema)].join("\n  ")
  })

const posted = Effect.fnUntraced(function* (path: string, file: ConfigText) {
  return yield* (yield* ConfigClient).post(path, file.content).pipe(
    Effect.catchIf(
      (error) => error instanceof FileRefused,
      (error) => Effect.flatMap(explained(file)(error.issues), refuse)
    )
  )
})

const isTerminal = () => process.stdout.isTTY && process.stdin.isTTY

/** Colours at a terminal only; `git diff` and CI read text. */
const viewOf = (file: ConfigText, isWhole: boolean): PlanView => ({
  paint: process.stdout.isTTY ? paintOf({ noColor: process.env["NO_COLOR"] }) : (text) => text,
  all: isWhole,
  refusal: refusalLine(file)
})

/** What is removed is gone for good: a person is asked, a script has to say that it knows. */
const confirmRemoval = Effect.fnUntraced(function* (planned: ConfigPlan, isSure: boolean) {
  const removed = removalWords(planned)
  if (removed === "" || isSure) return
  if (!isTerminal()) return yield* refuse(`Nothing was pushed: this removes ${removed}. Say --yes to go on.`)
  const message = `This removes ${removed}. Go on?`
  const goes = yield* Prompt.run(Prompt.Confirm({ message, initial: false })).pipe(Effect.orElseSucceed(() => false))
  if (!goes) return yield* refuse("Nothing was pushed.")
})

const planOf = Effect.fnUntraced(function* (file: ConfigText) {
  return yield* understood(ConfigPlan)(yield* posted("/config-versions/plan", file))
})

const pull = Command.make("pull", { baseUrl, file, version }, (flags) =>
  connected(
    flags,
    Effect.gen(function* () {
      const client = yield* ConfigClient
      const { active, draft } = yield* newest()
      const wanted = Option.getOrUndefined(flags.version) ?? (draft ?? active)?.config_version_id
      if (wanted === undefined) return yield* refuse("There is no config version yet.")
      const found = yield* client.get(`/config-versions/${encodeURIComponent(wanted)}/export`)
      if (flags.file === "-") return yield* printJson(found)
      const files = yield* FileSystem.FileSystem
      yield* files
        .writeFileString(flags.file, `${JSON.stringify(found, null, 2)}\n`)
        .pipe(Effect.catch(() => refuse(`${flags.file} cannot be written.`)))
      yield* Console.log(`Wrote ${flags.file}.`)
    })
  )
).pipe(Command.withDescription("Writes the configuration of the workspace into the file."))

const exitCode = Flag.Boolean("exit-code").pipe(
  Flag.withDefault(false),
  Flag.withDescription(`exit status ${changed_status} when the file would change something`)
)

const all = Flag.Boolean("all").pipe(Flag.withDefault(false), Flag.withDescription("every line, however many"))

const plan = Command.make("plan", { all, baseUrl, file, json, exitCode }, (flags) =>
  connected(
    flags,
    Effect.gen(function* () {
      const text = yield* readFile(flags.file)
      const found = yield* planOf(text)
      if (flags.json) yield* printJson(found)
      else yield* Console.log(planText(found, viewOf(text, flags.all)))
      if (flags.exitCode && !found.in_sync) process.exitCode = changed_status
    })
  )
).pipe(Command.withDescription("Shows what a push would change and what publishing would refuse. Writes nothing."))

const publishDraft = Effect.fnUntraced(function* (config_version_id: string) {
  const client = yield* ConfigClient
  const path = `/config-versions/${encodeURIComponent(config_version_id)}/publish`
  const { number } = yield* understood(ConfigVersion)(yield* client.post(path))
  yield* Console.log(`Published version ${number}.`)
})

const push = Command.make(
  "push",
  {
    all,
    baseUrl,
    file,
    yes: Flag.Boolean("yes").pipe(Flag.withDefault(false), Flag.withDescription("remove what the plan removes")),
    publish: Flag.Boolean("publish").pipe(Flag.withDefault(false), Flag.withDescription("publish the draft at once"))
  },
  (flags) =>
    connected(
      flags,
      Effect.gen(function* () {
        const text = yield* readFile(flags.file)
        const planned = yield* planOf(text)
        yield* Console.log(planText(planned, viewOf(text, flags.all)))
        if (planned.errors.length > 0) return yield* refuse("Nothing was pushed.")
        const isOpen = planned.compared_with?.status === "draft"
        // What is in force already needs no draft that says the same.
        if (planned.in_sync && !(flags.publish && isOpen)) return
        yield* confirmRemoval(planned, flags.yes)
        // Only what was shown is done: if somebody was faster, the service refuses.
        const path = `/config-versions/import?expected_revision=${encodeURIComponent(planned.revision)}`
        const draft = yield* understood(ConfigVersion)(yield* posted(path, text))
        yield* Console.log(`Draft ${draft.number} is as the file says.`)
        if (flags.publish) yield* publishDraft(draft.config_version_id)
      })
    )
).pipe(Command.withDescription("Writes the file into the workspace: live parts at once, rules into the draft."))

const publish = Command.make("publish", { baseUrl, version }, (flags) =>
  connected(
    flags,
    Effect.gen(function* () {
      const named = Option.getOrUndefined(flags.version) ?? (yield* newest()).draft?.config_version_id
      if (named === undefined) return yield* refuse("There is no open draft.")
      yield* publishDraft(named)
    })
  )
).pipe(Command.withDescription("Publishes the open draft."))

export const config = Command.make("config").pipe(
  Command.withDescription("The configuration of a workspace as a file."),
  Command.withSubcommands([pull, plan, push, publish])
)
