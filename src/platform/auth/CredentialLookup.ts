/**
 * Where a credential is looked up: the prefix decides the kind. Keys are found by their hash; tokens are verified
 * first and then checked against the row that can be revoked.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { Permission, Scope, WidgetName } from "../../wire/Access.ts"
import type { Caller } from "../../wire/Principal.ts"
import { Role } from "../../wire/Roles.ts"
import { row } from "../postgres/Sql.ts"
import type { Tokens } from "./Tokens.ts"

export class UnknownCredential extends Schema.TaggedError<UnknownCredential>()("UnknownCredential", {}) {}

export const hashKey = (key: string): Uint8Array => new Uint8Array(createHash("sha256").update(key).digest())

/** A caller and, epoch ms, the moment its credential ends. */
export interface Found {
  readonly caller: Caller
  readonly until: number
  /** of a widget token nobody was let in with yet */
  readonly is_unused?: boolean
}

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
  kind: Schema.Literals(["session", "embed"]),
  widget: Schema.NullOr(Schema.String),
  event_types: Schema.NullOr(Schema.Array(Schema.String)),
  allowed_origins: Schema.NullOr(Schema.Array(Schema.String)),
  is_used: Schema.Boolean
})
const AccountRow = Schema.Struct({ email: Schema.String, role: Role, token_epoch: Schema.Int })

const apiKey = Effect.fn("Credentials.apiKey")(function* (sql: SqlClient.SqlClient, credential: string) {
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

const widgetToken = Effect.fn("Credentials.widgetToken")(function* (
  sql: SqlClient.SqlClient,
  tokens: Tokens["Service"],
  credential: string
) {
  const claims = yield* tokens.readWidget(credential).pipe(Effect.mapError(() => new UnknownCredential()))
  const found = yield* row(WidgetRow)(sql`
  SELECT buddy_id, user_id, scopes, kind, widget, event_types, allowed_origins, first_used_at IS NOT NULL AS is_used
  FROM widget_tokens WHERE customer_id = ${claims.customer_id}::uuid AND session_id = ${claims.session_id}::uuid
    AND revoked_at IS NULL
    -- What everybody who sees a page can mint ends with the key on that page.
    AND NOT EXISTS (SELECT FROM api_keys k WHERE k.customer_id = widget_tokens.customer_id
                    AND k.api_key_id = widget_tokens.minted_by AND k.revoked_at IS NOT NULL)
    -- Archiving a buddy ends its widgets even if the revocation itself was lost on the way.
    AND EXISTS (SELECT 1 FROM buddy_identities b WHERE b.customer_id = widget_tokens.customer_id
                AND b.buddy_id = widget_tokens.buddy_id AND b.status = 'active')`)
  if (Option.isNone(found)) return yield* new UnknownCredential()
  const { allowed_origins, buddy_id, event_types, is_used, kind, scopes, user_id, widget } = found.value
  const caller: Caller = {
    kind,
    customer_id: claims.customer_id,
    credential_id: claims.session_id,
    label: kind,
    buddy_id,
    user_id,
    scopes: scopes as ReadonlyArray<Scope>,
    widget: widget as WidgetName | null,
    event_types,
    allowed_origins,
    expires_at: claims.expires_at
  }
  return { caller, until: claims.expires_at, is_unused: !is_used }
})

const dashboard = Effect.fn("Credentials.dashboard")(function* (
  sql: SqlClient.SqlClient,
  tokens: Tokens["Service"],
  credential: string
) {
  const claims = yield* tokens.readDashboard(credential).pipe(Effect.mapError(() => new UnknownCredential()))
  const found = yield* row(AccountRow)(sql`
  SELECT email, role, token_epoch FROM accounts
  WHERE customer_id = ${claims.customer_id}::uuid AND account_id = ${claims.account_id}::uuid
    AND status = 'active' AND NOT EXISTS (
      SELECT FROM ended_sessions
      WHERE customer_id = ${claims.customer_id}::uuid AND token_hash = ${hashKey(credential)})`)
  if (Option.isNone(found) || found.value.token_epoch !== claims.epoch) return yield* new UnknownCredential()
  const caller: Caller = {
    kind: "dashboard",
    customer_id: claims.customer_id,
    credential_id: claims.account_id,
    label: found.value.email,
    role: found.value.role
  }
  return { caller, until: claims.expires_at }
})

export const lookUpWith =
  (sql: SqlClient.SqlClient, tokens: Tokens["Service"]) =>
  (credential: string): Effect.Effect<Found, UnknownCredential> => {
    if (/^svc_(live|test|pk)_[0-9A-Za-z]{20,80}$/.test(credential)) return apiKey(sql, credential)
    if (/^svc_(ws|et)_/.test(credential)) return widgetToken(sql, tokens, credential)
    return credential.startsWith("eyJ") ? dashboard(sql, tokens, credential) : Effect.fail(new UnknownCredential())
  }
