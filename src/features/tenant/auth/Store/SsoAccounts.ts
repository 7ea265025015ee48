/** Accounts as an identity provider knows them: found, linked, and made. Who may be is decided by who asks. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { hashOfNoPassword } from "../../../../platform/auth/Passwords.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { execute, nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { Role } from "../../../../wire/Roles.ts"

const Found = Schema.Struct({ customer_id: Schema.String, account_id: Schema.String, role: Role })

export interface Subject {
  readonly issuer: string
  readonly subject: string
}

export const ssoAccounts = (sql: SqlClient.SqlClient) => ({
  bySubject: (customer_id: string, { issuer, subject }: Subject) =>
    row(Found)(sql`
      SELECT customer_id, account_id, role FROM accounts
      WHERE customer_id = ${customer_id}::uuid AND sso_issuer = ${issuer} AND sso_subject = ${subject} FOR UPDATE`),
  /** of whichever workspace */
  byEmail: (email: string) =>
    row(Found)(sql`SELECT customer_id, account_id, role FROM accounts WHERE lower(email) = lower(${email})`),
  /** Also wakes up who was invited: the provider has said what the mail would have. */
  link: Effect.fn("SsoAccounts.link")(function* (customer_id: string, account_id: string, at: Subject) {
    const now = yield* nowDate
    yield* execute(sql`
      UPDATE accounts SET sso_issuer = ${at.issuer}, sso_subject = ${at.subject}, status = 'active',
        email_verified_at = coalesce(email_verified_at, ${now})
      WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid`)
    yield* execute(sql`
      DELETE FROM one_time_tokens
      WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid AND purpose = 'invitation'`)
  }),
  /** without a password; undefined when the address was taken meanwhile */
  make: Effect.fn("SsoAccounts.make")(function* (
    customer_id: string,
    given: Subject & { readonly email: string; readonly name: string | null; readonly role: Role }
  ) {
    const [account_id, now] = [yield* uuid, yield* nowDate]
    const made = yield* execute(sql`
      INSERT INTO accounts (customer_id, account_id, email, name, password_hash, has_password, role, status,
        email_verified_at, sso_issuer, sso_subject, created_at)
      VALUES (${customer_id}::uuid, ${account_id}::uuid, ${given.email}, ${given.name}, ${hashOfNoPassword}, false,
        ${given.role}, 'active', ${now}, ${given.issuer}, ${given.subject}, ${now})
      ON CONFLICT DO NOTHING RETURNING account_id`)
    return made === 0 ? undefined : account_id
  }),
  count: (customer_id: string) => execute(sql`SELECT FROM accounts WHERE customer_id = ${customer_id}::uuid`),
  hasOtherOwner: (customer_id: string, account_id: string) =>
    Effect.map(
      execute(sql`
        SELECT FROM accounts
        WHERE customer_id = ${customer_id}::uuid AND account_id <> ${account_id}::uuid
          AND role = 'owner' AND status = 'active' LIMIT 1`),
      (found) => found > 0
    )
})
