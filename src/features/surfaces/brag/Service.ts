/** What a player does with the brag button: judged by what is stored of the moment, kept, and told to endpoints. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { stageName } from "../../../engine/views/views.ts"
import { Glances } from "../../../platform/analytics/Glances.ts"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { RandomBytes, uuid, uuidAt } from "../../../platform/postgres/Ids.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { RateLimits } from "../../../platform/requests/RateLimits.ts"
import { deliveriesFor, Outbox } from "../../../platform/webhooks/Outbox.ts"
import { defaultSettings } from "../../../wire/answers/Customer.ts"
import { type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { RateLimited } from "../../../wire/Group.ts"
import { type Entitled, isActive } from "../../../wire/Plans.ts"
import {
  BragDisabled,
  type Bragged,
  type BragMoment,
  BragNotEarned,
  type WidgetBrag
} from "../../../wire/surfaces/Brags.ts"
import { webhookEvents } from "../../../wire/Webhook.ts"
import { BuddyReads } from "../../players/buddies/Store.ts"
import { Sharing } from "../buddy-share/Service.ts"
import { type BragConfig, WebhookNotSubscribed } from "./Api.ts"
import { brags_max, composeUrl, days_to_tell, spokenOf } from "./Rules.ts"
import { templatesIn } from "./Rules/Templates.ts"
import { BragStore } from "./Store.ts"
import type { Happened } from "./Store/Moments.ts"

type Refusal = NotFound | ValidationFailed | BragDisabled | BragNotEarned | RateLimited

interface Whose {
  readonly customer_id: string
  readonly buddy_id: string
  readonly user_id: string
}

interface TestDeliveries {
  readonly event: "brag.shared"
  readonly deliveries: ReadonlyArray<{ readonly delivery_id: string; readonly webhook_config_id: string }>
}

export class Brags extends Context.Service<
  Brags,
  {
    brag(whose: Whose, told: WidgetBrag): Effect.Effect<Bragged, Refusal>
    /** what the widgets of a buddy offer, a place in a league while it is news; null: nothing */
    offered(customer_id: string, buddy_id: string): Effect.Effect<Pick<BragConfig, "moments" | "channels"> | null>
    test(customer_id: string): Effect.Effect<TestDeliveries, WebhookNotSubscribed>
  }
>()("hatchery/features/brag/Brags") {
  static readonly layer = Layer.effect(
    Brags,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([BragStore.layer, Sharing.layer, BuddyReads.layer]))
}

const day_ms = 86_400_000

/** Of a family that is off there is nothing to tell, whatever ended in it meanwhile. */
const isTellable = (tenant: Entitled, moment: BragMoment): boolean => {
  if (moment === "league_rank") return isActive(tenant, "leagues")
  return moment !== "path_completed" || isActive(tenant, "paths")
}

const tellable = ({ config, tenant }: { readonly config: BragConfig; readonly tenant: Entitled }) => ({
  channels: config.channels,
  moments: config.moments.filter((moment) => isTellable(tenant, moment))
})

/** The words for it, as the workspace or we say them. */
const wording = Effect.gen(function* () {
  const store = yield* BragStore
  const reads = yield* BuddyReads
  return Effect.fnUntraced(function* (
    { buddy_id, customer_id }: Whose,
    { moment }: WidgetBrag,
    { hashtag, templates }: BragConfig,
    { told }: Happened,
    tenant_name: string
  ) {
    const { buddy, snapshot, state } = yield* reads.standing(customer_id, buddy_id)
    const locale = (yield* store.localeOf(customer_id)) ?? defaultSettings.locale
    const template = templates[moment] ?? templatesIn(locale)[moment]
    const of = { name: buddy.name, stage_name: stageName(snapshot, state), tenant_name }
    return spokenOf(template, { ...of, ...told }, hashtag)
  })
})

/** Looking for a moment that is not there costs most: a buddy has as many of those an hour as brags. */
const refusals = { limit: brags_max, seconds: 3600 } as const

/** The moment that is told of, as it is stored, where the workspace has what it is a moment of. */
const looking = Effect.gen(function* () {
  const store = yield* BragStore
  const rates = yield* RateLimits
  return Effect.fnUntraced(function* (
    tenant: Entitled,
    { buddy_id, customer_id, user_id }: Whose,
    { moment, subject_key }: WidgetBrag,
    since: Date
  ) {
    if (!isTellable(tenant, moment)) return yield* new BragNotEarned({ moment })
    const key = `brag-refused:${customer_id}:${buddy_id}`
    const taken = yield* rates.ask(key, refusals)
    if (!taken.allowed) return yield* new RateLimited({ retry_after_seconds: taken.retry_after_seconds })
    const found = yield* store.moment(moment, { customer_id, buddy_id, user_id, subject_key, since })
    if (Option.isNone(found)) return yield* new BragNotEarned({ moment })
    rates.giveBack(key, refusals)
    return found.value
  })
})

