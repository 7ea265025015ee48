/** `hatchery trigger`: events as the product would send them, and examples of webhooks. */
import { Clock, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { randomUUID } from "node:crypto"
import type { WebhookEvent } from "../../src/index.ts"
import { nearest } from "../../../src/cli/FilePlaces.ts"
import { refuse, sayingWhy } from "../../../src/cli/Outcome.ts"
import { eventFacts, eventWords } from "./EventLine.ts"
import { jsonFlag, type Output, outputOf } from "./Output.ts"
import { baseUrlFlag, onWorkspace, type Workspace } from "./Workspace.ts"

const count_max = 1_000
const userDefault = "hatchery-cli"

const flags = {
  event: Argument.String("event").pipe(Argument.withDescription("its type, such as lesson.completed")),
  user: Flag.String("user").pipe(
    Flag.withDescription(`user_id of whoever did it; default: ${userDefault}`),
    Flag.withDefault(userDefault)
  ),
  property: Flag.String("property").pipe(
    Flag.withAlias("p"),
    Flag.withMetavar("<name=value>"),
    Flag.withDescription("a property, and again for each; numbers, true, false, null and JSON are taken as such"),
    Flag.atLeast(0)
  ),
  audience: Flag.String("audience").pipe(Flag.withDescription("which of the user's buddies hears it"), Flag.optional),
  count: Flag.Int("count").pipe(
    Flag.withDescription(`how many, one after the other; at most ${count_max}`),
    Flag.withDefault(1)
  ),
  hatch: Flag.Boolean("hatch").pipe(
    Flag.withDefault(false),
    Flag.withDescription("hatches a buddy for the user first if there is none")
  ),
  webhook: Flag.Boolean("webhook").pipe(
    Flag.withDefault(false),
    Flag.withDescription("sends the example of a webhook event, such as badge.awarded, to every endpoint instead")
  ),
  baseUrl: baseUrlFlag,
  json: jsonFlag
}

interface Flags {
  readonly event: string
  readonly user: string
  readonly property: ReadonlyArray<string>
  readonly audience: Option.Option<string>
  readonly count: number
  readonly hatch: boolean
  readonly webhook: boolean
  readonly json: boolean
}

/** JSON where it is JSON and no digit of it gets lost, else the text itself. */
export const valueOf = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value
  } catch {
    return text
  }
}

const propertiesOf = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
  const nameless = given.find((one) => one.indexOf("=") < 1)
  if (nameless !== undefined) return yield* refuse(`--property ${nameless} says no name and value: --property score=95`)
  return Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf("=")
      return [one.slice(0, at), valueOf(one.slice(at + 1))] as const
    })
  )
})

const sent = Effect.fnUntraced(function* (workspace: Workspace, flags: Flags, properties: Record<string, unknown>) {
  const occurred_at = yield* Clock.currentTimeMillis
  const eventId = `cli-${randomUUID()}`
  const audience = Option.match(flags.audience, { onNone: () => ({}), onSome: (audience) => ({ audience }) })
  const event = { type: flags.event, userId: flags.user, eventId, properties, ...audience }
  yield* workspace.ask((hatchery, options) =>
    hatchery.events.create({ ...event, occurredAt: new Date(occurred_at).toISOString() }, options)
  )
  return yield* workspace.ask((hatchery, options) => hatchery.events.get(eventId, options))
})

/** Why an event may have brought nothing, where that can be seen from here. */
const explain = Effect.fnUntraced(function* (workspace: Workspace, flags: Flags, buddy: string | null, output: Output) {
  if (buddy === null)
    return yield* output.note(`${flags.user} has no buddy, so nobody heard it; --hatch hatches one first.`)
  const { data } = yield* catalogue(workspace)
  if (data.some(({ event }) => event === flags.event))
    yield* output.note(`${flags.event} is a webhook event: --webhook sends its example to your endpoints.`)
})

const triggerEvents = Effect.fnUntraced(function* (workspace: Workspace, flags: Flags) {
  const { count, hatch } = flags
  const properties = yield* propertiesOf(flags.property)
  if (count < 1 || count > count_max) return yield* refuse(`--count is from 1 to ${count_max}.`)
  const output = outputOf(flags.json)
  const who = { userId: flags.user, ...Option.match(flags.audience, { onNone: () => ({}), onSome: inAudience }) }
  if (hatch) yield* workspace.ask((hatchery, options) => hatchery.ensureBuddy(who, { signal: options.signal }))
  for (let index = 0; index < count; index++) {
    const event = yield* sent(workspace, flags, properties)
    yield* output.line(eventFacts(event), eventWords(event))
    if (index === count - 1) yield* explain(workspace, flags, event.buddyId, output)
  }
})

const inAudience = (audience: string) => ({ metadata: { audience } })

const catalogue = (workspace: Workspace) => workspace.ask((hatchery, options) => hatchery.webhooks.listEvents(options))

const triggerWebhook = Effect.fnUntraced(function* (workspace: Workspace, { event, json }: Flags) {
  const names = (yield* catalogue(workspace)).data.map((known: WebhookEvent) => known.event)
  if (!names.includes(event)) {
    const meant = nearest(event, names)
    return yield* refuse(`There is no webhook event ${event}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`)
  }
  const { data } = yield* workspace.ask((hatchery, options) => hatchery.webhooks.list({ limit: 100 }, options))
  const endpoints = data.filter(({ enabled }) => enabled)
  if (endpoints.length === 0) return yield* refuse("No endpoint hears webhooks: hatchery listen makes one.")
  const output = outputOf(json)
  for (const { url, webhookConfigId } of endpoints) {
    const { deliveryId } = yield* workspace.ask((hatchery, options) =>
      // The service knows its own events; the names of another version are as good.
      hatchery.webhooks.test(webhookConfigId, { event: event as never }, options)
    )
    const facts = { kind: "webhook", event, url, delivery_id: deliveryId }
    yield* output.line(facts, (paint) => `${event}  ${url}  ${paint(deliveryId, "dim")}`)
  }
})

export const trigger = Command.make("trigger", flags, (given) =>
  onWorkspace(given, (workspace) =>
    given.webhook ? triggerWebhook(workspace, given) : triggerEvents(workspace, given)
  ).pipe(sayingWhy)
).pipe(Command.withDescription("Sends events, and shows what they brought."))
