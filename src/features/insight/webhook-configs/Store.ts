/**
 * Endpoints in Postgres. Secrets and headers are sealed; every change is announced, so that all nodes fan out by it at
 * once.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { readOldSecrets, withOldSecret, writeOldSecrets } from "../../../platform/webhooks/OldSecrets.ts"
import { Outbox } from "../../../platform/webhooks/Outbox.ts"
import { type OffsetPage, offsetList } from "../../../platform/postgres/Paging.ts"
import { newSecret } from "../../../platform/webhooks/Signing.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { Vault } from "../../../platform/secrets/Vault.ts"
import { headersPlace, secretPlace } from "../../../platform/webhooks/SealedPlaces.ts"
import { openHeaders } from "../../../platform/webhooks/WebhookAttempt.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import {
  type CreateWebhookConfig,
  type UpdateWebhookConfig,
  type WebhookConfig,
  WebhookConfigLimit,
  webhookLimits
} from "./Api.ts"
import { graceEnd } from "./Rules.ts"

const ConfigRow = Schema.Struct({
  webhook_config_id: Schema.String,
  url: Schema.String,
  description: Schema.String,
  events: Schema.Array(Schema.String),
  enabled: Schema.Boolean,
  headers: Schema.Record(Schema.String, Schema.String),
  sealed_headers: Schema.NullOr(Schema.Uint8Array),
  failing_since: Schema.NullOr(Schema.Date),
  disabled_at: Schema.NullOr(Schema.Date),
  previous_secret_expires_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date,
  updated_at: Schema.Date
})

const HeldSecrets = Schema.Struct({
  secret: Schema.Uint8Array,
  previous_secret: Schema.NullOr(Schema.Uint8Array),
  previous_secret_expires_at: Schema.NullOr(Schema.Date)
})

const wireOf = (
  { sealed_headers: _sealed, ...config }: typeof ConfigRow.Type,
  headers: WebhookConfig["headers"],
  now: Date
): WebhookConfig => ({
  ...config,
  headers,
  status: config.enabled ? "active" : "disabled",
  failing_since: isoOrNull(config.failing_since),
  disabled_at: isoOrNull(config.disabled_at),
  previous_secret_expires_at:
    config.previous_secret_expires_at !== null && config.previous_secret_expires_at > now
      ? iso(config.previous_secret_expires_at)
      : null,
  created_at: iso(config.created_at),
  updated_at: iso(config.updated_at)
})

export const unknownEndpoint = () => new NotFound({ resource: "webhook endpoint" })

export class WebhookConfigStore extends Context.Service<
  WebhookConfigStore,
  {
    list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<WebhookConfig>>
    get(customer_id: string, id: string): Effect.Effect<WebhookConfig, NotFound>
    create(
      customer_id: string,
      config: CreateWebhookConfig
    ): Effect.Effect<WebhookConfig & { readonly secret: string }, WebhookConfigLimit>
    update(customer_id: string, id: string, change: UpdateWebhookConfig): Effect.Effect<WebhookConfig, NotFound>
    /** what waits for the endpoint is given up */
    remove(customer_id: string, id: string): Effect.Effect<void, NotFound>
    rotate(
      customer_id: string,
      id: string,
      grace_hours: number
    ): Effect.Effect<
      {
        readonly webhook_config_id: string
        readonly secret: string
        readonly previous_secret_expires_at: string | null
      },
      NotFound
    >
  }
>()("hatchery/features/webhook-configs/WebhookConfigStore") {
  static readonly layer = Layer.effect(
    WebhookConfigStore,
    Effect.suspend(() => make)
  )
}

const one = row(ConfigRow)

const columns =
  "webhook_config_id, url, description, events, enabled, headers, sealed_headers, failing_since, disabled_at, " +
  "previous_secret_expires_at, created_at, updated_at"

/** An id that cannot be one is an unknown resource, not a database error. */
const ofTenant = <A, E>(id: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E | NotFound> =>
  isUuid(id) ? effect : Effect.fail(unknownEndpoint())

/** The pieces every statement shares. */
const makeParts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* CacheInvalidation
  const vault = yield* Vault
  const toWire = Effect.fnUntraced(function* (config: typeof ConfigRow.Type) {
    return wireOf(config, yield* openHeaders(vault, config), yield* nowDate)
  })
  // Endpoints that serve something else (a cause) are configured where that is.
  const listed = (customer_id: string) => sql`customer_id = ${customer_id}::uuid AND owner IS NULL`
  return {
    sql,
    vault,
    toWire,
    found: Effect.fnUntraced(function* (config: Option.Option<typeof ConfigRow.Type>) {
      if (Option.isNone(config)) return yield* unknownEndpoint()
      return yield* toWire(config.value)
    }),
    listed,
    named: (customer_id: string, id: string) => sql`${listed(customer_id)} AND webhook_config_id = ${id}::uuid`,
    announce: (customer_id: string) => changes.publish({ _tag: "Tenant", customer_id })
  }
})

