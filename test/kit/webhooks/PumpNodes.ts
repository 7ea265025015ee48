/** One node's share of the webhook machinery over a database, and the rows a test of it starts from. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig, type AppSettings } from "../../../src/Config.ts"
import { CacheInvalidation } from "../../../src/platform/cluster/CacheInvalidation.ts"
import { SharedRedis } from "../../../src/platform/requests/Redis.ts"
import { EgressGuard } from "../../../src/platform/webhooks/EgressGuard.ts"
import { randomBytes, uuid } from "../../../src/platform/postgres/Ids.ts"
import { Outbox } from "../../../src/platform/webhooks/Outbox.ts"
import { KeyRing } from "../../../src/platform/secrets/KeyRing.ts"
import { newSecret } from "../../../src/platform/webhooks/Signing.ts"
import { nowDate } from "../../../src/platform/postgres/Sql.ts"
import { Tenants } from "../../../src/platform/auth/Tenants.ts"
import { Vault } from "../../../src/platform/secrets/Vault.ts"
import { secretPlace } from "../../../src/platform/webhooks/SealedPlaces.ts"
import { webhookPump } from "../../../src/platform/webhooks/WebhookPump.ts"
import { WebhookQueue } from "../../../src/platform/webhooks/WebhookQueue.ts"

/**
 * Connecting happens in real time: a clock that jumps by hours must neither cut a handshake short nor empty the pool.
 */
const client = (url: Redacted.Redacted) =>
  PgClient.layer({ url, maxConnections: 8, connectTimeout: "3650 days", idleTimeout: "3650 days" })

const platform = (url: Redacted.Redacted, settings: Partial<AppSettings>) =>
  Layer.mergeAll(Outbox.layer, Vault.layer, EgressGuard.layer, WebhookQueue.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(Tenants.layer, KeyRing.layer)),
    Layer.provideMerge(CacheInvalidation.layer),
    Layer.provide(SharedRedis.none),
    Layer.provideMerge(client(url)),
    Layer.provideMerge(AppConfig.test(settings))
  )

/** A node that writes deliveries and sends none. */
export const quietNode = (url: Redacted.Redacted, settings: Partial<AppSettings> = {}) =>
  Layer.build(Layer.fresh(platform(url, settings)))

/** A node with a pump, which stops when the scope closes. */
export const pumpingNode = (url: Redacted.Redacted, settings: Partial<AppSettings> = {}) =>
  Layer.build(Layer.fresh(webhookPump.pipe(Layer.provideMerge(platform(url, settings)))))

export const makeTenant = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const customer_id = yield* uuid
  const now = yield* nowDate
  yield* sql`INSERT INTO customers (customer_id, name, slug, plan, draw_secret, created_at, updated_at)
             VALUES (${customer_id}::uuid, 'Acme', ${customer_id}, 'enterprise', ${yield* randomBytes(32)},
               ${now}, ${now})`
  return customer_id
})

export const makeEndpoint = Effect.fnUntraced(function* (
  customer_id: string,
  url: string,
  options: { readonly events?: ReadonlyArray<string>; readonly headers?: Readonly<Record<string, string>> } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const changes = yield* CacheInvalidation
  const webhook_config_id = yield* uuid
  const secret = yield* newSecret
  const now = yield* nowDate
  yield* sql`
    INSERT INTO webhook_configs
      (customer_id, webhook_config_id, url, events, enabled, headers, secret, created_at, updated_at)
    VALUES (${customer_id}::uuid, ${webhook_config_id}::uuid, ${url}, ${options.events ?? ["*"]}::text[], true,
      ${JSON.stringify(options.headers ?? {})}::jsonb,
      ${yield* vault.seal(secret, secretPlace(webhook_config_id))}, ${now}, ${now})`
  yield* changes.publish({ _tag: "Tenant", customer_id })
  return { customer_id, webhook_config_id, secret }
})

export interface DeliveryState {
  readonly delivery_id: string
  readonly status: string
  readonly attempts: number
  readonly next_attempt_at: Date | null
  readonly response_status: number | null
  readonly locked_until: Date | null
}

/** Deliveries of an endpoint, oldest first. */
export const deliveriesOf = (webhook_config_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql`
      SELECT delivery_id, status, attempts, next_attempt_at, response_status, locked_until FROM webhook_deliveries_all
      WHERE webhook_config_id = ${webhook_config_id}::uuid ORDER BY delivery_id`
    return found as unknown as ReadonlyArray<DeliveryState>
  })

export const coinsEarned = (amount: number) => ({
  event: "coins.earned",
  body: {
    buddy_id: "b1",
    amount,
    balance: 100 + amount,
    reason: "coin_rule",
    reference_id: null,
    ledger_id: `l${amount}`,
    is_lucky: false
  }
})
