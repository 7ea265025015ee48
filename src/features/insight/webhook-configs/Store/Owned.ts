/**
 * Endpoints that serve one thing (a cause) and hear only what is sent to them by name. They are signed, tried, guarded
 * and given up as any other, and listed nowhere: whoever owns one shows it.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { execute, nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { Vault } from "../../../../platform/secrets/Vault.ts"
import { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { newSecret } from "../../../../platform/webhooks/Signing.ts"
import { secretPlace } from "../../../../platform/webhooks/SealedPlaces.ts"

const Endpoint = Schema.Struct({ webhook_config_id: Schema.String, url: Schema.String, enabled: Schema.Boolean })
export type OwnedEndpoint = typeof Endpoint.Type

export interface OwnedChange {
  readonly url?: string
  readonly enabled?: boolean
  readonly rotate?: boolean
}

export class OwnedEndpoints extends Context.Service<
  OwnedEndpoints,
  {
    find(customer_id: string, owner: string): Effect.Effect<Option.Option<OwnedEndpoint>>
    /**
     * Makes it with its first URL, changes it afterwards; in the transaction of the owner, who lets nobody else change
     * it meanwhile. Answers the secret when it was made or replaced.
     */
    change(customer_id: string, owner: string, change: OwnedChange): Effect.Effect<string | null>
  }
>()("hatchery/features/webhook-configs/OwnedEndpoints") {
  static readonly layer = Layer.effect(
    OwnedEndpoints,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const changes = yield* CacheInvalidation
  const outbox = yield* Outbox
  const owned = (customer_id: string, owner: string) => sql`customer_id = ${customer_id}::uuid AND owner = ${owner}`

  const find = Effect.fn("OwnedEndpoints.find")((customer_id: string, owner: string) =>
    row(Endpoint)(sql`
      SELECT webhook_config_id, url, enabled FROM webhook_configs WHERE ${owned(customer_id, owner)}`)
  )

  const add = Effect.fnUntraced(function* (customer_id: string, owner: string, { enabled = true, url }: OwnedChange) {
    if (url === undefined) return null
    const [webhook_config_id, secret, now] = [yield* uuid, yield* newSecret, yield* nowDate]
    yield* execute(sql`
      INSERT INTO webhook_configs (customer_id, webhook_config_id, url, events, enabled, secret, disabled_at, owner,
        created_at, updated_at)
      VALUES (${customer_id}::uuid, ${webhook_config_id}::uuid, ${url}, '{}', ${enabled},
        ${yield* vault.seal(secret, secretPlace(webhook_config_id))}, ${enabled ? null : now}::timestamptz, ${owner},
        ${now}, ${now})`)
    return secret
  })

  const edit = Effect.fnUntraced(function* (
    customer_id: string,
    owner: string,
    webhook_config_id: string,
    change: OwnedChange
  ) {
    const [now, secret] = [yield* nowDate, change.rotate === true ? yield* newSecret : null]
    const sealed = secret === null ? null : yield* vault.seal(secret, secretPlace(webhook_config_id))
    const [url, enabled] = [change.url ?? null, change.enabled ?? null]
    // As any endpoint: enabling it again, or moving it, is a fresh start.
    yield* execute(sql`
      UPDATE webhook_configs SET url = COALESCE(${url}, url), enabled = COALESCE(${enabled}, enabled),
        secret = COALESCE(${sealed}::bytea, secret),
        failing_since = CASE WHEN (${enabled}::boolean AND NOT enabled) OR ${url}::text <> url THEN NULL
          ELSE failing_since END,
        disabled_at = CASE WHEN COALESCE(${enabled}, enabled) THEN NULL ELSE COALESCE(disabled_at, ${now}) END,
        updated_at = ${now}
      WHERE ${owned(customer_id, owner)}`)
    yield* outbox.wakeAfterCommit(customer_id, [webhook_config_id])
    return secret
  })

  return OwnedEndpoints.of({
    find,
    change: Effect.fn("OwnedEndpoints.change")(function* (customer_id, owner, change) {
      const found = yield* find(customer_id, owner)
      const secret = Option.isNone(found)
        ? yield* add(customer_id, owner, change)
        : yield* edit(customer_id, owner, found.value.webhook_config_id, change)
      yield* changes.publish({ _tag: "Tenant", customer_id })
      return secret
    })
  })
})
