/** `hatchery tail`: what comes in and what goes out, while it does. */
import { Clock, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { HatcheryError, WebhookConfig, WebhookDelivery } from "../../src/index.ts"
import { encode } from "../../src/names.ts"
import type { Paint } from "../../../src/platform/observability/Paint.ts"
import { sayingWhy } from "../../../src/cli/Outcome.ts"
import { eventFacts, eventWords } from "./EventLine.ts"
import { type Feed, makeFeed } from "./Feed.ts"
import { isFetched, isGone } from "./ListenEndpoint.ts"
import { clockOf, harmless, jsonFlag, type Output, outputOf } from "./Output.ts"
import { patiently } from "./Patience.ts"
import { baseUrlFlag, onWorkspace, type Workspace } from "./Workspace.ts"

const pause = "1 second"
const page_size = 100
/** endpoints that are asked at a time */
const at_once = 4
/** how often it is looked which endpoints there are */
const endpoints_ms = 15_000

const only = Flag.Literals("only", ["events", "deliveries"]).pipe(
  Flag.withDescription("events that come in, or deliveries of webhooks; default: both"),
  Flag.optional
)
const user = Flag.String("user").pipe(Flag.withDescription("events of this user_id alone"), Flag.optional)
const type = Flag.String("type").pipe(Flag.withDescription("events of this type alone"), Flag.optional)

interface Wanted {
  readonly user: Option.Option<string>
  readonly type: Option.Option<string>
}

const query = (cursor: string | undefined) => ({ ...(cursor === undefined ? {} : { cursor }), limit: page_size })

const eventsOf = (workspace: Workspace, wanted: Wanted) => {
  const userId = Option.match(wanted.user, { onNone: () => ({}), onSome: (userId) => ({ userId }) })
  const filter = { ...userId, ...Option.match(wanted.type, { onNone: () => ({}), onSome: (type) => ({ type }) }) }
  return makeFeed({
    read: (cursor) =>
      Effect.map(
        workspace.ask((hatchery, options) => hatchery.events.list({ ...filter, ...query(cursor) }, options)),
        ({ data, pagination }) => ({ data, nextCursor: pagination.nextCursor })
      ),
    idOf: ({ eventId }) => eventId,
    madeAt: ({ receivedAt }) => Date.parse(receivedAt),
    fromStart: false
  })
}

/** Every state a delivery was seen in is news. */
const deliveriesOf = (workspace: Workspace, { webhookConfigId }: WebhookConfig, fromStart: boolean) =>
  makeFeed({
    read: (cursor) =>
      workspace.ask((hatchery, options) => hatchery.webhooks.listDeliveries(webhookConfigId, query(cursor), options)),
    idOf: ({ attempts, deliveryId, status }: WebhookDelivery) => `${deliveryId} ${status} ${attempts}`,
    madeAt: ({ createdAt }) => Date.parse(createdAt),
    fromStart
  })

const deliveryWords = (delivery: WebhookDelivery, url: string, paint: Paint) => {
  const { attempts, createdAt, event, finishedAt, responseMs, responseStatus, status } = delivery
  const answer = paint(`${status} ${responseStatus ?? "no answer"}`, status === "delivered" ? "green" : "red")
  const more = paint(`${responseMs ?? 0} ms, attempt ${attempts}`, "dim")
  const time = paint(clockOf(finishedAt ?? createdAt), "dim")
  return `${time}  -> ${event.padEnd(21)}  ${harmless(url)}  ${answer}  ${more}`
}

/** The deliveries of all endpoints, those too that are made meanwhile; what `listen` fetches it shows itself. */
export const deliveries = (workspace: Workspace, output: Output) => {
  let endpoints: ReadonlyArray<{ readonly url: string; readonly feed: Feed<WebhookDelivery, HatcheryError, never> }> =
    []
  const known = new Map<string, (typeof endpoints)[number]>()
  let looked_at = Number.NEGATIVE_INFINITY
  const look = Effect.fnUntraced(function* (now: number) {
    const isFirst = known.size === 0 && looked_at === Number.NEGATIVE_INFINITY
    const { data } = yield* workspace.ask((hatchery, options) => hatchery.webhooks.list({ limit: 100 }, options))
    looked_at = now
    endpoints = data
      .filter(({ url }) => !isFetched(url))
      .map((endpoint) => {
        const { url, webhookConfigId } = endpoint
        const mine = known.get(webhookConfigId) ?? { url, feed: deliveriesOf(workspace, endpoint, !isFirst) }
        known.set(webhookConfigId, mine)
        return mine
      })
  })
  const show = (delivery: WebhookDelivery, url: string) => {
    if (delivery.attempts === 0) return Effect.void
    const facts = { kind: "delivery", url, ...(encode(delivery) as object) }
    return output.line(facts, (paint) => deliveryWords(delivery, url, paint))
  }
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now - looked_at >= endpoints_ms) yield* look(now)
    // A feed tells its news once: they are shown at once, for the next endpoint may not be readable just then.
    yield* Effect.forEach(
      endpoints,
      ({ feed, url }) =>
        Effect.flatMap(
          Effect.catchIf(feed, isGone, () => Effect.succeed([])),
          (news) => Effect.forEach(news, (delivery) => show(delivery, url), { discard: true })
        ),
      { concurrency: at_once, discard: true }
    )
  })
}

const follow = (
  workspace: Workspace,
  flags: Wanted & { readonly only: Option.Option<string>; readonly json: boolean }
) =>
  Effect.gen(function* () {
    const output = outputOf(flags.json)
    const persistent = patiently(workspace, output)
    const isNarrow = Option.isSome(flags.user) || Option.isSome(flags.type)
    const wanted = Option.getOrElse(flags.only, () => (isNarrow ? "events" : "both"))
    const events = eventsOf(workspace, flags)
    const shownEvents = Effect.flatMap(events, (news) =>
      Effect.forEach(news, (event) => output.line(eventFacts(event), eventWords(event)), { discard: true })
    )
    const shownDeliveries = deliveries(workspace, output)
    const parts = [...(wanted === "deliveries" ? [] : [shownEvents]), ...(wanted === "events" ? [] : [shownDeliveries])]
    for (const part of parts) yield* part
    yield* output.note(`Watching ${workspace.baseUrl}; Ctrl-C ends it.`)
    const round = Effect.forEach(parts, persistent, { discard: true })
    yield* Effect.forever(Effect.delay(round, pause))
  })

export const tail = Command.make("tail", { baseUrl: baseUrlFlag, json: jsonFlag, only, type, user }, (flags) =>
  onWorkspace(flags, (workspace) => follow(workspace, flags)).pipe(sayingWhy)
).pipe(
  Command.withDescription("Shows events and deliveries of webhooks as they come: JSON lines where no terminal reads.")
)
