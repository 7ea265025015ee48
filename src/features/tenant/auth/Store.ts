/**
 * Accounts in Postgres. A new password raises the account's token epoch, which ends all its sessions. Who is invited
 * has an account already, so that nobody else can take the address; it is asleep until the invitation is accepted.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { Attempts } from "../../../platform/auth/Attempts.ts"
import { hashKey } from "../../../platform/auth/Credentials.ts"
import { dashboardTtlSeconds } from "../../../platform/auth/Tokens.ts"
import { Credits } from "../../../platform/billing/Credits.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { ssoEnforcement } from "../../../platform/sso/Enforcement.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { Mail } from "../../../platform/mail/Mail.ts"
import { execute, nowDate, row, transactionOf } from "../../../platform/postgres/Sql.ts"
import { Unauthorized } from "../../../wire/Group.ts"
import { iso } from "../../../wire/Ids.ts"
import { ApiKeyStore } from "../api-keys/Store.ts"
import type { Customer } from "../../../wire/answers/Customer.ts"
import { forgetStaleInvitation } from "./Store/Members.ts"
import type { User } from "../../../wire/answers/Session.ts"
import { InvalidToken } from "../../../wire/refusals/InvalidToken.ts"
import { SsoRequired } from "../../../wire/refusals/SsoRequired.ts"
import { ReferralStore } from "../referral/Store.ts"
import { CustomerStore } from "../customers/Store.ts"
import { Role } from "../../../wire/Roles.ts"
import { EmailTaken } from "../../../wire/refusals/EmailTaken.ts"
import type { Register } from "./Api.ts"
import { mailTries, passwordResetMail, passwordTries, type Purpose } from "./Rules.ts"
import { makeOneTimeTokens, type Owner } from "./Store/OneTimeTokens.ts"

const AccountRow = Schema.Struct({
  customer_id: Schema.String,
  account_id: Schema.String,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  password_hash: Schema.String,
  email_verified_at: Schema.NullOr(Schema.Date),
  token_epoch: Schema.Int,
  role: Role,
  status: Schema.Literals(["active", "invited"]),
  has_password: Schema.Boolean,
  created_at: Schema.Date
})
export type Account = typeof AccountRow.Type

export const toUser = (account: Account): User => ({
  account_id: account.account_id,
  email: account.email,
  name: account.name,
  email_verified: account.email_verified_at !== null,
  role: account.role,
  created_at: iso(account.created_at)
})

export class AccountStore extends Context.Service<
  AccountStore,
  {
    /** workspace, account and the mail that verifies its address, together or not at all */
    register(
      given: Register,
      password_hash: string
    ): Effect.Effect<{ readonly customer: Customer; readonly account: Account }, EmailTaken>
    /** none while the invitation waits */
    byEmail(email: string): Effect.Effect<Option.Option<Account>>
    /** SsoRequired: the workspace signs in elsewhere. Owners are let in, so that nobody is locked out for good. */
    admitPassword(account: Pick<Account, "customer_id" | "role">): Effect.Effect<void, SsoRequired>
    /** somebody has signed in just now */
    signedIn(owner: Owner): Effect.Effect<void>
    /** the session of this token ends on every node, all others go on */
    signOut(customer_id: string, token: string): Effect.Effect<void>
    /** Unauthorized: removed since its session was looked at */
    get(owner: Owner): Effect.Effect<Account, Unauthorized>
    /** also voids every reset token that is out */
    setPassword(owner: Owner, password_hash: string): Effect.Effect<Account, Unauthorized>
    /** mails a reset token when there is such an account; does as much work when there is none */
    requestReset(email: string): Effect.Effect<void>
    requestVerification(owner: Owner): Effect.Effect<void, Unauthorized>
    /** so that nobody makes us hash passwords with made-up tokens */
    isUsable(token: string, purpose: Purpose): Effect.Effect<boolean>
    /** ends all sessions, and mails which live keys there still are */
    resetPassword(token: string, password_hash: string): Effect.Effect<void, InvalidToken>
    verifyEmail(token: string): Effect.Effect<void, InvalidToken>
    /** the account wakes up with this password */
    acceptInvitation(
      token: string,
      password_hash: string,
      name: string | undefined
    ): Effect.Effect<Account, InvalidToken | SsoRequired>
  }
