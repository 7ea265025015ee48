/** Endpoints in Postgres. Secrets are sealed; every change is announced, so that all nodes fan out by it within a second. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Changes } from "../../platform/Changes.ts"
import { uuid } from "../../platform/Ids.ts"
import { Outbox } from "../../platform/Outbox.ts"
import { type OffsetPage, mapPage, offsetList } from "../../platform/Paging.ts"
import { newSecret } from "../../platform/Signing.ts"
import { execute, nowDate, row, rows } from "../../platform/Sql.ts"
import { Vault } from "../../platform/Vault.ts"
import { secretPlace } from "../../platform/WebhookAttempt.ts"
import { NotFound } from "../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../wire/Ids.ts"
import type { OffsetQuery } from "../../wire/Page.ts"
import { type CreateWebhookConfig, type UpdateWebhookConfig, type WebhookConfig, WebhookConfigLimit, webhookLimits } from "./Api.ts"
import { graceEnd } from "./Rules.ts"

const ConfigRow = Schema.Struct({
  webhook_config_id: Schema.String,
  url: Schema.String,
  description: Schema.String,
  events: Schema.Array(Schema.String),
  enabled: Schema.Boolean,
  headers: Schema.Record(Schema.String, Schema.String),
  failing_since: Schema.NullOr(Schema.Date),
  disabled_at: Schema.NullOr(Schema.Date),
  previous_secret_expires_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date,
  updated_at: Schema.Date
})

const toWire = (config: typeof ConfigRow.Type, now: Date): WebhookConfig => ({
  ...config,
  status: config.enabled ? "active" : "disabled",
  failing_since: isoOrNull(config.failing_since),
  disabled_at: isoOrNull(config.disabled_at),
  previous_secret_expires_at: config.previous_secret_expires_at !== null && config.previous_secret_expires_at > now
    ? iso(config.previous_secret_expires_at)
    : null,
  created_at: iso(config.created_at),
  updated_at: iso(config.updated_at)
})

export const unknownEndpoint = () => new NotFound({ resource: "webhook endpoint" })

export class WebhookConfigStore extends Context.Service<WebhookConfigStore, {
  list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<WebhookConfig>>
  get(customer_id: string, id: string): Effect.Effect<WebhookConfig, NotFound>
  create(customer_id: string, config: CreateWebhookConfig): Effect.Effect<WebhookConfig & { readonly secret: string }, WebhookConfigLimit>
  update(customer_id: string, id: string, change: UpdateWebhookConfig): Effect.Effect<WebhookConfig, NotFound>
  /** what waits for the endpoint is given up */
  remove(customer_id: string, id: string): Effect.Effect<void, NotFound>
  rotate(customer_id: string, id: string, grace_hours: number): Effect.Effect<{
    readonly webhook_config_id: string
    readonly secret: string
    readonly previous_secret_expires_at: string | null
  }, NotFound>
}>()("hatchery/features/webhook-configs/WebhookConfigStore") {
  static readonly layer = Layer.effect(WebhookConfigStore, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* Changes
  const outbox = yield* Outbox
  const vault = yield* Vault
  const columns = sql.literal(
    "webhook_config_id, url, description, events, enabled, headers, failing_since, disabled_at, previous_secret_expires_at, " +
      "created_at, updated_at"
  )
  const one = row(ConfigRow)
  /** endpoints that serve something else (a cause) are configured where that is */
  const listed = (customer_id: string) => sql`customer_id = ${customer_id}::uuid AND owner IS NULL`
  const named = (customer_id: string, id: string) => sql`${listed(customer_id)} AND webhook_config_id = ${id}::uuid`
  const announce = (customer_id: string) => changes.publish({ _tag: "Tenant", customer_id })

  const found = Effect.fnUntraced(function*(config: Option.Option<typeof ConfigRow.Type>) {
    if (Option.isNone(config)) return yield* unknownEndpoint()
    return toWire(config.value, yield* nowDate)
  })

  const ofTenant = <A, E>(id: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E | NotFound> =>
    isUuid(id) ? effect : Effect.fail(unknownEndpoint())

  const list = Effect.fn("WebhookConfigStore.list")(function*(customer_id: string, query: OffsetQuery) {
    const now = yield* nowDate
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM webhook_configs WHERE ${listed(customer_id)}`,
      read: (limit, offset) =>
        rows(ConfigRow)(sql`
          SELECT ${columns} FROM webhook_configs WHERE ${listed(customer_id)}
          ORDER BY created_at DESC, webhook_config_id DESC LIMIT ${limit} OFFSET ${offset}`)
    })
    return mapPage(page, (config) => toWire(config, now))
  })

  const create = Effect.fn("WebhookConfigStore.create")(function*(customer_id: string, config: CreateWebhookConfig) {
    const [webhook_config_id, secret, now] = [yield* uuid, yield* newSecret, yield* nowDate]
    const enabled = config.enabled ?? true
    const made = yield* one(sql`
      INSERT INTO webhook_configs (customer_id, webhook_config_id, url, description, events, enabled, headers, secret, disabled_at,
        created_at, updated_at)
      SELECT ${customer_id}::uuid, ${webhook_config_id}::uuid, ${config.url}, ${config.description ?? ""},
        ${[...new Set(config.events)]}::text[], ${enabled}, ${JSON.stringify(config.headers ?? {})}::jsonb,
        ${yield* vault.seal(secret, secretPlace(webhook_config_id))}, ${enabled ? null : now}::timestamptz, ${now}, ${now}
      WHERE (SELECT count(*) FROM webhook_configs WHERE ${listed(customer_id)}) < ${webhookLimits.endpoints_max}
      RETURNING ${columns}`)
    if (Option.isNone(made)) return yield* new WebhookConfigLimit()
    yield* announce(customer_id)
    return { ...toWire(made.value, now), secret }
  })

  const update = Effect.fn("WebhookConfigStore.update")(function*(customer_id: string, id: string, change: UpdateWebhookConfig) {
    const now = yield* nowDate
    const headers = change.headers === undefined ? null : JSON.stringify(change.headers)
    // Enabling is a fresh start: the five days of failures begin again.
    const changed = yield* one(sql`
      UPDATE webhook_configs SET
        url = COALESCE(${change.url ?? null}, url),
        description = COALESCE(${change.description ?? null}, description),
        events = COALESCE(${change.events === undefined ? null : [...new Set(change.events)]}::text[], events),
        headers = COALESCE(${headers}::jsonb, headers),
        enabled = COALESCE(${change.enabled ?? null}, enabled),
        failing_since = CASE WHEN ${change.enabled ?? false} AND NOT enabled THEN NULL ELSE failing_since END,
        disabled_at = CASE COALESCE(${change.enabled ?? null}, enabled) WHEN true THEN NULL ELSE COALESCE(disabled_at, ${now}) END,
        updated_at = ${now}
      WHERE ${named(customer_id, id)} RETURNING ${columns}`)
    const config = yield* found(changed)
    yield* announce(customer_id)
    yield* sql.afterCommit(Effect.sync(() => outbox.wake([id])))
    return config
  })

  // Deliveries before the endpoint, the order in which the pump locks them too.
  const remove = Effect.fn("WebhookConfigStore.remove")(function*(customer_id: string, id: string) {
    yield* execute(sql`
      UPDATE webhook_deliveries SET status = 'exhausted', next_attempt_at = NULL, locked_until = NULL, finished_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid AND webhook_config_id = ${id}::uuid AND next_attempt_at IS NOT NULL
        AND EXISTS (SELECT FROM webhook_configs WHERE ${named(customer_id, id)})`)
    const removed = yield* execute(sql`DELETE FROM webhook_configs WHERE ${named(customer_id, id)} RETURNING webhook_config_id`)
    if (removed === 0) return yield* unknownEndpoint()
    yield* announce(customer_id)
  })

  const rotate = Effect.fn("WebhookConfigStore.rotate")(function*(customer_id: string, id: string, grace_hours: number) {
    const [secret, now] = [yield* newSecret, yield* nowDate]
    const end = graceEnd(now, grace_hours)
    const rotated = yield* one(sql`
      UPDATE webhook_configs SET
        previous_secret = CASE WHEN ${end !== null} THEN secret END, previous_secret_expires_at = ${end}::timestamptz,
        secret = ${yield* vault.seal(secret, secretPlace(id))}, updated_at = ${now}
      WHERE ${named(customer_id, id)} RETURNING ${columns}`)
    const { previous_secret_expires_at, webhook_config_id } = yield* found(rotated)
    return { webhook_config_id, secret, previous_secret_expires_at }
  })

  return WebhookConfigStore.of({
    list,
    create,
    get: (customer_id, id) =>
      ofTenant(id, Effect.flatMap(one(sql`SELECT ${columns} FROM webhook_configs WHERE ${named(customer_id, id)}`), found)),
    update: (customer_id, id, change) => ofTenant(id, update(customer_id, id, change)),
    remove: (customer_id, id) =>
      ofTenant(id, sql.withTransaction(remove(customer_id, id)).pipe(Effect.catchTag("SqlError", Effect.die))),
    rotate: (customer_id, id, grace_hours) => ofTenant(id, rotate(customer_id, id, grace_hours))
  })
})
