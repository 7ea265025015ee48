/**
 * Members in Postgres. Everything that makes, changes or removes one takes its turn on the workspace's row and looks
 * again at who asks, so that of any number of requests at once none leaves a workspace without an owner, and nobody who
 * has just lost a role still uses it.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Attempts } from "../../../platform/auth/Attempts.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { execute, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { EmailNotVerified, NotFound } from "../../../wire/Failure.ts"
import { Forbidden, RateLimited, RoleForbidden, Unauthorized } from "../../../wire/Group.ts"
import { iso, isoOrNull, isUuid } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import type { Caller } from "../../../wire/Principal.ts"
import { EmailTaken } from "../../../wire/refusals/EmailTaken.ts"
import { MemberLimit } from "../../../wire/refusals/MemberLimit.ts"
import { isAtLeast, Role } from "../../../wire/Roles.ts"
import { mailTries } from "../auth/Rules.ts"
import { changingMembers } from "../auth/Store/Members.ts"
import { makeOneTimeTokens } from "../auth/Store/OneTimeTokens.ts"
import { type Invite, LastOwner, type Member } from "./Api.ts"

const MemberRow = Schema.Struct({
  account_id: Schema.String,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  role: Role,
  status: Schema.Literals(["active", "invited"]),
  email_verified: Schema.Boolean,
  has_password: Schema.Boolean,
  sso: Schema.Boolean,
  last_login_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date
})

const toWire = (found: typeof MemberRow.Type): Member => ({
  ...found,
  last_login_at: isoOrNull(found.last_login_at),
  created_at: iso(found.created_at)
})

const columns =
  "account_id, email, name, role, status, email_verified_at IS NOT NULL AS email_verified, has_password, " +
  "sso_subject IS NOT NULL AS sso, last_login_at, created_at"

type Refused = Forbidden | RoleForbidden | Unauthorized

export class MemberStore extends Context.Service<
  MemberStore,
  {
    list(customer_id: string): Effect.Effect<ReadonlyArray<Member>>
    invite(
      caller: Caller,
      given: Invite
    ): Effect.Effect<Member, Refused | EmailNotVerified | RateLimited | EmailTaken | MemberLimit>
    changeRole(caller: Caller, account_id: string, role: Role): Effect.Effect<Member, Refused | NotFound | LastOwner>
    /** with sessions, tokens, and the invitations that were sent by this member and wait */
    remove(caller: Caller, account_id: string): Effect.Effect<void, Refused | NotFound | LastOwner>
  }
>()("hatchery/features/members/MemberStore") {
  static readonly layer = Layer.effect(
    MemberStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const oneTime = yield* makeOneTimeTokens
      const together = transactionOf(sql)
      const admit = admitWith(sql)
      const { changeable, find, list } = readWith(sql)
      const written = changingMembers(sql)
      const invite = yield* makeInvite

      return MemberStore.of({
        list,
        invite: (caller, given) =>
          together(
            Effect.gen(function* () {
              const account_id = yield* invite(caller, yield* admit(caller), given)
              return toWire(Option.getOrThrow(yield* find(caller.customer_id, account_id)))
            })
          ),
        changeRole: (caller, account_id, role) =>
          together(
            Effect.gen(function* () {
              const held = yield* admit(caller)
              const member = yield* changeable(caller.customer_id, account_id, held, role)
              if (member.role === role) return toWire(member)
              yield* written.setRole(caller.customer_id, account_id, role)
              yield* changes.publish({ _tag: "Credential", customer_id: caller.customer_id })
              return toWire({ ...member, role })
            })
          ),
        remove: (caller, account_id) =>
          together(
            Effect.gen(function* () {
              const { customer_id } = caller
              const held = yield* admit(caller)
              yield* changeable(customer_id, account_id, held, undefined)
              const invited = yield* rows(Schema.Struct({ account_id: Schema.String }))(sql`
                SELECT account_id FROM accounts
                WHERE customer_id = ${customer_id}::uuid AND invited_by = ${account_id}::uuid AND status = 'invited'
                ORDER BY account_id FOR UPDATE`)
              yield* oneTime.revoke(customer_id, [account_id, ...invited.map((one) => one.account_id)])
              yield* written.remove(customer_id, account_id)
              yield* changes.publish({ _tag: "Credential", customer_id })
            })
          )
      })
    })
  )
}