const makeReads = Effect.gen(function* () {
  const { found, listed, named, sql, toWire } = yield* makeParts
  return {
    list: Effect.fn("WebhookConfigStore.list")(function* (customer_id: string, query: OffsetQuery) {
      const { data, meta } = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM webhook_configs WHERE ${listed(customer_id)}`,
        read: (limit, offset) =>
          rows(ConfigRow)(sql`
            SELECT ${sql.literal(columns)} FROM webhook_configs WHERE ${listed(customer_id)}
            ORDER BY created_at DESC, webhook_config_id DESC LIMIT ${limit} OFFSET ${offset}`)
      })
      return { data: yield* Effect.forEach(data, toWire), meta }
    }),
    get: (customer_id: string, id: string) => {
      const statement = sql`SELECT ${sql.literal(columns)} FROM webhook_configs WHERE ${named(customer_id, id)}`
      return ofTenant(id, Effect.flatMap(one(statement), found))
    }
  }
})

const makeCreate = Effect.gen(function* () {
  const { announce, listed, sql, toWire, vault } = yield* makeParts
  return Effect.fn("WebhookConfigStore.create")(function* (customer_id: string, config: CreateWebhookConfig) {
    // One of the tenant's at a time, or two would both be the last that is allowed.
    yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_configs:${customer_id}`}, 0))`)
    const [webhook_config_id, secret, now] = [yield* uuid, yield* newSecret, yield* nowDate]
    const enabled = config.enabled ?? true
    const made = yield* one(sql`
      INSERT INTO webhook_configs (customer_id, webhook_config_id, url, description, events, enabled, sealed_headers,
        secret, disabled_at, created_at, updated_at)
      SELECT ${customer_id}::uuid, ${webhook_config_id}::uuid, ${config.url}, ${config.description ?? ""},
        ${[...new Set(config.events)]}::text[], ${enabled},
        ${yield* vault.seal(JSON.stringify(config.headers ?? {}), headersPlace(webhook_config_id))},
        ${yield* vault.seal(secret, secretPlace(webhook_config_id))},
        ${enabled ? null : now}::timestamptz, ${now}, ${now}
      WHERE (SELECT count(*) FROM webhook_configs WHERE ${listed(customer_id)}) < ${webhookLimits.endpoints_max}
      RETURNING ${sql.literal(columns)}`)
    if (Option.isNone(made)) return yield* new WebhookConfigLimit()
    yield* announce(customer_id)
    return { ...(yield* toWire(made.value)), secret }
  }, transactionOf(sql))
})

const makeWrites = Effect.gen(function* () {
  const { announce, found, named, sql, vault } = yield* makeParts
  const outbox = yield* Outbox

  const update = Effect.fn("WebhookConfigStore.update")(function* (
    customer_id: string,
    id: string,
    change: UpdateWebhookConfig
  ) {
    const now = yield* nowDate
    const [url, enabled] = [change.url ?? null, change.enabled ?? null]
    const headers =
      change.headers === undefined
        ? null
        : yield* vault.seal(JSON.stringify(change.headers), headersPlace(id.toLowerCase()))
    const events = change.events === undefined ? null : [...new Set(change.events)]
    // Enabling it again, or moving it, is a fresh start: the five days of failures begin anew.
    const changed = yield* one(sql`
      UPDATE webhook_configs SET
        url = COALESCE(${url}, url), description = COALESCE(${change.description ?? null}, description),
        events = COALESCE(${events}::text[], events), sealed_headers = COALESCE(${headers}::bytea, sealed_headers),
        headers = CASE WHEN ${headers}::bytea IS NULL THEN headers ELSE '{}' END,
        enabled = COALESCE(${enabled}, enabled),
        failing_since = CASE WHEN (${enabled}::boolean AND NOT enabled) OR ${url}::text <> url THEN NULL
          ELSE failing_since END,
        disabled_at = CASE WHEN COALESCE(${enabled}, enabled) THEN NULL ELSE COALESCE(disabled_at, ${now}) END,
        updated_at = ${now}
      WHERE ${named(customer_id, id)} RETURNING ${sql.literal(columns)}`)
    const config = yield* found(changed)
    yield* announce(customer_id)
    yield* outbox.wakeAfterCommit(customer_id, [id])
    return config
  })

  // What is being sent right now may end.
  const remove = Effect.fn("WebhookConfigStore.remove")(function* (customer_id: string, id: string) {
    const now = yield* nowDate
    yield* execute(sql`SELECT webhook_outbox_expand(${customer_id}::uuid, webhook_config_id) FROM webhook_configs
      WHERE ${named(customer_id, id)}`)
    yield* execute(sql`
      UPDATE webhook_deliveries AS d
      SET status = 'exhausted', next_attempt_at = NULL, finished_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND webhook_config_id = ${id}::uuid AND next_attempt_at IS NOT NULL
        AND NOT webhook_is_being_sent(d, ${now})
        AND EXISTS (SELECT FROM webhook_configs WHERE ${named(customer_id, id)})`)
    const removed = yield* execute(
      sql`DELETE FROM webhook_configs WHERE ${named(customer_id, id)} RETURNING webhook_config_id`
    )
    if (removed === 0) return yield* unknownEndpoint()
    yield* announce(customer_id)
  })

  return { update, remove }
})

const makeRotate = Effect.gen(function* () {
  const { announce, found, named, sql, vault } = yield* makeParts

  /** What still signs once the secret of now is replaced, until `end` for one; null where nothing does. */
  const replaced = Effect.fnUntraced(function* (held: typeof HeldSecrets.Type, place: string, end: Date, now: Date) {
    const { previous_secret, previous_secret_expires_at: last, secret } = held
    const alone = { sealed: secret, until: end }
    if (previous_secret === null || last === null || last <= now) return alone
    const [text, replacedSecret] = [yield* vault.tryOpen(previous_secret, place), yield* vault.tryOpen(secret, place)]
    // Sealed with a key that is gone: none of them has signed anything.
    if (text === undefined || replacedSecret === undefined) return alone
    const running = readOldSecrets(text, last.getTime(), now.getTime())
    const old = withOldSecret(running, { secret: replacedSecret, until: end.getTime() })
    const until = new Date(Math.max(...old.map((entry) => entry.until)))
    return { sealed: yield* vault.seal(writeOldSecrets(old), place), until }
  })

  return Effect.fn("WebhookConfigStore.rotate")(function* (customer_id: string, id: string, grace_hours: number) {
    const [secret, now] = [yield* newSecret, yield* nowDate]
    const [end, place] = [graceEnd(now, grace_hours), secretPlace(id.toLowerCase())]
    const held = yield* row(HeldSecrets)(sql`
      SELECT secret, previous_secret, previous_secret_expires_at FROM webhook_configs
      WHERE ${named(customer_id, id)} FOR UPDATE`)
    if (Option.isNone(held)) return yield* unknownEndpoint()
    const old = end === null ? null : yield* replaced(held.value, place, end, now)
    const rotated = yield* one(sql`
      UPDATE webhook_configs SET previous_secret = ${old?.sealed ?? null}::bytea,
        previous_secret_expires_at = ${old?.until ?? null}::timestamptz,
        secret = ${yield* vault.seal(secret, place)}, updated_at = ${now}
      WHERE ${named(customer_id, id)} RETURNING ${sql.literal(columns)}`)
    const { previous_secret_expires_at, webhook_config_id } = yield* found(rotated)
    // What a pump has leased already would be signed with the secret it was leased with.
    yield* announce(customer_id)
    return { webhook_config_id, secret, previous_secret_expires_at }
  }, transactionOf(sql))
})

const make = Effect.gen(function* () {
  const { sql } = yield* makeParts
  const reads = yield* makeReads
  const { remove, update } = yield* makeWrites
  const rotate = yield* makeRotate
  return WebhookConfigStore.of({
    ...reads,
    create: yield* makeCreate,
    update: (customer_id, id, change) => ofTenant(id, update(customer_id, id, change)),
    remove: (customer_id, id) =>
      ofTenant(id, Effect.catchTag(sql.withTransaction(remove(customer_id, id)), "SqlError", Effect.die)),
    rotate: (customer_id, id, grace_hours) => ofTenant(id, rotate(customer_id, id, grace_hours))
  })
})
