/**
 * Changes of causes. Whatever decides what counts (status, counter, audience, threshold) changes only while the cause
 * does not count, so every commit of a buddy is either before the fence and counted, or after it and not.
 */
import { Context, Effect, Layer, Option, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Subjects } from "../../../platform/campaigns/Subjects.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { originOf } from "../../../wire/Change.ts"
import { AlreadyExists, InvalidTransition, type NotFound } from "../../../wire/Failure.ts"
import type { Caller } from "../../../wire/Principal.ts"
import { CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { slugOf } from "../../../wire/Slug.ts"
import { OwnedEndpoints } from "../../insight/webhook-configs/Store/Owned.ts"
import { CauseActive, causeLimits, WebhookNotConfigured } from "./Api.ts"
import {
  type Cause,
  type CauseInput,
  type CausePatch,
  type CauseWebhook,
  type CauseWebhookPatch,
  unitLabelDefault,
  wordsBeside
} from "./Api/Records.ts"
import { changesOf } from "./Rules.ts"
import { Crossings } from "./Service/Crossings.ts"
import { type AuditRecord, type CauseFields, CauseStore, ownerOf, type StoredCause, toWire } from "./Store.ts"
import { CrossingStore } from "./Store/Crossings.ts"

/** Of campaign_subjects. */
export const causeKind = "cause"

type Made = Effect.Effect<Cause, AlreadyExists | CampaignLimit>
type Updated = Effect.Effect<Cause, NotFound | CauseActive | CampaignLimit>

export class Causes extends Context.Service<
  Causes,
  {
    create(caller: Caller, input: CauseInput): Made
    update(caller: Caller, reference: string, patch: CausePatch): Updated
    draft(caller: Caller, reference: string): Effect.Effect<Cause, NotFound | InvalidTransition>
    archive(caller: Caller, reference: string): Effect.Effect<void, NotFound>
    setWebhook(
      caller: Caller,
      reference: string,
      patch: CauseWebhookPatch
    ): Effect.Effect<CauseWebhook, NotFound | WebhookNotConfigured>
    testWebhook(caller: Caller, reference: string): Effect.Effect<string, NotFound | WebhookNotConfigured>
  }
>()("hatchery/features/causes/Causes") {
  static readonly layer = Layer.effect(
    Causes,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([CauseStore.layer, CrossingStore.layer, Crossings.layer, OwnedEndpoints.layer, Subjects.layer]))
}

const fieldsOf = (cause: StoredCause): CauseFields => cause

const keyTail_length = 6

const parts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* CauseStore
  const crossings = yield* CrossingStore
  const teller = yield* Crossings
  const subjects = yield* Subjects
  const endpoints = yield* OwnedEndpoints
  const changes = yield* CacheInvalidation

  const keyFor = Effect.fnUntraced(function* (customer_id: string, { cause_key, name }: CauseInput) {
    const wanted = cause_key ?? slugOf(name, "cause")
    const isTaken = wordsBeside.includes(wanted) || (yield* store.isTaken(customer_id, wanted))
    if (!isTaken) return wanted
    if (cause_key !== null) return yield* new AlreadyExists({ resource: "cause", key: wanted })
    return `${wanted}-${(yield* randomBase62(keyTail_length)).toLowerCase()}`
  })

  /** Counts from the commit on. */
  const start = Effect.fnUntraced(function* (customer_id: string, cause_id: string) {
    const { active } = yield* store.count(customer_id)
    if (active >= causeLimits.active_max) return yield* new CampaignLimit({ of: "causes", max: causeLimits.active_max })
    const subject = { customer_id, subject_id: cause_id }
    if (!(yield* subjects.reopen(subject))) yield* subjects.open(subject, causeKind)
  })

  /** Counts no more: what was counted until now is told. */
  const stop = Effect.fnUntraced(function* (customer_id: string, cause_id: string) {
    yield* subjects.close({ customer_id, subject_id: cause_id })
    yield* teller.tell({ customer_id, cause_id })
  })

  /** Where it is told from now on. Answers the secret if there is a new one. */
  const move = (customer_id: string, cause_id: string, before: string | null, url: string | null) =>
    endpoints.change(
      customer_id,
      ownerOf(cause_id),
      url === null ? { enabled: false } : before === null ? { url, enabled: true } : { url }
    )

  const alone = <A, E>(customer_id: string, change: Effect.Effect<A, E>) =>
    transactionOf(sql)(
      Effect.andThen(
        store.alone(customer_id),
        Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id }))
      )
    )

  return { alone, crossings, endpoints, keyFor, move, start, stop, store, teller }
})
type Parts = Effect.Success<typeof parts>

