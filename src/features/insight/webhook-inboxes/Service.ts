/**
 * Takes requests, and lets people wait for them. Who waits does so in memory: a connection is borrowed for the look
 * before and for the look after, never in between.
 */
import { Clock, Context, Deferred, Effect, Layer, Option } from "effect"
import { AppConfig } from "../../../Config.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import type { CursorPage } from "../../../platform/postgres/Paging.ts"
import { Vault } from "../../../platform/secrets/Vault.ts"
import { inboxUrl } from "../../../platform/webhooks/InboxAddress.ts"
import { readOldSecrets } from "../../../platform/webhooks/OldSecrets.ts"
import { secretPlace } from "../../../platform/webhooks/SealedPlaces.ts"
import type { BadRequest, NotFound } from "../../../wire/Failure.ts"
import { isActive } from "../../../wire/Plans.ts"
import type { InboxRequest } from "./Api.ts"
import { judge } from "./Service/Verification.ts"
import { WebhookInboxStore } from "./Store.ts"
import { type Answer, InboxRequestStore, type OpenInbox, type RequestsQuery } from "./Store/Requests.ts"

export interface Incoming {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export class WebhookInboxes extends Context.Service<
  WebhookInboxes,
  {
    /** None: nobody has this address, or may have it any more */
    open(token: string): Effect.Effect<Option.Option<OpenInbox>>
    /** Keeps the request, then says what to answer; None: the inbox is gone meanwhile. */
    receive(inbox: OpenInbox, token: string, incoming: Incoming): Effect.Effect<Option.Option<Answer>>
    requests(
      customer_id: string,
      id: string,
      query: RequestsQuery & { readonly wait_ms?: number }
    ): Effect.Effect<CursorPage<InboxRequest>, NotFound | BadRequest>
  }
>()("hatchery/features/webhook-inboxes/WebhookInboxes") {
  static readonly layer = Layer.effect(
    WebhookInboxes,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([InboxRequestStore.layer, WebhookInboxStore.layer]))
}

/** Of a tenant at a node; more are answered at once. */
const waiting_max = 50

const secretHeaders = new Set(["authorization", "cookie", "proxy-authorization"])
const masked = (headers: Incoming["headers"]) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name) ? "***" : value]))

/** Who waits for news of which inbox. */
const makeWaiting = Effect.gen(function* () {
  const waiting = new Map<string, Set<Deferred.Deferred<void>>>()
  const tenants = new Map<string, number>()
  const wake = (id: string) => waiting.get(id)?.forEach((one) => void Deferred.doneUnsafe(one, Effect.void))
  const changes = yield* CacheInvalidation
  changes.subscribe((change) => {
    if (change._tag === "Inbox") wake(change.webhook_inbox_id)
    if (change._tag === "Everything") for (const id of waiting.keys()) wake(id)
  })

  const begin = (customer_id: string, id: string) =>
    Effect.sync(() => {
      const news = Deferred.makeUnsafe<void>()
      waiting.set(id, (waiting.get(id) ?? new Set()).add(news))
      tenants.set(customer_id, (tenants.get(customer_id) ?? 0) + 1)
      return news
    })
  const end = (customer_id: string, id: string, news: Deferred.Deferred<void>) =>
    Effect.sync(() => {
      const others = waiting.get(id)
      others?.delete(news)
      if (others?.size === 0) waiting.delete(id)
      const left = (tenants.get(customer_id) ?? 1) - 1
      if (left === 0) tenants.delete(customer_id)
      else tenants.set(customer_id, left)
    })

  return {
    isFull: (customer_id: string) => (tenants.get(customer_id) ?? 0) >= waiting_max,
    /** Resolves with the next news from the moment this was asked for. */
    news: (customer_id: string, id: string) =>
      Effect.acquireRelease(begin(customer_id, id), (news) => end(customer_id, id, news))
  }
})

const makeRequests = Effect.gen(function* () {
  const inboxes = yield* WebhookInboxStore
  const store = yield* InboxRequestStore
  const waiting = yield* makeWaiting

  return Effect.fn("WebhookInboxes.requests")(function* (
    customer_id: string,
    given: string,
    { wait_ms = 0, ...query }: RequestsQuery & { readonly wait_ms?: number }
  ) {
    const { webhook_inbox_id: id } = yield* inboxes.get(customer_id, given)
    const look = store.page(customer_id, id, query)
    if (wait_ms === 0 || query.cursor !== undefined || waiting.isFull(customer_id)) return yield* look
    const ends = (yield* Clock.currentTimeMillis) + wait_ms
    // What wakes may be no request that is wanted (all is looked at anew after a lost connection).
    while (true) {
      const page = yield* Effect.scoped(
        Effect.gen(function* () {
          const news = yield* waiting.news(customer_id, id)
          const found = yield* look
          const left = ends - (yield* Clock.currentTimeMillis)
          if (found.data.length > 0 || left <= 0) return found
          yield* Effect.timeoutOption(Deferred.await(news), left)
          return undefined
        })
      )
      if (page !== undefined) return page
    }
  })
})

const make = Effect.gen(function* () {
  const store = yield* InboxRequestStore
  const tenants = yield* Tenants
  const vault = yield* Vault
  const { publicUrl } = yield* AppConfig

  const receive = Effect.fn("WebhookInboxes.receive")(function* (inbox: OpenInbox, token: string, incoming: Incoming) {
    const received_at = yield* Clock.currentTimeMillis
    const sealed = yield* store.secrets(inbox, inboxUrl(publicUrl, token))
    const secrets = yield* Effect.forEach(sealed, ({ previous_secret, secret, webhook_config_id }) => {
      const place = secretPlace(webhook_config_id)
      const previous =
        previous_secret === null
          ? Effect.succeed([])
          : Effect.map(vault.open(previous_secret, place), (text) =>
              readOldSecrets(text, Number.POSITIVE_INFINITY, received_at).map((old) => old.secret)
            )
      return Effect.all({ current: vault.open(secret, place), previous })
    })
    const arrived = { ...incoming, received_at }
    return yield* store.take(inbox, {
      ...arrived,
      headers: masked(incoming.headers),
      judged: judge(arrived, secrets)
    })
  })

  return WebhookInboxes.of({
    open: Effect.fn("WebhookInboxes.open")(function* (token) {
      const found = yield* store.open(token)
      if (Option.isNone(found)) return found
      const tenant = yield* Effect.option(tenants.get(found.value.customer_id))
      return Option.isSome(tenant) && isActive(tenant.value, "webhooks") ? found : Option.none()
    }),
    receive,
    requests: yield* makeRequests
  })
})
