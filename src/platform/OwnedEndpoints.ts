/**
 * Endpoints that belong to one thing of a tenant instead of to its list: a cause sends `cause.threshold_reached` to its
 * own `webhook_url` and nowhere else (contract part 6). They share secrets, signing, retries and the pump with all
 * others, but subscribe to nothing: their owner sends to them by name. An owner is a word such as `cause:<cause_id>`.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "./Ids.ts"
import { Outbox } from "./Outbox.ts"
import { newSecret } from "./Signing.ts"
import { execute, nowDate, row } from "./Sql.ts"
import type { OutboundEvent } from "./Subscriptions.ts"
import { Vault } from "./Vault.ts"
import { secretPlace } from "./WebhookAttempt.ts"

export interface OwnedEndpoint {
  readonly webhook_config_id: string
  readonly url: string
  readonly enabled: boolean
  readonly secret_last4: string
}

const EndpointRow = Schema.Struct({
  webhook_config_id: Schema.String,
  url: Schema.String,
  enabled: Schema.Boolean,
  secret: Schema.Uint8Array
})

export class OwnedEndpoints extends Context.Service<
  OwnedEndpoints,
  {
    get(customer_id: string, owner: string): Effect.Effect<Option.Option<OwnedEndpoint>>
    /**
     * Sets the URL and whether it is called; `secret` is there when the endpoint was made by this, to be shown once.
     */
    save(
      customer_id: string,
      owner: string,
      endpoint: { readonly url: string; readonly enabled: boolean }
    ): Effect.Effect<OwnedEndpoint & { readonly secret: string | undefined }>
    /** A new secret at once, to be shown once; none when there is no endpoint. */
    rotate(customer_id: string, owner: string): Effect.Effect<Option.Option<string>>
    /** Queues an event in the caller's transaction; answers the delivery, none without an enabled endpoint. */
    send(customer_id: string, owner: string, event: OutboundEvent): Effect.Effect<Option.Option<string>>
    remove(customer_id: string, owner: string): Effect.Effect<void>
  }
>()("hatchery/platform/OwnedEndpoints") {
  static readonly layer = Layer.effect(
    OwnedEndpoints,
    Effect.suspend(() => make)
  )
}

const makeReads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const owned = (customer_id: string, owner: string) => sql`customer_id = ${customer_id}::uuid AND owner = ${owner}`
  const get = Effect.fn("OwnedEndpoints.get")(function* (customer_id: string, owner: string) {
    const found = yield* row(EndpointRow)(sql`
      SELECT webhook_config_id, url, enabled, secret FROM webhook_configs WHERE ${owned(customer_id, owner)}`)
    if (Option.isNone(found)) return Option.none()
    const { secret, ...endpoint } = found.value
    const plain = yield* vault.open(secret, secretPlace(endpoint.webhook_config_id))
    return Option.some<OwnedEndpoint>({ ...endpoint, secret_last4: plain.slice(-4) })
  })
  return { owned, get }
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const outbox = yield* Outbox
  const { get, owned } = yield* makeReads

  const create = Effect.fnUntraced(function* (customer_id: string, owner: string, url: string, enabled: boolean) {
    const [webhook_config_id, secret, now] = [yield* uuid, yield* newSecret, yield* nowDate]
    yield* execute(sql`
      INSERT INTO webhook_configs
        (customer_id, webhook_config_id, owner, url, events, enabled, secret, disabled_at, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${webhook_config_id}::uuid, ${owner}, ${url}, '{}', ${enabled},
        ${yield* vault.seal(secret, secretPlace(webhook_config_id))},
        ${enabled ? null : now}::timestamptz, ${now}, ${now})`)
    return { webhook_config_id, url, enabled, secret, secret_last4: secret.slice(-4) }
  })

  const save: OwnedEndpoints["Service"]["save"] = Effect.fn("OwnedEndpoints.save")(function* (
    customer_id,
    owner,
    { enabled, url }
  ) {
    const existing = yield* get(customer_id, owner)
    if (Option.isNone(existing)) return yield* create(customer_id, owner, url, enabled)
    const now = yield* nowDate
    yield* execute(sql`
        UPDATE webhook_configs SET url = ${url}, enabled = ${enabled}, updated_at = ${now}, failing_since = NULL,
          disabled_at = ${enabled ? null : now}::timestamptz
        WHERE ${owned(customer_id, owner)}`)
    yield* outbox.wakeAfterCommit(customer_id, [existing.value.webhook_config_id])
    return { ...existing.value, url, enabled, secret: undefined }
  })

  const rotate: OwnedEndpoints["Service"]["rotate"] = Effect.fn("OwnedEndpoints.rotate")(
    function* (customer_id, owner) {
      const existing = yield* get(customer_id, owner)
      if (Option.isNone(existing)) return Option.none()
      const secret = yield* newSecret
      const sealed = yield* vault.seal(secret, secretPlace(existing.value.webhook_config_id))
      yield* execute(sql`
        UPDATE webhook_configs SET secret = ${sealed}, updated_at = ${yield* nowDate}
        WHERE ${owned(customer_id, owner)}`)
      return Option.some(secret)
    }
  )

  const send: OwnedEndpoints["Service"]["send"] = Effect.fn("OwnedEndpoints.send")(function* (
    customer_id,
    owner,
    { body, event }
  ) {
    const endpoint = Option.filter(yield* get(customer_id, owner), ({ enabled }) => enabled)
    if (Option.isNone(endpoint)) return Option.none()
    const { webhook_config_id } = endpoint.value
    const delivery_id = yield* uuid
    yield* outbox.enqueueRows(customer_id, [{ delivery_id, webhook_config_id, event, body: JSON.stringify(body) }])
    return Option.some(delivery_id)
  })

  return OwnedEndpoints.of({
    get,
    save,
    rotate,
    send,
    // Deliveries without an endpoint are given up by the pump.
    remove: (customer_id, owner) =>
      Effect.asVoid(execute(sql`DELETE FROM webhook_configs WHERE ${owned(customer_id, owner)}`))
  })
})