const withSecret = (cause: Cause, secret: string | null): Cause =>
  secret === null ? cause : { ...cause, webhook: { ...cause.webhook, secret } }

const last4 = (secret: string): string => secret.slice(-4)

const creating = ({ alone, crossings, keyFor, move, start, store }: Parts): Pick<Causes["Service"], "create"> => ({
  create: Effect.fn("Causes.create")((caller, input) => {
    const { customer_id } = caller
    const change = Effect.gen(function* () {
      const cause_key = yield* keyFor(customer_id, input)
      if ((yield* store.count(customer_id)).all >= causeLimits.causes_max) {
        return yield* new CampaignLimit({ of: "causes_with_drafts", max: causeLimits.causes_max })
      }
      // As a draft, until it counts: what is active has its subject.
      const fields: CauseFields = { ...input, status: "draft", secret_last4: null }
      const cause_id = yield* store.add(customer_id, cause_key, fields)
      const secret = yield* move(customer_id, cause_id, null, input.webhook_url)
      yield* crossings.beginEpoch({ customer_id, cause_id }, input.threshold_unit)
      if (input.status === "active") yield* start(customer_id, cause_id)
      const secret_last4 = secret === null ? null : last4(secret)
      yield* store.write(customer_id, cause_id, { ...fields, status: input.status, secret_last4 })
      const activated: ReadonlyArray<AuditRecord> = [{ action: "activated", changes: {} }]
      yield* store.record(customer_id, cause_id, originOf(caller), [
        { action: "created", changes: {} },
        ...(input.status === "active" ? activated : [])
      ])
      return withSecret(toWire(yield* Effect.orDie(store.read(customer_id, cause_id))), secret)
    })
    return alone(customer_id, change)
  })
})

const present = <A extends object>(record: A) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<A>

/** Absent stays, null is the default again. */
const patched = (before: StoredCause, { description, unit_label, ...patch }: CausePatch): CauseFields => ({
  ...fieldsOf(before),
  ...present(patch),
  ...(description === undefined ? {} : { description: description ?? "" }),
  ...(unit_label === undefined ? {} : { unit_label: unit_label ?? unitLabelDefault })
})

/** What decides what counts, and stays as it is while the cause counts. */
const settled = ["counter", "audience", "threshold_unit"] as const

const updating = ({ alone, crossings, move, start, stop, store }: Parts): Pick<Causes["Service"], "update"> => ({
  update: Effect.fn("Causes.update")((caller, reference, patch) => {
    const { customer_id } = caller
    const change = Effect.gen(function* () {
      const before = yield* store.hold(customer_id, reference)
      const { cause_id } = before
      const next = patched(before, patch)
      const changed = changesOf(before, next)
      const [was, is] = [before.status === "active", next.status === "active"]
      const refused = settled.filter((field) => field in changed)
      if (was && is && refused.length > 0) return yield* new CauseActive({ fields: refused })
      if (was && !is) yield* stop(customer_id, cause_id)
      if ("threshold_unit" in changed) {
        yield* crossings.beginEpoch({ customer_id, cause_id }, next.threshold_unit)
      }
      const isMoved = "webhook_url" in changed
      const secret = isMoved ? yield* move(customer_id, cause_id, before.webhook_url, next.webhook_url) : null
      if (!was && is) yield* start(customer_id, cause_id)
      const secret_last4 = secret === null ? before.secret_last4 : last4(secret)
      yield* store.write(customer_id, cause_id, { ...next, secret_last4 })
      yield* store.record(customer_id, cause_id, originOf(caller), auditOf(changed, next.status))
      return withSecret(toWire(yield* Effect.orDie(store.read(customer_id, cause_id))), secret)
    })
    return alone(customer_id, change)
  })
})

/** A change of several kinds is told as several. */
const auditOf = (
  { status, webhook_url, ...fields }: Readonly<Record<string, Schema.Json>>,
  now: CauseFields["status"]
): ReadonlyArray<AuditRecord> => [
  ...(Object.keys(fields).length === 0 ? [] : [{ action: "updated" as const, changes: fields }]),
  ...(webhook_url === undefined ? [] : [{ action: "webhook_changed" as const, changes: { webhook_url } }]),
  ...(status === undefined
    ? []
    : [{ action: now === "active" ? ("activated" as const) : ("drafted" as const), changes: {} }])
]