/** A sample to whoever listens, by the way the real ones go. */
const testing = Effect.gen(function* () {
  const tenants = yield* Tenants
  const outbox = yield* Outbox
  const random = yield* RandomBytes
  return Effect.fn("Brags.test")(function* (customer_id: string) {
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    const now = yield* Clock.currentTimeMillis
    const event = "brag.shared" as const
    const body = { ...webhookEvents[event].example, is_test: true, occurred_at: new Date(now).toISOString() }
    const listening = isActive(tenant, "webhooks") ? tenant.subscriptions : []
    const deliveries = deliveriesFor(listening, [{ event, body }], now, (ms) => uuidAt(random, ms))
    if (deliveries.length === 0) return yield* new WebhookNotSubscribed()
    yield* outbox.enqueueRows(customer_id, deliveries)
    const sent = deliveries.map(({ delivery_id, webhook_config_id }) => ({ delivery_id, webhook_config_id }))
    return { event, deliveries: sent }
  })
})

/** The buddy's link, while it may be handed out. */
const linking = Effect.gen(function* () {
  const sharing = yield* Sharing
  return Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
    const closed = () => Effect.fail(new BragDisabled())
    const { link } = yield* sharing
      .share(customer_id, buddy_id)
      .pipe(Effect.catchTags({ BuddyArchived: closed, BuddyPrivate: closed, SharingDisabled: closed }))
    return link
  })
})

const make = Effect.gen(function* () {
  const store = yield* BragStore
  const sharing = yield* Sharing
  const tenants = yield* Tenants
  const outbox = yield* Outbox
  const textOf = yield* wording
  const momentFor = yield* looking
  const glances = yield* Glances
  const sql = yield* SqlClient.SqlClient

  const enabled = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    if (!isActive(tenant, "brag") || !isActive(tenant, "share")) return Option.none()
    const config = yield* store.config(customer_id)
    if (!config.enabled || !(yield* sharing.isOpen(customer_id, buddy_id))) return Option.none()
    return Option.some({ config, tenant })
  })

  const linkOf = yield* linking

  const brag = Effect.fn("Brags.brag")(function* (whose: Whose, given: WidgetBrag) {
    const { buddy_id, customer_id, user_id } = whose
    const { action, moment } = given
    // Before a click nothing is handed out, whatever is said of a channel.
    const channel = action === "shown" ? undefined : given.channel
    const open = yield* enabled(customer_id, buddy_id)
    if (Option.isNone(open)) return yield* new BragDisabled()
    const { config, tenant } = open.value
    if (!config.moments.includes(moment)) return yield* new BragDisabled()
    if (channel !== undefined && !config.channels.includes(channel))
      return yield* ValidationFailed.at(["channel"], `one of ${config.channels.join(", ")}`)
    const now = yield* Clock.currentTimeMillis
    // A season closes for everybody at once; whatever else happens to a user does so at the moment that user lives at.
    const present = moment === "league_rank" ? now : momentOf(tenant, user_id, now)
    const since = new Date(present - days_to_tell * day_ms)
    const occurred_at = new Date(now)
    // Before anything is looked for, and once more when nobody else of the buddy can come between.
    yield* store.admit(customer_id, buddy_id, occurred_at)
    const happened = yield* momentFor(tenant, whose, given, since)
    const text = yield* textOf(whose, given, config, happened, tenant.name)
    const link = channel === undefined ? undefined : yield* linkOf(customer_id, buddy_id)
    const told = yield* Effect.gen(function* () {
      yield* store.admit(customer_id, buddy_id, occurred_at)
      const brag_id = yield* uuid
      const { happened_at, subject_key: subject } = happened
      const brag = { brag_id, buddy_id, action, moment, happened_at, occurred_at, channel: channel ?? null }
      yield* store.keep(customer_id, { ...brag, subject_key: subject })
      if (link === undefined || channel === undefined) return { brag_id, text, url: null, channel_url: null }
      if (action === "shared") {
        const share = { buddy_id, moment, subject_key: subject, channel, share_code: link.code }
        const body = { ...share, is_test: false, occurred_at: occurred_at.toISOString() }
        yield* outbox.enqueue(customer_id, [{ event: "brag.shared", body }])
      }
      const url = `${link.url}?c=${channel}`
      return { brag_id, text, url, channel_url: composeUrl(channel, text, url) }
    }).pipe(transactionOf(sql))
    if (action === "shared") yield* glances.used(customer_id, buddy_id, "share")
    return told
  })

  return Brags.of({
    brag,
    offered: Effect.fn("Brags.offered")(function* (customer_id, buddy_id) {
      const open = yield* enabled(customer_id, buddy_id)
      if (Option.isNone(open)) return null
      const { channels, moments } = tellable(open.value)
      if (!moments.includes("league_rank")) return { moments, channels }
      const since = new Date((yield* Clock.currentTimeMillis) - days_to_tell * day_ms)
      const hasNews = yield* store.hasNewRank({ customer_id, buddy_id, since })
      return { moments: moments.filter((moment) => hasNews || moment !== "league_rank"), channels }
    }),
    test: yield* testing
  })
})
