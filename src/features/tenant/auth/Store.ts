/**
 * Accounts and one-time tokens in Postgres. A token is kept as a hash and used by the one statement that finds it
 * unused, so that two requests with the same token cannot both succeed. A new password raises the account's token
 * epoch, which ends all its sessions.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { AppConfig } from "../../../Config.ts"
import { Attempts } from "../../../platform/auth/Attempts.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { randomBytes, uuid } from "../../../platform/postgres/Ids.ts"
import { Mail } from "../../../platform/mail/Mail.ts"
import { execute, nowDate, row } from "../../../platform/postgres/Sql.ts"
import { iso } from "../../../wire/Ids.ts"
import { ApiKeyStore } from "../api-keys/Store.ts"
import type { Customer } from "../../../wire/answers/Customer.ts"
import { CustomerStore } from "../customers/Store.ts"
import { EmailTaken, InvalidToken, type Register, type User } from "./Api.ts"
import { mailFor, mailTries, passwordResetMail, passwordTries, type Purpose, tokenTtlMinutes } from "./Rules.ts"

const AccountRow = Schema.Struct({
  customer_id: Schema.String,
  account_id: Schema.String,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  password_hash: Schema.String,
  email_verified_at: Schema.NullOr(Schema.Date),
  token_epoch: Schema.Int,
  created_at: Schema.Date
})
export type Account = typeof AccountRow.Type

export const toUser = (account: Account): User => ({
  account_id: account.account_id,
  email: account.email,
  name: account.name,
  email_verified: account.email_verified_at !== null,
  created_at: iso(account.created_at)
})

const Owner = Schema.Struct({ customer_id: Schema.String, account_id: Schema.String })
type Owner = typeof Owner.Type

const hashToken = (token: string): Uint8Array => new Uint8Array(createHash("sha256").update(token).digest())

export class AccountStore extends Context.Service<
  AccountStore,
  {
    /** workspace, account and the mail that verifies its address, together or not at all */
    register(
      given: Register,
      password_hash: string
    ): Effect.Effect<{ readonly customer: Customer; readonly account: Account }, EmailTaken>
    byEmail(email: string): Effect.Effect<Option.Option<Account>>
    get(owner: Owner): Effect.Effect<Account>
    /** also voids every reset token that is out */
    setPassword(owner: Owner, password_hash: string): Effect.Effect<Account>
    /** mails a reset token when there is such an account; does as much work when there is none */
    requestReset(email: string): Effect.Effect<void>
    requestVerification(owner: Owner): Effect.Effect<void>
    /** so that nobody makes us hash passwords with made-up tokens */
    isUsable(token: string, purpose: Purpose): Effect.Effect<boolean>
    /** ends all sessions, and mails which live keys there still are */
    resetPassword(token: string, password_hash: string): Effect.Effect<void, InvalidToken>
    verifyEmail(token: string): Effect.Effect<void, InvalidToken>
  }
>()("hatchery/features/auth/AccountStore") {
  static readonly layer = Layer.effect(
    AccountStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const attempts = yield* Attempts
      const keys = yield* ApiKeyStore
      const mail = yield* Mail
      const { publicUrl } = yield* AppConfig
      const accounts = yield* makeAccounts
      const oneTime = yield* makeOneTimeTokens

      return AccountStore.of({
        register: (given, password_hash) =>
          Effect.catchTag(
            sql.withTransaction(
              Effect.gen(function* () {
                const made = yield* accounts.insert(given, password_hash)
                yield* oneTime.mail(made.account, "email_verification")
                return made
              })
            ),
            "SqlError",
            Effect.die
          ),
        byEmail: accounts.byEmail,
        get: accounts.get,
        setPassword: (owner, password_hash) =>
          Effect.orDie(sql.withTransaction(accounts.setPassword(owner, password_hash))),
        requestReset: (email) =>
          Effect.orDie(
            sql.withTransaction(
              Effect.gen(function* () {
                const attempt = yield* attempts.take(mailTries, email, "")
                const found = yield* accounts.byEmail(email)
                if (attempt.allowed && Option.isSome(found)) yield* oneTime.mail(found.value, "password_reset")
              })
            )
          ),
        requestVerification: (owner) =>
          Effect.orDie(
            sql.withTransaction(
              Effect.gen(function* () {
                const account = yield* accounts.get(owner)
                if (account.email_verified_at !== null || !(yield* attempts.take(mailTries, account.email, "")).allowed)
                  return
                yield* oneTime.mail(account, "email_verification")
              })
            )
          ),
        isUsable: oneTime.isUsable,
        resetPassword: (token, password_hash) =>
          Effect.catchTag(
            sql.withTransaction(
              Effect.gen(function* () {
                const owner = yield* oneTime.use(token, "password_reset")
                yield* accounts.verified(owner)
                const { email } = yield* accounts.setPassword(owner, password_hash)
                yield* attempts.forget(passwordTries.action, email)
                const live = yield* keys.live(owner.customer_id)
                yield* mail.send({ to: email, token: null, ...passwordResetMail(publicUrl, live) })
              })
            ),
            "SqlError",
            Effect.die
          ),
        verifyEmail: (token) =>
          Effect.catchTag(
            sql.withTransaction(Effect.flatMap(oneTime.use(token, "email_verification"), accounts.verified)),
            "SqlError",
            Effect.die
          )
      })
    })
  )
}

const makeAccounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* CacheInvalidation
  const customers = yield* CustomerStore
  const config = yield* AppConfig
  const columns = sql.literal(
    "customer_id, account_id, email, name, password_hash, email_verified_at, token_epoch, created_at"
  )

  return {
    byEmail: (email: string) =>
      row(AccountRow)(sql`SELECT ${columns} FROM accounts WHERE lower(email) = lower(${email})`),
    get: ({ account_id, customer_id }: Owner) =>
      Effect.map(
        row(AccountRow)(sql`
          SELECT ${columns} FROM accounts
          WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid`),
        Option.getOrThrow
      ),
    insert: Effect.fn("AccountStore.insert")(function* (given: Register, password_hash: string) {
      const customer = yield* customers.create(given.company_name, config.defaultPlan)
      const made = yield* row(AccountRow)(sql`
        INSERT INTO accounts (customer_id, account_id, email, name, password_hash, created_at)
        VALUES (${customer.customer_id}::uuid, ${yield* uuid}::uuid, ${given.email}, ${given.name ?? null},
                ${password_hash}, ${yield* nowDate})
        ON CONFLICT DO NOTHING RETURNING ${columns}`)
      if (Option.isNone(made)) return yield* new EmailTaken()
      return { customer, account: made.value }
    }),
    setPassword: Effect.fn("AccountStore.setPassword")(function* (
      { account_id, customer_id }: Owner,
      password_hash: string
    ) {
      yield* execute(sql`
        DELETE FROM one_time_tokens
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid
          AND purpose = 'password_reset' AND used_at IS NULL`)
      const changed = yield* row(AccountRow)(sql`
        UPDATE accounts SET password_hash = ${password_hash}, token_epoch = token_epoch + 1
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid RETURNING ${columns}`)
      yield* changes.publish({ _tag: "Credential", customer_id })
      return Option.getOrThrow(changed)
    }),
    /** whoever can read the mailbox has proven the address, whatever the mail was for */
    verified: Effect.fn("AccountStore.verified")(function* ({ account_id, customer_id }: Owner) {
      yield* execute(sql`
        UPDATE accounts SET email_verified_at = coalesce(email_verified_at, ${yield* nowDate})
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid`)
    })
  }
})

const makeOneTimeTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mail = yield* Mail
  const config = yield* AppConfig

  return {
    /** A new token for the account, in the mail; the older ones of its purpose are void. */
    mail: Effect.fn("AccountStore.mailToken")(function* (
      { account_id, customer_id, email }: Account,
      purpose: Purpose
    ) {
      const token = Buffer.from(yield* randomBytes(32)).toString("base64url")
      const now = yield* nowDate
      // One at a time per account: of two requests at once, only the token of the later one may live.
      yield* execute(sql`
        SELECT 1 FROM accounts
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid FOR UPDATE`)
      yield* execute(sql`
        DELETE FROM one_time_tokens
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid AND purpose = ${purpose}`)
      yield* execute(sql`
        INSERT INTO one_time_tokens (token_hash, customer_id, account_id, purpose, expires_at, created_at)
        VALUES (${hashToken(token)}, ${customer_id}::uuid, ${account_id}::uuid, ${purpose},
                ${new Date(now.getTime() + tokenTtlMinutes[purpose] * 60_000)}, ${now})`)
      yield* mail.send({ to: email, token, ...mailFor(purpose, config.publicUrl, token) })
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
      const owner = yield* row(Owner)(sql`
        UPDATE one_time_tokens SET used_at = ${now}
        WHERE token_hash = ${hashToken(token)} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
        RETURNING customer_id, account_id`)
      return yield* Option.match(owner, { onNone: () => Effect.fail(new InvalidToken()), onSome: Effect.succeed })
    })
  }
})
