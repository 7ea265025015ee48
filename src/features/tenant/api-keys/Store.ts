/**
 * Keys in Postgres: hashes only. Every change is announced, so that a revoked key stops on all nodes within a second.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { hashKey } from "../../../platform/auth/Credentials.ts"
import { randomBase62, uuid } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { EmailNotVerified, NotFound } from "../../../wire/Failure.ts"
import { Unauthorized } from "../../../wire/Group.ts"
import { iso, isoOrNull, isUuid } from "../../../wire/Ids.ts"
import type { Caller } from "../../../wire/Principal.ts"
import { isAtLeast, Role } from "../../../wire/Roles.ts"
import { type ApiKey, TestKeyOnly } from "./Api.ts"

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

const Holder = Schema.Struct({ role: Role, verified: Schema.Boolean })

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

export type MintFailure = TestKeyOnly | EmailNotVerified | Unauthorized

const isTestKey = (caller: Caller): boolean => caller.kind === "secret" && caller.mode === "test"

export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    list(caller: Caller): Effect.Effect<ReadonlyArray<ApiKey>>
    /** what opens the workspace to its product, newest first */
    live(customer_id: string): Effect.Effect<ReadonlyArray<ApiKey>>
    /** for the service's own use: nobody is asked */
    issue(customer_id: string, created_by: string, key: NewKey): Effect.Effect<ApiKey & { readonly key: string }>
    create(caller: Caller, key: NewKey): Effect.Effect<ApiKey & { readonly key: string }, MintFailure>
    revoke(caller: Caller, id: string): Effect.Effect<void, NotFound>
    /**
     * All secret keys (for a test key: all test keys) go, one comes, in one transaction. Rotations take turns, so that
     * of several at once exactly one key lives.
     */
    rotate(
      caller: Caller,
      key: NewKey
    ): Effect.Effect<ApiKey & { readonly key: string; readonly revoked_ids: ReadonlyArray<string> }, MintFailure>
  }
>()("hatchery/features/api-keys/ApiKeyStore") {
  static readonly layer = Layer.effect(
    ApiKeyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const { embedded } = yield* AppConfig
      const admit = admitWith(sql, embedded)
      const issue = issueWith(sql)
      const insert = ({ credential_id, customer_id }: Caller, key: NewKey) => issue(customer_id, credential_id, key)

      const listed = Effect.fn("ApiKeyStore.list")(function* (which: ReturnType<typeof reach>) {
        const found = yield* rows(KeyRow)(sql`
          SELECT ${sql.literal(columns)} FROM api_keys
          WHERE ${which} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${yield* nowDate})
          ORDER BY created_at DESC, api_key_id DESC`)
        return found.map(toWire)
      })

      return ApiKeyStore.of({
        issue,
        list: (caller) => listed(reach(sql, caller)),
        live: (customer_id) => listed(sql`customer_id = ${customer_id}::uuid AND mode = 'live'`),
        create: Effect.fn("ApiKeyStore.create")(
          (caller, key) => sql.withTransaction(Effect.andThen(admit(caller, key), insert(caller, key))),
          Effect.catchTag("SqlError", Effect.die)
        ),
        revoke: Effect.fn("ApiKeyStore.revoke")(function* (caller, id) {
          if (!isUuid(id)) return yield* new NotFound({ resource: "API key" })
          const revoked = yield* Effect.orDie(sql`
          UPDATE api_keys SET revoked_at = ${yield* nowDate}
          WHERE ${reach(sql, caller)} AND api_key_id = ${id}::uuid AND revoked_at IS NULL
            RETURNING api_key_id`)
          if (revoked.length === 0) return yield* new NotFound({ resource: "API key" })
          yield* changes.publish({ _tag: "Credential", customer_id: caller.customer_id })
        }),
        rotate: Effect.fn("ApiKeyStore.rotate")(
          (caller, key) =>
            sql.withTransaction(
              Effect.gen(function* () {
                yield* admit(caller, key)
                const revoked = yield* rows(Schema.Struct({ api_key_id: Schema.String }))(sql`
            UPDATE api_keys SET revoked_at = ${yield* nowDate}
            WHERE ${reach(sql, caller)} AND type = 'secret' AND revoked_at IS NULL
              RETURNING api_key_id`)
                const made = yield* insert(caller, key)
                yield* changes.publish({ _tag: "Credential", customer_id: caller.customer_id })
                return { ...made, revoked_ids: revoked.map((old) => old.api_key_id) }
              })
            ),
          Effect.catchTag("SqlError", Effect.die)
        )
      })
    })
  )
}

const columns = "api_key_id, label, type, mode, last4, permissions, created_at, last_used_at, expires_at"

/** A test key sees test keys only. */
const reach = (sql: SqlClient.SqlClient, caller: Caller) =>
  isTestKey(caller)
    ? sql`customer_id = ${caller.customer_id}::uuid AND mode = 'test'`
    : sql`customer_id = ${caller.customer_id}::uuid`

/** Whoever makes a key takes turns with the others, and is asked again whether the asker may still. */
const admitWith = (sql: SqlClient.SqlClient, embedded: boolean) =>
  Effect.fnUntraced(function* (caller: Caller, { mode }: NewKey) {
    if (isTestKey(caller) && mode === "live") return yield* new TestKeyOnly()
    const { credential_id, customer_id } = caller
    yield* execute(sql`SELECT FROM customers WHERE customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`)
    if (caller.kind === "secret") {
      const alive = yield* execute(sql`
        SELECT FROM api_keys
        WHERE customer_id = ${customer_id}::uuid AND api_key_id = ${credential_id}::uuid AND revoked_at IS NULL`)
      if (alive === 0) return yield* new Unauthorized()
    }
    if (caller.kind !== "dashboard") return
    const held = yield* row(Holder)(sql`
      SELECT role, email_verified_at IS NOT NULL AS verified FROM accounts
      WHERE customer_id = ${customer_id}::uuid AND account_id = ${credential_id}::uuid`)
    if (Option.isNone(held) || !isAtLeast(held.value.role, "admin")) return yield* new Unauthorized()
    if (mode === "live" && !embedded && !held.value.verified) return yield* new EmailNotVerified()
  })

const issueWith = (sql: SqlClient.SqlClient) =>
  Effect.fn("ApiKeyStore.issue")(function* (customer_id: string, created_by: string, key: NewKey) {
    const plain = `svc_${key.type === "publishable" ? "pk" : key.mode}_${yield* randomBase62(43)}`
    const made = yield* row(KeyRow)(sql`
      INSERT INTO api_keys (customer_id, api_key_id, type, mode, label, key_hash, last4, permissions, allowed_origins,
        created_at, created_by, expires_at)
      VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${key.type}, ${key.mode}, ${key.label}, ${hashKey(plain)},
        ${plain.slice(-4)}, ${key.permissions ?? []}::text[], ${key.allowed_origins ?? null}::text[],
        ${yield* nowDate}, ${created_by}, ${key.expires_at ?? null})
      RETURNING ${sql.literal(columns)}`)
    return { ...toWire(Option.getOrThrow(made)), key: plain }
  })
