/**
 * Tokens that open something once, and the mails that carry them. A token is kept as a hash and used by the one
 * statement that finds it unused, so that two requests with the same token cannot both succeed.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { AppConfig } from "../../../../Config.ts"
import { randomBytes } from "../../../../platform/postgres/Ids.ts"
import { Mail } from "../../../../platform/mail/Mail.ts"
import { execute, nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { InvalidToken } from "../../../../wire/refusals/InvalidToken.ts"
import { mailFor, type MailContext, type Purpose, tokenTtlMinutes } from "../Rules.ts"

export const Owner = Schema.Struct({ customer_id: Schema.String, account_id: Schema.String })
export type Owner = typeof Owner.Type

const hashToken = (token: string): Uint8Array => new Uint8Array(createHash("sha256").update(token).digest())

export const makeOneTimeTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mail = yield* Mail
  const config = yield* AppConfig

  return {
    /** A new token for the account, in the mail; the older ones of its purpose are void. */
    mail: Effect.fn("AccountStore.mailToken")(function* (
      { account_id, customer_id, email }: Owner & { readonly email: string },
      purpose: Purpose,
      context: MailContext = {}
    ) {
      const token = Buffer.from(yield* randomBytes(32)).toString("base64url")
      const now = yield* nowDate
      // One at a time per account: of two requests at once, only the token of the later one may live.
      const held = yield* execute(sql`
        SELECT 1 FROM accounts
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid FOR UPDATE`)
      // Removed since it was looked up: there is nobody to write to.
      if (held === 0) return
      yield* execute(sql`
        DELETE FROM one_time_tokens
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid AND purpose = ${purpose}`)
      yield* execute(sql`
        INSERT INTO one_time_tokens (token_hash, customer_id, account_id, purpose, expires_at, created_at)
        VALUES (${hashToken(token)}, ${customer_id}::uuid, ${account_id}::uuid, ${purpose},
                ${new Date(now.getTime() + tokenTtlMinutes[purpose] * 60_000)}, ${now})`)
      yield* mail.send({ to: email, token, ...mailFor(purpose, config.publicUrl, token, context) })
    }),
    isUsable: (token: string, purpose: Purpose) =>
      Effect.flatMap(nowDate, (now) =>
        Effect.map(
          execute(sql`
            SELECT 1 FROM one_time_tokens
            WHERE token_hash = ${hashToken(token)} AND purpose = ${purpose}
              AND used_at IS NULL AND expires_at > ${now}`),
          (found) => found > 0
        )
      ),
    use: Effect.fn("AccountStore.useToken")(function* (token: string, purpose: Purpose) {
      const now = yield* nowDate
      // The account first, as whoever mails a token or removes the account: the other way round they would wait for
      // each other.
      yield* execute(sql`
        SELECT 1 FROM accounts AS a JOIN one_time_tokens AS t USING (customer_id, account_id)
        WHERE t.token_hash = ${hashToken(token)} FOR UPDATE OF a`)
      const owner = yield* row(Owner)(sql`
        UPDATE one_time_tokens SET used_at = ${now}
        WHERE token_hash = ${hashToken(token)} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
        RETURNING customer_id, account_id`)
      return yield* Option.match(owner, { onNone: () => Effect.fail(new InvalidToken()), onSome: Effect.succeed })
    }),
    /** whatever was mailed to these accounts opens nothing any more */
    revoke: (customer_id: string, account_ids: ReadonlyArray<string>) =>
      execute(sql`
        DELETE FROM one_time_tokens
        WHERE customer_id = ${customer_id}::uuid AND account_id = ANY(${account_ids}::uuid[])`)
  }
})
