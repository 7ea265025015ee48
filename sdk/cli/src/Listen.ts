/** `hatchery listen`: the webhooks of a workspace at a server on this machine, in the order of what they tell. */
import { Console, Duration, Effect, Option, Redacted, Schema, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import type { WebhookDelivery } from "../../src/index.ts"
import { nearest } from "../../../src/cli/FilePlaces.ts"
import { refuse, sayingWhy } from "../../../src/cli/Outcome.ts"
import { makeFeed } from "./Feed.ts"
import { addressOf, type Fetched, forward, type Outcome } from "./Forward.ts"
import { isGone, type ListenEndpoint, listenEndpoint, removeLeftovers } from "./ListenEndpoint.ts"
import { clockOf, jsonFlag, type Output, outputOf } from "./Output.ts"
import { patiently } from "./Patience.ts"
import { folder, readIfThere, writePrivate } from "./Profiles.ts"
import { baseUrlFlag, onWorkspace, type Workspace } from "./Workspace.ts"

const pause = "1 second"
const pause_after_news = "200 millis"
/** how often it is looked whether the endpoint is still there and switched on */
const check = Duration.minutes(1)
const page_size = 200
/** bodies that are fetched ahead of the one that is being sent */
const ahead = 8

const Secrets = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))

/** Of this machine and a workspace, the same in every run: it can stand in the settings of what is being built. */
const signingSecret = Effect.fnUntraced(function* (workspace: Workspace, customer_id: string) {
  const path = join(folder(), "signing-secrets.json")
  const text = yield* readIfThere(path)
  const known = Option.getOrElse(Schema.decodeUnknownOption(Secrets)(text), () => ({}) as Record<string, string>)
  const name = `${workspace.baseUrl} ${customer_id}`
  const secret = known[name] ?? `whsec_${randomBytes(32).toString("base64")}`
  if (known[name] === undefined)
    yield* writePrivate(path, `${JSON.stringify({ ...known, [name]: secret }, undefined, 2)}\n`)
  return Redacted.make(secret)
})

/** Names nobody knows are refused with the nearest one. */
const checkEvents = Effect.fnUntraced(function* (workspace: Workspace, events: ReadonlyArray<string>) {
  const { data } = yield* workspace.ask((hatchery, options) => hatchery.webhooks.listEvents(options))
  const names = data.filter(({ sentTo }) => sentTo === "endpoints").map(({ event }) => event)
  const families = [...new Set(names.map((name) => `${name.split(".")[0]}.*`))]
  const known = ["*", ...families, ...names]
  const stranger = events.find((event) => !known.includes(event))
  if (stranger === undefined) return
  const meant = nearest(stranger, known)
  const hint = meant === undefined ? `Known are ${names.join(", ")}` : `Did you mean ${meant}?`
  yield* refuse(`There is no webhook event ${stranger}. ${hint}`)
})

const outcomeWords = (outcome: Outcome) =>
  outcome._tag === "Answered" ? { status: outcome.status } : { status: null, error: outcome.reason }

const told = (output: Output, { delivery_id, event }: Fetched, outcome: Outcome) => {
  const said = outcomeWords(outcome)
  const facts = { kind: "forwarded", delivery_id, event, ...said, ms: outcome.ms }
  return output.line(facts, (paint) => {
    const isGood = said.status !== null && said.status >= 200 && said.status < 300
    const answer = paint(String(said.status ?? said.error), isGood ? "green" : "red")
    const about = paint(`${delivery_id}  ${outcome.ms} ms`, "dim")
    return `${paint(clockOf(Date.now()), "dim")}  ${answer}  ${event.padEnd(24)}  ${about}`
  })
}

interface Listening {
  readonly endpoint: ListenEndpoint
  readonly workspace: Workspace
  readonly output: Output
  readonly to: URL
  readonly secret: Redacted.Redacted
}

const lost =
  "The endpoint was removed or switched off in the workspace; there is one again. What happened meanwhile is lost."

