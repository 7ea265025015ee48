/** Writes of accounts that other people ask for. Who may ask stands with the members. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { hashOfNoPassword } from "../../../../platform/auth/Passwords.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"
import type { Role } from "../../../../wire/Roles.ts"

export interface Invited {
  readonly email: string
  readonly name: string | null
  readonly role: Role
  /** account of the same workspace; null: a key */
  readonly inviter: string | null
}

/**
 * Makes room for an address: whoever was invited under it and can no longer accept is not there. An address belongs to
 * one account of all workspaces, so this looks at those of others, too.
 */
export const forgetStaleInvitation = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, email: string) {
  yield* execute(sql`
    WITH stale AS (
      SELECT a.customer_id, a.account_id FROM accounts AS a
      WHERE lower(a.email) = lower(${email}) AND a.status = 'invited' AND NOT EXISTS (
        SELECT FROM one_time_tokens AS t WHERE t.customer_id = a.customer_id AND t.account_id = a.account_id
          AND t.purpose = 'invitation' AND t.used_at IS NULL AND t.expires_at > ${yield* nowDate})
      FOR UPDATE),
    used AS (
      DELETE FROM one_time_tokens AS t USING stale
      WHERE t.customer_id = stale.customer_id AND t.account_id = stale.account_id)
    DELETE FROM accounts AS a USING stale
    WHERE a.customer_id = stale.customer_id AND a.account_id = stale.account_id`)
})

export const changingMembers = (sql: SqlClient.SqlClient) => ({
  /** the account's id; undefined when the address is taken */
  invite: Effect.fnUntraced(function* (customer_id: string, { email, inviter, name, role }: Invited) {
    yield* forgetStaleInvitation(sql, email)
    const account_id = yield* uuid
    const made = yield* execute(sql`
      INSERT INTO accounts
        (customer_id, account_id, email, name, password_hash, has_password, role, status, invited_by, created_at)
      VALUES (${customer_id}::uuid, ${account_id}::uuid, ${email}, ${name}, ${hashOfNoPassword}, false, ${role},
              'invited', ${inviter}::uuid, ${yield* nowDate})
      ON CONFLICT DO NOTHING RETURNING account_id`)
    return made === 0 ? undefined : account_id
  }),
  setRole: (customer_id: string, account_id: string, role: Role) =>
    execute(sql`
      UPDATE accounts SET role = ${role}
      WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid`),
  remove: (customer_id: string, account_id: string) =>
    execute(sql`DELETE FROM accounts WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid`)
})
