/**
 * From a bearer credential to a caller. The prefix decides the kind; keys are looked up by hash, tokens are verified
 * first and then checked against the row that can be revoked. Answers are kept for a short time and forgotten at once
 * when `Changes` says so.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { Permission, Scope } from "../wire/Access.ts"
import type { Caller } from "../wire/Principal.ts"
import { Changes } from "./Changes.ts"
import { nowDate, row } from "./Sql.ts"
import { Tokens } from "./Tokens.ts"

export class UnknownCredential extends Schema.TaggedError<UnknownCredential>()("UnknownCredential", {}) {}

const ttlMs = 30_000
const entriesMax = 50_000
/** `last_used_at` is a hint for people: one write a minute per key is enough */
const usedEveryMs = 60_000

export const hashKey = (key: string): Uint8Array => new Uint8Array(createHash("sha256").update(key).digest())

const KeyRow = Schema.Struct({
  customer_id: Schema.String,
  api_key_id: Schema.String,
  type: Schema.Literals(["secret", "publishable"]),
  mode: Schema.Literals(["live", "test"]),
  label: Schema.String,
  permissions: Schema.Array(Schema.String),
  allowed_origins: Schema.NullOr(Schema.Array(Schema.String)),
  expires_at: Schema.NullOr(Schema.Date)
})
const WidgetRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  scopes: Schema.Array(Schema.String),
  kind: Schema.Literals(["session", "embed"])
})
const AccountRow = Schema.Struct({ email: Schema.String, token_epoch: Schema.Int })

interface Known {
  readonly caller: Caller
  readonly until: number
  used_at: number
}

export class Credentials extends Context.Service<
  Credentials,
  {
    authenticate(credential: string): Effect.Effect<Caller, UnknownCredential>
    /** the caller when this node has seen the credential a moment ago; never waits */
    cached(credential: string): Caller | undefined
  }
>()("hatchery/platform/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* Changes
      const tokens = yield* Tokens
      const clock = yield* Clock.Clock
      const known = new Map<string, Known>()
      let generation = 0
      changes.subscribe((change) => {
        if (change._tag === "Everything") {
          generation++
          known.clear()
        } else if (change._tag === "Credential") {
          generation++
          for (const [credential, entry] of known)
            if (entry.caller.customer_id === change.customer_id) known.delete(credential)
        }
      })

      const apiKey = Effect.fn("Credentials.apiKey")(function* (credential: string) {
        const found = yield* row(KeyRow)(sql`
        SELECT customer_id, api_key_id, type, mode, label, permissions, allowed_origins, expires_at
        FROM api_keys WHERE key_hash = ${hashKey(credential)} AND revoked_at IS NULL`)
        if (Option.isNone(found)) return yield* new UnknownCredential()
        const { api_key_id, customer_id, expires_at, label } = found.value
        const base = { customer_id, credential_id: api_key_id, label }
        const caller: Caller =
          found.value.type === "secret"
            ? { kind: "secret", ...base, mode: found.value.mode }
            : {
                kind: "publishable",
                ...base,
                permissions: found.value.permissions as ReadonlyArray<Permission>,
                allowed_origins: found.value.allowed_origins
              }
        return { caller, until: expires_at?.getTime() ?? Number.POSITIVE_INFINITY }
      })

      const widgetToken = Effect.fn("Credentials.widgetToken")(function* (credential: string) {
        const claims = yield* tokens.readWidget(credential).pipe(Effect.mapError(() => new UnknownCredential()))
        const found = yield* row(WidgetRow)(sql`
        UPDATE widget_tokens SET first_used_at = coalesce(first_used_at, ${yield* nowDate})
        WHERE customer_id = ${claims.customer_id}::uuid AND session_id = ${claims.session_id}::uuid
          AND revoked_at IS NULL
          -- Archiving a buddy ends its widgets even if the revocation itself was lost on the way.
          AND EXISTS (SELECT 1 FROM buddies b WHERE b.customer_id = widget_tokens.customer_id
                      AND b.buddy_id = widget_tokens.buddy_id AND b.status = 'active')
        RETURNING buddy_id, user_id, scopes, kind`)
        if (Option.isNone(found)) return yield* new UnknownCredential()
        const { buddy_id, kind, scopes, user_id } = found.value
        const caller: Caller = {
          kind,
          customer_id: claims.customer_id,
          credential_id: claims.session_id,
          label: kind,
          buddy_id,
          user_id,
          scopes: scopes as ReadonlyArray<Scope>
        }
        return { caller, until: claims.expires_at }
      })

      const dashboard = Effect.fn("Credentials.dashboard")(function* (credential: string) {
        const claims = yield* tokens.readDashboard(credential).pipe(Effect.mapError(() => new UnknownCredential()))
        const found = yield* row(AccountRow)(sql`
        SELECT email, token_epoch FROM accounts WHERE customer_id = ${claims.customer_id}::uuid
          AND account_id = ${claims.account_id}::uuid`)
        if (Option.isNone(found) || found.value.token_epoch !== claims.epoch) return yield* new UnknownCredential()
        const caller: Caller = {
          kind: "dashboard",
          customer_id: claims.customer_id,
          credential_id: claims.account_id,
          label: found.value.email
        }
        return { caller, until: claims.expires_at }
      })

      const lookUp = (credential: string) =>
        /^svc_(live|test|pk)_[0-9A-Za-z]{20,80}$/.test(credential)
          ? apiKey(credential)
          : /^svc_(ws|et)_/.test(credential)
            ? widgetToken(credential)
            : credential.startsWith("eyJ")
              ? dashboard(credential)
              : Effect.fail(new UnknownCredential())

      const markUsed = (caller: Caller) =>
        Effect.gen(function* () {
          yield* sql`UPDATE api_keys SET last_used_at = ${yield* nowDate}
                   WHERE customer_id = ${caller.customer_id}::uuid AND api_key_id = ${caller.credential_id}::uuid`
        }).pipe(Effect.ignore)

      const context = yield* Effect.context<never>()
      const touch = (entry: Known, now: number) => {
        if (
          now - entry.used_at < usedEveryMs ||
          (entry.caller.kind !== "secret" && entry.caller.kind !== "publishable")
        )
          return
        entry.used_at = now
        Effect.runForkWith(context)(markUsed(entry.caller))
      }

      const cached = (credential: string) => {
        const entry = known.get(credential)
        if (entry === undefined) return undefined
        const now = clock.currentTimeMillisUnsafe()
        if (now >= entry.until) {
          known.delete(credential)
          return undefined
        }
        touch(entry, now)
        return entry.caller
      }

      return Credentials.of({
        cached,
        authenticate: (credential) =>
          Effect.suspend(() => {
            const caller = cached(credential)
            return caller === undefined
              ? Effect.gen(function* () {
                  const started = generation
                  const now = clock.currentTimeMillisUnsafe()
                  const { caller, until } = yield* lookUp(credential)
                  if (now >= until) return yield* new UnknownCredential()
                  const entry: Known = { caller, until: Math.min(until, now + ttlMs), used_at: 0 }
                  if (known.size >= entriesMax) known.clear()
                  if (started === generation) known.set(credential, entry)
                  touch(entry, now)
                  return caller
                })
              : Effect.succeed(caller)
          })
      })
    })
  )
}
