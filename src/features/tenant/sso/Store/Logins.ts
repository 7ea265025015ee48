/**
 * Sign-ins that are under way. States, cookies and codes are kept as hashes, and each is used by the one statement that
 * finds it unused: over all nodes, of two requests at once one succeeds.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { randomBytes, uuid } from "../../../../platform/postgres/Ids.ts"
import { execute, nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { ssoVerifierPlace } from "../../../../platform/secrets/SealedSeeds.ts"
import { Vault } from "../../../../platform/secrets/Vault.ts"
import { code_ttl_ms, login_ttl_ms } from "../Rules.ts"

const Begun = Schema.Struct({
  customer_id: Schema.String,
  login_id: Schema.String,
  nonce: Schema.String,
  sealed_verifier: Schema.Uint8Array,
  return_to: Schema.NullOr(Schema.String)
})

const Redeemed = Schema.Struct({
  customer_id: Schema.String,
  account_id: Schema.String,
  return_to: Schema.NullOr(Schema.String)
})

const hashOf = (secret: string): Uint8Array => new Uint8Array(createHash("sha256").update(secret).digest())
const secret = Effect.map(randomBytes(32), (bytes) => Buffer.from(bytes).toString("base64url"))

const logins = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  return {
    begin: Effect.fn("SsoLogins.begin")(function* (customer_id: string, return_to: string | null) {
      const login_id = yield* uuid
      const [state, cookie, nonce, verifier] = [yield* secret, yield* secret, yield* secret, yield* secret]
      const now = yield* nowDate
      yield* execute(sql`
        INSERT INTO sso_logins (customer_id, login_id, state_hash, cookie_hash, nonce, sealed_verifier, return_to,
          expires_at, created_at)
        VALUES (${customer_id}::uuid, ${login_id}::uuid, ${hashOf(state)}, ${hashOf(cookie)}, ${nonce},
          ${yield* vault.seal(verifier, ssoVerifierPlace(login_id))}, ${return_to},
          ${new Date(now.getTime() + login_ttl_ms)}, ${now})`)
      return { state, cookie, nonce, verifier }
    }),
    /**
     * A state in the wrong browser, or at another address than that of its connection, stays good for the right one.
     * `own`: the workspace whose address it came to; undefined: the one that is shared
     */
    take: Effect.fn("SsoLogins.take")(function* (own: string | undefined, state: string, cookie: string) {
      const now = yield* nowDate
      const begun = yield* row(Begun)(sql`
        WITH begun AS (
          SELECT o.customer_id, o.login_id, o.sealed_verifier FROM sso_logins AS o
          JOIN sso_connections AS s ON s.customer_id = o.customer_id
            AND CASE WHEN s.own_callback THEN s.customer_id = ${own ?? null}::uuid ELSE ${own ?? null}::uuid IS NULL END
          WHERE o.state_hash = ${hashOf(state)} AND o.cookie_hash = ${hashOf(cookie)}
            AND o.used_at IS NULL AND o.expires_at > ${now} FOR UPDATE OF o)
        UPDATE sso_logins AS l SET used_at = ${now}, sealed_verifier = NULL FROM begun
        WHERE l.customer_id = begun.customer_id AND l.login_id = begun.login_id
        RETURNING l.customer_id, l.login_id, l.nonce, begun.sealed_verifier, l.return_to`)
      if (Option.isNone(begun)) return undefined
      const { sealed_verifier, ...login } = begun.value
      return { ...login, verifier: yield* vault.open(sealed_verifier, ssoVerifierPlace(login.login_id)) }
    }),
    /** the code a session is given for; undefined: the sign-in was ended meanwhile */
    finish: Effect.fn("SsoLogins.finish")(function* (customer_id: string, login_id: string, account_id: string) {
      const code = yield* secret
      const until = new Date((yield* nowDate).getTime() + code_ttl_ms)
      const written = yield* execute(sql`
        UPDATE sso_logins SET account_id = ${account_id}::uuid, code_hash = ${hashOf(code)}, code_expires_at = ${until}
        WHERE customer_id = ${customer_id}::uuid AND login_id = ${login_id}::uuid AND code_hash IS NULL
        RETURNING login_id`)
      return written === 0 ? undefined : code
    }),
    redeem: Effect.fn("SsoLogins.redeem")(function* (code: string, cookie: string) {
      const now = yield* nowDate
      return yield* row(Redeemed)(sql`
        UPDATE sso_logins SET code_used_at = ${now}
        WHERE code_hash = ${hashOf(code)} AND cookie_hash = ${hashOf(cookie)} AND code_used_at IS NULL
          AND code_expires_at > ${now}
        RETURNING customer_id, account_id, return_to`)
    })
  }
})

export class SsoLogins extends Context.Service<SsoLogins, Effect.Success<typeof logins>>()(
  "hatchery/features/sso/SsoLogins"
) {
  static readonly layer = Layer.effect(SsoLogins, logins)
}