>()("hatchery/features/auth/AccountStore") {
  static readonly layer = Layer.effect(
    AccountStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const together = transactionOf(sql)
      const attempts = yield* Attempts
      const keys = yield* ApiKeyStore
      const mail = yield* Mail
      const { publicUrl, webhookAllowPrivate } = yield* AppConfig
      const accounts = yield* makeAccounts
      const oneTime = yield* makeOneTimeTokens
      const signOut = yield* makeSignOut
      const { admitPassword, mayReset } = passwordRules(ssoEnforcement(sql, webhookAllowPrivate))

      return AccountStore.of({
        register: (given, password_hash) =>
          together(
            Effect.gen(function* () {
              const made = yield* accounts.insert(given, password_hash)
              yield* oneTime.mail(made.account, "email_verification")
              return made
            })
          ),
        byEmail: accounts.byEmail,
        admitPassword,
        signedIn: accounts.signedIn,
        signOut: (customer_id, token) => together(signOut(customer_id, token)),
        get: accounts.get,
        setPassword: (owner, password_hash) => together(accounts.setPassword(owner, password_hash)),
        requestReset: (email) =>
          together(
            Effect.gen(function* () {
              const attempt = yield* attempts.take(mailTries, email, "")
              const found = yield* accounts.byEmail(email)
              if (attempt.allowed && Option.isSome(found) && (yield* mayReset(found.value)))
                yield* oneTime.mail(found.value, "password_reset")
            })
          ),
        requestVerification: (owner) =>
          together(
            Effect.gen(function* () {
              const account = yield* accounts.get(owner)
              if (account.email_verified_at !== null || !(yield* attempts.take(mailTries, account.email, "")).allowed)
                return
              yield* oneTime.mail(account, "email_verification")
            })
          ),
        isUsable: oneTime.isUsable,
        resetPassword: (token, password_hash) =>
          together(
            Effect.gen(function* () {
              const owner = yield* oneTime.use(token, "password_reset")
              // It cannot have gone: using the token has locked it.
              if (!(yield* mayReset(yield* Effect.orDie(accounts.get(owner))))) return yield* new InvalidToken()
              yield* accounts.verified(owner)
              const { email } = yield* Effect.orDie(accounts.setPassword(owner, password_hash))
              yield* attempts.forget(passwordTries.action, email)
              const live = yield* keys.live(owner.customer_id)
              yield* mail.send({ to: email, token: null, ...passwordResetMail(publicUrl, live) })
            })
          ),
        verifyEmail: (token) => together(Effect.flatMap(oneTime.use(token, "email_verification"), accounts.verified)),
        acceptInvitation: (token, password_hash, name) =>
          together(
            Effect.flatMap(oneTime.use(token, "invitation"), (owner) =>
              Effect.tap(accounts.wake(owner, password_hash, name), admitPassword)
            )
          )
      })
    })
  ).pipe(Layer.provide([ReferralStore.layer, Credits.layer]))
}

const makeSignOut = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* CacheInvalidation
  return Effect.fn("AccountStore.signOut")(function* (customer_id: string, token: string) {
    const expires_at = new Date((yield* nowDate).getTime() + dashboardTtlSeconds * 1000)
    yield* execute(sql`
      INSERT INTO ended_sessions (customer_id, token_hash, expires_at)
      VALUES (${customer_id}::uuid, ${hashKey(token)}, ${expires_at}) ON CONFLICT DO NOTHING`)
    yield* changes.publish({ _tag: "Credential", customer_id })
  })
})

/** What a password is good for where people sign in elsewhere. */
const passwordRules = (isEnforced: ReturnType<typeof ssoEnforcement>) => ({
  admitPassword: Effect.fn("AccountStore.admitPassword")(function* ({
    customer_id,
    role
  }: Pick<Account, "customer_id" | "role">) {
    if (role !== "owner" && (yield* isEnforced(customer_id))) return yield* new SsoRequired()
  }),
  /** Who has none gets one only where it would be good for something. */
  mayReset: ({ customer_id, has_password, role }: Account) =>
    has_password || role === "owner"
      ? Effect.succeed(true)
      : Effect.map(isEnforced(customer_id), (enforced) => !enforced)
})

