/** Connections to identity providers, and the domains that workspaces claim. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { randomBytes } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { ssoSecretPlace } from "../../../platform/secrets/SealedSeeds.ts"
import { Vault } from "../../../platform/secrets/Vault.ts"
import { isLive } from "../../../platform/sso/Enforcement.ts"
import { JitRole, RoleClaim, TokenAuth } from "./Api.ts"

const ConnectionRow = Schema.Struct({
  customer_id: Schema.String,
  issuer: Schema.String,
  client_id: Schema.String,
  sealed_client_secret: Schema.NullOr(Schema.Uint8Array),
  token_auth: TokenAuth,
  scopes: Schema.Array(Schema.String),
  jit_enabled: Schema.Boolean,
  jit_role: JitRole,
  role_claim: Schema.NullOr(RoleClaim),
  enforced: Schema.Boolean,
  last_error: Schema.NullOr(Schema.String),
  /** its provider answers to an address of this workspace alone */
  own_callback: Schema.Boolean
})
export type Connection = typeof ConnectionRow.Type

const DomainRow = Schema.Struct({
  domain: Schema.String,
  token: Schema.String,
  verified_at: Schema.NullOr(Schema.Date)
})
export type ClaimedDomain = typeof DomainRow.Type

export interface NewConnection extends Omit<Connection, "sealed_client_secret" | "last_error"> {
  /** one that is sealed already stays as it is */
  readonly client_secret: string | Uint8Array | null
  readonly domains: ReadonlyArray<string>
}

const columns = `s.customer_id, s.issuer, s.client_id, s.sealed_client_secret, s.token_auth, s.scopes, s.jit_enabled,
  s.jit_role, s.role_claim, s.enforced, s.last_error, s.own_callback`

const reading = (sql: SqlClient.SqlClient, unproven: boolean) => {
  const selected = sql.literal(columns)
  const live = isLive(sql, unproven)
  const from = sql`FROM sso_connections AS s JOIN customers AS c ON c.customer_id = s.customer_id`
  const read = row(ConnectionRow)
  return {
    get: (customer_id: string) =>
      read(sql`SELECT ${selected} FROM sso_connections AS s WHERE s.customer_id = ${customer_id}::uuid`),
    /** one that people can sign in through at this moment */
    live: (customer_id: string) =>
      read(sql`SELECT ${selected} ${from} WHERE s.customer_id = ${customer_id}::uuid AND ${live}`),
    /** a proven claim comes before one that is only made, where those count */
    liveByDomain: (domain: string) =>
      read(sql`
        SELECT ${selected} ${from} JOIN sso_domains AS o ON o.customer_id = s.customer_id
        WHERE o.domain = ${domain} AND (${unproven} OR o.verified_at IS NOT NULL) AND ${live}
        ORDER BY o.verified_at IS NULL, o.created_at LIMIT 1`),
    liveBySlug: (slug: string) => read(sql`SELECT ${selected} ${from} WHERE c.slug = ${slug} AND ${live}`)
  }
}