/** Fetches and sends what is new, for ever. */
const pump = ({ endpoint, output, secret, to, workspace }: Listening) => {
  const persistent = patiently(workspace, output)
  const feed = makeFeed({
    read: (cursor) => {
      const query = { ...(cursor === undefined ? {} : { cursor }), limit: page_size }
      return persistent(
        workspace.ask((hatchery, options) => hatchery.webhooks.listDeliveries(endpoint.id(), query, options))
      )
    },
    idOf: ({ deliveryId }: WebhookDelivery) => deliveryId,
    madeAt: ({ createdAt }) => Date.parse(createdAt),
    fromStart: true
  })
  const mended = Effect.flatMap(endpoint.ensure, (isAgain) => (isAgain ? output.note(lost) : Effect.void))
  const news = feed.pipe(Effect.catchIf(isGone, () => Effect.as(mended, [])))
  const fetched = ({ deliveryId, event }: WebhookDelivery) =>
    persistent(workspace.ask((hatchery, options) => hatchery.webhooks.getDelivery(deliveryId, options))).pipe(
      Effect.map(({ body }): ReadonlyArray<Fetched> => [
        { delivery_id: deliveryId, event, body: JSON.stringify(body) }
      ]),
      Effect.catchIf(isGone, () => Effect.succeed([]))
    )
  const waiting = output.note(`Nobody listens at ${to.href}. What comes is kept until somebody does.`)
  const send = (delivery: Fetched) =>
    Effect.flatMap(forward(to, secret, delivery, waiting), (outcome) => told(output, delivery, outcome))
  const round = Effect.gen(function* () {
    const found = yield* news
    const bodies = Stream.mapEffect(Stream.fromIterable(found), fetched, { concurrency: ahead })
    yield* Stream.runForEach(bodies, (some) => Effect.forEach(some, send, { discard: true }))
    yield* Effect.sleep(found.length > 0 ? pause_after_news : pause)
  })
  return Effect.raceFirst(Effect.forever(round), Effect.forever(Effect.delay(persistent(mended), check)))
}

const forwardTo = Flag.String("forward-to").pipe(
  Flag.withMetavar("<url>"),
  Flag.withDescription("where to: http://localhost:3000/hook, or 3000/hook")
)
const eventsFlag = Flag.String("events").pipe(
  Flag.withMetavar("<names>"),
  Flag.withDescription("which webhook events, with commas between: coins.earned, badge.*; default: all"),
  Flag.withDefault("*")
)
const printSecret = Flag.Boolean("print-secret").pipe(
  Flag.withDefault(false),
  Flag.withDescription("prints the signing secret and does nothing else")
)

const started = (listening: Listening, customer: string) => {
  const { endpoint, output, secret, to } = listening
  const signing_secret = Redacted.value(secret)
  const facts = { kind: "listening", forward_to: to.href, webhook_config_id: endpoint.id(), signing_secret }
  return output.line(facts, (paint) =>
    [
      `Webhooks of ${customer} go to ${paint(to.href, "cyan")}; ${paint("Ctrl-C ends it", "dim")}.`,
      `They are signed with ${paint(signing_secret, "bold")}`
    ].join("\n")
  )
}

interface Flags {
  readonly events: string
  readonly forwardTo: Option.Option<string>
  readonly json: boolean
  readonly printSecret: boolean
}

const listenTo = (workspace: Workspace, flags: Flags) =>
  Effect.gen(function* () {
    const { customerId, customerName } = yield* workspace.ask((hatchery, options) => hatchery.auth.whoami(options))
    const secret = yield* signingSecret(workspace, customerId)
    if (flags.printSecret) return yield* Console.log(Redacted.value(secret))
    const to = addressOf(Option.getOrElse(flags.forwardTo, () => ""))
    if (to === undefined)
      return yield* refuse("Say where to, without a name or password: --forward-to http://localhost:3000/hook")
    const events = flags.events.split(",").map((name) => name.trim())
    yield* checkEvents(workspace, events)
    const output = outputOf(flags.json)
    const removed = yield* removeLeftovers(workspace, customerId)
    if (removed > 0)
      yield* output.note(`Removed what ${removed} earlier ${removed === 1 ? "run" : "runs"} left behind.`)
    const endpoint = yield* listenEndpoint(workspace, customerId, events)
    const listening = { endpoint, output, secret, to, workspace }
    yield* started(listening, customerName)
    yield* pump(listening)
  }).pipe(Effect.scoped)

export const listen = Command.make(
  "listen",
  { baseUrl: baseUrlFlag, events: eventsFlag, forwardTo: Flag.optional(forwardTo), json: jsonFlag, printSecret },
  (flags) => onWorkspace(flags, (workspace) => listenTo(workspace, flags)).pipe(sayingWhy)
).pipe(Command.withDescription("Sends the webhooks of the workspace to a server on this machine, signed anew."))