/** Takes the turn, and answers what the caller may do at this moment. */
const admitWith = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (caller: Caller) {
    const { credential_id, customer_id, kind } = caller
    // A test key stands in test suites and on developers' machines: it opens the workspace to nobody.
    if (kind === "secret" && caller.mode === "test") return yield* new Forbidden({ credential: "test" })
    yield* execute(sql`SELECT FROM customers WHERE customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`)
    if (kind === "secret") {
      const alive = yield* execute(sql`
        SELECT FROM api_keys
        WHERE customer_id = ${customer_id}::uuid AND api_key_id = ${credential_id}::uuid AND revoked_at IS NULL`)
      return alive === 0 ? yield* new Unauthorized() : ("admin" as const)
    }
    const found = yield* row(Schema.Struct({ role: Role }))(sql`
      SELECT role FROM accounts WHERE customer_id = ${customer_id}::uuid AND account_id = ${credential_id}::uuid`)
    if (Option.isNone(found)) return yield* new Unauthorized()
    if (!isAtLeast(found.value.role, "admin")) return yield* new RoleForbidden({ required_role: "admin" })
    return found.value.role
  })

/** Owners are the business of owners. */
const mayTouch = (held: Role, ...touched: ReadonlyArray<Role | undefined>) =>
  held !== "owner" && touched.includes("owner")
    ? Effect.fail(new RoleForbidden({ required_role: "owner" }))
    : Effect.void

const readWith = (sql: SqlClient.SqlClient) => {
  const list = (customer_id: string) =>
    Effect.map(
      rows(MemberRow)(sql`
        SELECT ${sql.literal(columns)} FROM accounts WHERE customer_id = ${customer_id}::uuid
        ORDER BY created_at, account_id`),
      (found) => found.map(toWire)
    )
  const find = (customer_id: string, account_id: string) =>
    row(MemberRow)(sql`
      SELECT ${sql.literal(columns)} FROM accounts
      WHERE customer_id = ${customer_id}::uuid AND account_id = ${account_id}::uuid FOR UPDATE`)
  /** The member, locked, when it may become `next`; undefined: when it may go. */
  const changeable = Effect.fnUntraced(function* (
    customer_id: string,
    account_id: string,
    held: Role,
    next: Role | undefined
  ) {
    const found = isUuid(account_id) ? yield* find(customer_id, account_id) : Option.none()
    if (Option.isNone(found)) return yield* new NotFound({ resource: "member" })
    const { role, status } = found.value
    yield* mayTouch(held, role, next)
    if (role !== "owner" || status !== "active" || next === "owner") return found.value
    const others = yield* execute(sql`
      SELECT FROM accounts
      WHERE customer_id = ${customer_id}::uuid AND account_id <> ${account_id}::uuid
        AND role = 'owner' AND status = 'active' LIMIT 1`)
    return others === 0 ? yield* new LastOwner() : found.value
  })
  return { changeable, find, list }
}

/** mails of a workspace: its people are no list of addresses */
const invitationTries = { action: "mail", tries: 250, window_seconds: 86_400 } as const

const makeInvite = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const attempts = yield* Attempts
  const oneTime = yield* makeOneTimeTokens

  return Effect.fnUntraced(function* (caller: Caller, held: Role, { email, name, role }: Invite) {
    const { credential_id, customer_id, kind } = caller
    yield* mayTouch(held, role)
    const inviter = kind === "dashboard" ? credential_id : null
    if (inviter !== null) {
      const verified = yield* execute(sql`
        SELECT FROM accounts WHERE customer_id = ${customer_id}::uuid AND account_id = ${inviter}::uuid
          AND email_verified_at IS NOT NULL`)
      if (verified === 0) return yield* new EmailNotVerified()
    }
    const members = yield* execute(sql`SELECT FROM accounts WHERE customer_id = ${customer_id}::uuid`)
    if (members >= limits.members_max) return yield* new MemberLimit()
    const account_id = yield* changingMembers(sql).invite(customer_id, { email, name: name ?? null, role, inviter })
    if (account_id === undefined) return yield* new EmailTaken()
    const sent = yield* attempts.take(invitationTries, `invitations of ${customer_id}`, "")
    if (!sent.allowed) return yield* new RateLimited({ retry_after_seconds: sent.retry_after_seconds })
    const { allowed, retry_after_seconds } = yield* attempts.take(mailTries, email, "")
    if (!allowed) return yield* new RateLimited({ retry_after_seconds })
    const workspace = yield* row(Schema.Struct({ name: Schema.String }))(sql`
      SELECT name FROM customers WHERE customer_id = ${customer_id}::uuid`)
    const invitation = { workspace: Option.getOrThrow(workspace).name, role }
    yield* oneTime.mail({ customer_id, account_id, email }, "invitation", { invitation })
    return account_id
  })
})