const connections = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const { webhookAllowPrivate } = yield* AppConfig
  const keepDomains = Effect.fnUntraced(function* (customer_id: string, domains: ReadonlyArray<string>) {
    yield* execute(sql`
      DELETE FROM sso_domains WHERE customer_id = ${customer_id}::uuid AND domain <> ALL(${domains}::text[])`)
    for (const domain of domains)
      yield* execute(sql`
        INSERT INTO sso_domains (customer_id, domain, token, created_at)
        VALUES (${customer_id}::uuid, ${domain}, ${Buffer.from(yield* randomBytes(16)).toString("hex")},
          ${yield* nowDate})
        ON CONFLICT (customer_id, domain) DO NOTHING`)
  })

  return {
    ...reading(sql, webhookAllowPrivate),
    secretOf: ({ customer_id, sealed_client_secret }: Connection) =>
      sealed_client_secret === null
        ? Effect.succeed(null)
        : vault.open(sealed_client_secret, ssoSecretPlace(customer_id)),
    /** in the caller's transaction */
    save: Effect.fn("SsoStore.save")(function* (given: NewConnection) {
      const { client_secret, customer_id, domains } = given
      const now = yield* nowDate
      const sealed =
        typeof client_secret === "string"
          ? yield* vault.seal(client_secret, ssoSecretPlace(customer_id))
          : client_secret
      yield* execute(sql`
        INSERT INTO sso_connections (customer_id, issuer, client_id, sealed_client_secret, token_auth, scopes,
          jit_enabled, jit_role, role_claim, enforced, own_callback, created_at, updated_at)
        VALUES (${customer_id}::uuid, ${given.issuer}, ${given.client_id}, ${sealed}, ${given.token_auth},
          ${given.scopes}::text[], ${given.jit_enabled}, ${given.jit_role},
          ${given.role_claim === null ? null : JSON.stringify(given.role_claim)}::jsonb, ${given.enforced},
          ${given.own_callback}, ${now}, ${now})
        ON CONFLICT (customer_id) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id,
          sealed_client_secret = excluded.sealed_client_secret,
          token_auth = excluded.token_auth, scopes = excluded.scopes, jit_enabled = excluded.jit_enabled,
          jit_role = excluded.jit_role, role_claim = excluded.role_claim, enforced = excluded.enforced,
          own_callback = excluded.own_callback, last_error = NULL, updated_at = excluded.updated_at`)
      yield* keepDomains(customer_id, domains)
    }),
    /** the turn of whoever makes or changes members, or this */
    hold: (customer_id: string) =>
      execute(sql`SELECT FROM customers WHERE customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`),
    /** has this person shown that the own address is theirs? */
    isVerified: (customer_id: string, account_id: string) =>
      Effect.map(
        execute(sql`
          SELECT FROM accounts WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid
            AND email_verified_at IS NOT NULL`),
        (found) => found > 0
      ),
    /** with what is under way, which would come back to somebody else's provider */
    endLogins: (customer_id: string) => execute(sql`DELETE FROM sso_logins WHERE customer_id = ${customer_id}::uuid`),
    remove: (customer_id: string) =>
      execute(sql`DELETE FROM sso_connections WHERE customer_id = ${customer_id}::uuid RETURNING customer_id`),
    noteError: (customer_id: string, code: string | null) =>
      execute(sql`
        UPDATE sso_connections SET last_error = ${code}
        WHERE customer_id = ${customer_id}::uuid AND last_error IS DISTINCT FROM ${code}`),
    ...domainsOf(sql),
    /** may people of this domain come in? */
    hasDomain: (customer_id: string, domain: string) =>
      Effect.map(
        execute(sql`
          SELECT FROM sso_domains WHERE customer_id = ${customer_id}::uuid AND domain = ${domain}
            AND (${webhookAllowPrivate} OR verified_at IS NOT NULL)`),
        (found) => found > 0
      )
  }
})

const domainsOf = (sql: SqlClient.SqlClient) => ({
  domains: (customer_id: string) =>
    rows(DomainRow)(sql`
      SELECT domain, token, verified_at FROM sso_domains WHERE customer_id = ${customer_id}::uuid ORDER BY domain`),
  /** false: another workspace has it */
  verify: Effect.fn("SsoStore.verify")(function* (customer_id: string, domain: string) {
    // Two workspaces may prove one domain at once: the index lets the first one have it.
    const proven = yield* row(Schema.Struct({ is_ours: Schema.Boolean }))(sql`
      WITH held AS (
        SELECT customer_id FROM sso_domains WHERE domain = ${domain} AND verified_at IS NOT NULL FOR UPDATE),
      proven AS (
        UPDATE sso_domains SET verified_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND domain = ${domain} AND verified_at IS NULL
          AND NOT EXISTS (SELECT FROM held)
        RETURNING customer_id)
      SELECT EXISTS (SELECT FROM proven) OR EXISTS (
        SELECT FROM held WHERE customer_id = ${customer_id}::uuid) AS is_ours`).pipe(
      Effect.catchDefect((defect) =>
        isTaken(defect) ? Effect.succeed(Option.some({ is_ours: false })) : Effect.die(defect)
      )
    )
    return Option.getOrThrow(proven).is_ours
  })
})

const isTaken = (defect: unknown): boolean => {
  const { reason } = defect as { readonly reason?: { readonly _tag?: string; readonly constraint?: string } }
  return reason?._tag === "UniqueViolation" && reason.constraint === "sso_domains_verified"
}

export class SsoStore extends Context.Service<SsoStore, Effect.Success<typeof connections>>()(
  "hatchery/features/sso/SsoStore"
) {
  static readonly layer = Layer.effect(SsoStore, connections)
}