const accountColumns = `customer_id, account_id, email, name, password_hash, email_verified_at, token_epoch, role,
  status, has_password, created_at`

const orGone = <A>(found: Effect.Effect<Option.Option<A>>) =>
  Effect.flatMap(found, Option.match({ onNone: () => Effect.fail(new Unauthorized()), onSome: Effect.succeed<A> }))

const makeAccounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* CacheInvalidation
  const customers = yield* CustomerStore
  const referrals = yield* ReferralStore
  const config = yield* AppConfig
  const columns = sql.literal(accountColumns)

  return {
    byEmail: (email: string) =>
      row(AccountRow)(sql`
        SELECT ${columns} FROM accounts WHERE lower(email) = lower(${email}) AND status = 'active'`),
    get: ({ account_id, customer_id }: Owner) =>
      orGone(
        row(AccountRow)(sql`
          SELECT ${columns} FROM accounts
          WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid`)
      ),
    insert: Effect.fn("AccountStore.insert")(function* (given: Register, password_hash: string) {
      const customer = yield* customers.create(given.company_name, config.defaultPlan)
      yield* forgetStaleInvitation(sql, given.email)
      const made = yield* row(AccountRow)(sql`
        INSERT INTO accounts
          (customer_id, account_id, email, name, password_hash, role, last_login_at, created_at)
        VALUES (${customer.customer_id}::uuid, ${yield* uuid}::uuid, ${given.email}, ${given.name ?? null},
                ${password_hash}, 'owner', ${yield* nowDate}, ${yield* nowDate})
        ON CONFLICT DO NOTHING RETURNING ${columns}`)
      if (Option.isNone(made)) return yield* new EmailTaken()
      if (given.referral_code !== undefined)
        yield* referrals.register(customer.customer_id, given.email, given.referral_code)
      return { customer, account: made.value }
    }),
    setPassword: Effect.fn("AccountStore.setPassword")(function* (owner: Owner, password_hash: string) {
      const { account_id, customer_id } = owner
      yield* execute(sql`
        DELETE FROM one_time_tokens
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid
          AND purpose = 'password_reset' AND used_at IS NULL`)
      yield* changes.publish({ _tag: "Credential", customer_id })
      return yield* orGone(
        row(AccountRow)(sql`
          UPDATE accounts SET password_hash = ${password_hash}, has_password = true, token_epoch = token_epoch + 1
          WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid RETURNING ${columns}`)
      )
    }),
    signedIn: ({ account_id, customer_id }: Owner) =>
      Effect.flatMap(nowDate, (now) =>
        execute(sql`
          UPDATE accounts SET last_login_at = ${now}
          WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid`)
      ),
    wake: Effect.fn("AccountStore.wake")(function* (
      { account_id, customer_id }: Owner,
      password_hash: string,
      name: string | undefined
    ) {
      const now = yield* nowDate
      const woken = yield* row(AccountRow)(sql`
        UPDATE accounts SET status = 'active', password_hash = ${password_hash}, has_password = true,
          name = coalesce(${name ?? null}, name), email_verified_at = ${now}, last_login_at = ${now}
        WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid RETURNING ${columns}`)
      return Option.getOrThrow(woken)
    }),
    verified: verifying(sql, yield* Credits)
  }
})

/** Whoever can read the mailbox has proven the address, whatever the mail was for. */
const verifying = (sql: SqlClient.SqlClient, credits: Credits["Service"]) =>
  Effect.fn("AccountStore.verified")(function* ({ account_id, customer_id }: Owner) {
    const isNew = yield* execute(sql`
      UPDATE accounts SET email_verified_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid AND email_verified_at IS NULL
      RETURNING 1`)
    // The first one brings a workspace its credits.
    if (isNew > 0) yield* credits.wake(customer_id)
  })