const ending = ({ alone, stop, store }: Parts): Pick<Causes["Service"], "draft" | "archive"> => {
  const end = Effect.fnUntraced(function* (caller: Caller, cause: StoredCause, status: "draft" | "archived") {
    const { customer_id } = caller
    const { cause_id } = cause
    if (cause.status === "active") yield* stop(customer_id, cause_id)
    yield* store.write(customer_id, cause_id, { ...fieldsOf(cause), status })
    const action = status === "draft" ? "drafted" : "archived"
    yield* store.record(customer_id, cause_id, originOf(caller), [{ action, changes: {} }])
  })
  return {
    draft: Effect.fn("Causes.draft")((caller, reference) =>
      alone(
        caller.customer_id,
        Effect.gen(function* () {
          const cause = yield* store.hold(caller.customer_id, reference)
          if (cause.status !== "active") return yield* new InvalidTransition({ from: cause.status, to: "draft" })
          yield* end(caller, cause, "draft")
          return toWire(yield* Effect.orDie(store.read(caller.customer_id, cause.cause_id)))
        })
      )
    ),
    archive: Effect.fn("Causes.archive")((caller, reference) =>
      alone(
        caller.customer_id,
        Effect.flatMap(store.hold(caller.customer_id, reference), (cause) => end(caller, cause, "archived"))
      )
    )
  }
}

const connecting = ({
  alone,
  endpoints,
  store,
  teller
}: Parts): Pick<Causes["Service"], "setWebhook" | "testWebhook"> => {
  const change = Effect.fnUntraced(function* (caller: Caller, cause: StoredCause, patch: CauseWebhookPatch) {
    const { customer_id } = caller
    const { cause_id, webhook_url } = cause
    const before = { webhook_url, enabled: cause.enabled && webhook_url !== null }
    const url = patch.webhook_url === undefined ? webhook_url : patch.webhook_url
    const rotate = patch.rotate_secret === true
    const hasSecret = url !== null || cause.secret_last4 !== null
    if ((url === null && patch.enabled === true) || (rotate && !hasSecret)) return yield* new WebhookNotConfigured()
    const enabled = url !== null && (patch.enabled ?? (webhook_url === null || cause.enabled))
    const moved = url === null ? {} : { url }
    const secret = yield* endpoints.change(customer_id, ownerOf(cause_id), { ...moved, enabled, rotate })
    const changes = changesOf(before, { webhook_url: url, enabled })
    const isChanged = Object.keys(changes).length > 0
    const secret_last4 = secret === null ? cause.secret_last4 : last4(secret)
    yield* store.write(customer_id, cause_id, { ...fieldsOf(cause), webhook_url: url, secret_last4 })
    yield* store.record(customer_id, cause_id, originOf(caller), [
      ...(isChanged ? [{ action: "webhook_changed" as const, changes }] : []),
      ...(rotate ? [{ action: "secret_rotated" as const, changes: {} }] : [])
    ])
    return withSecret(toWire(yield* Effect.orDie(store.read(customer_id, cause_id))), secret).webhook
  })
  return {
    setWebhook: Effect.fn("Causes.setWebhook")((caller, reference, patch) =>
      alone(
        caller.customer_id,
        Effect.flatMap(store.hold(caller.customer_id, reference), (cause) => change(caller, cause, patch))
      )
    ),
    testWebhook: Effect.fn("Causes.testWebhook")((caller, reference) =>
      alone(
        caller.customer_id,
        Effect.gen(function* () {
          const cause = yield* store.hold(caller.customer_id, reference)
          const { customer_id } = caller
          const { cause_id } = cause
          const sent = yield* teller.test({ customer_id, cause_id }, cause)
          if (Option.isNone(sent)) return yield* new WebhookNotConfigured()
          const changes = { delivery_id: sent.value }
          yield* store.record(customer_id, cause_id, originOf(caller), [{ action: "test_sent", changes }])
          return sent.value
        })
      )
    )
  }
}

const make = Effect.map(parts, (all) =>
  Causes.of({ ...creating(all), ...updating(all), ...ending(all), ...connecting(all) })
)
