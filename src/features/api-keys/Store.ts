/**
 * Keys in Postgres: hashes only. Every change is announced, so that a revoked key stops on all nodes within a second.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Changes } from "../../platform/Changes.ts"
import { hashKey } from "../../platform/Credentials.ts"
import { randomBase62, uuid } from "../../platform/Ids.ts"
import { nowDate, row, rows } from "../../platform/Sql.ts"
import { NotFound } from "../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../wire/Ids.ts"
import type { Caller } from "../../wire/Principal.ts"
import type { ApiKey } from "./Api.ts"

const KeyRow = Schema.Struct({
  api_key_id: Schema.String,
  label: Schema.String,
  type: Schema.Literals(["secret", "publishable"]),
  mode: Schema.Literals(["live", "test"]),
  last4: Schema.String,
  permissions: Schema.Array(Schema.String),
  created_at: Schema.Date,
  last_used_at: Schema.NullOr(Schema.Date),
  expires_at: Schema.NullOr(Schema.Date)
})

const toWire = (key: typeof KeyRow.Type): ApiKey => ({
  api_key_id: key.api_key_id,
  label: key.label,
  type: key.type,
  mode: key.mode,
  last4: key.last4,
  scopes: key.type === "secret" ? ["*"] : key.permissions,
  created_at: iso(key.created_at),
  last_used_at: isoOrNull(key.last_used_at),
  expires_at: isoOrNull(key.expires_at)
})

export interface NewKey {
  readonly type: "secret" | "publishable"
  readonly mode: "live" | "test"
  readonly label: string
  readonly permissions?: ReadonlyArray<string>
  readonly allowed_origins?: ReadonlyArray<string> | null
  readonly expires_at?: Date | null
}

export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    list(caller: Caller): Effect.Effect<ReadonlyArray<ApiKey>>
    create(customer_id: string, created_by: string, key: NewKey): Effect.Effect<ApiKey & { readonly key: string }>
    revoke(caller: Caller, id: string): Effect.Effect<void, NotFound>
    /** all secret keys go, one comes, in one transaction */
    rotate(
      caller: Caller,
      key: NewKey
    ): Effect.Effect<ApiKey & { readonly key: string; readonly revoked_ids: ReadonlyArray<string> }>
  }
>()("hatchery/features/api-keys/ApiKeyStore") {
  static readonly layer = Layer.effect(
    ApiKeyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* Changes
      const columns = sql.literal(
        "api_key_id, label, type, mode, last4, permissions, created_at, last_used_at, expires_at"
      )

      const create = Effect.fn("ApiKeyStore.create")(function* (customer_id: string, created_by: string, key: NewKey) {
        const plain = `svc_${key.type === "publishable" ? "pk" : key.mode}_${yield* randomBase62(43)}`
        const made = yield* row(KeyRow)(sql`
        INSERT INTO api_keys (customer_id, api_key_id, type, mode, label, key_hash, last4, permissions,
          allowed_origins, created_at, created_by, expires_at)
        VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${key.type}, ${key.mode}, ${key.label}, ${hashKey(plain)},
        ${plain.slice(-4)},
                ${key.permissions ?? []}::text[], ${key.allowed_origins ?? null}::text[], ${yield* nowDate},
                  ${created_by}, ${key.expires_at ?? null})
        RETURNING ${columns}`)
        return { ...toWire(Option.getOrThrow(made)), key: plain }
      })

      return ApiKeyStore.of({
        list: Effect.fn("ApiKeyStore.list")(function* ({ customer_id }) {
          const found = yield* rows(KeyRow)(sql`
          SELECT ${columns} FROM api_keys
          WHERE customer_id = ${customer_id}::uuid AND revoked_at IS NULL
            AND (expires_at IS NULL OR expires_at > ${yield* nowDate})
          ORDER BY created_at DESC, api_key_id DESC`)
          return found.map(toWire)
        }),
        create,
        revoke: Effect.fn("ApiKeyStore.revoke")(function* ({ customer_id }, id) {
          if (!isUuid(id)) return yield* new NotFound({ resource: "API key" })
          const revoked = yield* Effect.orDie(sql`
          UPDATE api_keys SET revoked_at = ${yield* nowDate}
          WHERE customer_id = ${customer_id}::uuid AND api_key_id = ${id}::uuid AND revoked_at IS NULL
            RETURNING api_key_id`)
          if (revoked.length === 0) return yield* new NotFound({ resource: "API key" })
          yield* changes.publish({ _tag: "Credential", customer_id })
        }),
        rotate: (caller, key) =>
          Effect.orDie(
            sql.withTransaction(
              Effect.gen(function* () {
                const revoked = yield* rows(Schema.Struct({ api_key_id: Schema.String }))(sql`
            UPDATE api_keys SET revoked_at = ${yield* nowDate}
            WHERE customer_id = ${caller.customer_id}::uuid AND type = 'secret' AND revoked_at IS NULL
              RETURNING api_key_id`)
                const made = yield* create(caller.customer_id, caller.credential_id, key)
                yield* changes.publish({ _tag: "Credential", customer_id: caller.customer_id })
                return { ...made, revoked_ids: revoked.map((old) => old.api_key_id) }
              })
            )
          )
      })
    })
  )
}
