/** Whom an identity of the provider is here: an account that is known, one that is linked to it, or a new one. */
import { Effect, Option, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import type { Identity } from "../../../../platform/sso/Port.ts"
import { Email } from "../../../../wire/Email.ts"
import { domainOf } from "../../../../wire/Freemail.ts"
import { limits } from "../../../../wire/Limits.ts"
import { EmailTaken } from "../../../../wire/refusals/EmailTaken.ts"
import { MemberLimit } from "../../../../wire/refusals/MemberLimit.ts"
import type { Role } from "../../../../wire/Roles.ts"
import { changingMembers, forgetStaleInvitation } from "../../auth/Store/Members.ts"
import { ssoAccounts } from "../../auth/Store/SsoAccounts.ts"
import { AddressUnproven, DomainMismatch, NotConfigured, UserUnknown } from "../Api.ts"
import { claimedRole } from "../Rules.ts"
import { type Connection, SsoStore } from "../Store.ts"

const decodeEmail = Schema.decodeUnknownResult(Email)
const name_length_max = 100

interface Admitted {
  readonly account_id: string
  readonly role: Role
  readonly is_changed: boolean
}

/** In the caller's transaction. */
export const makeAdmit = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* SsoStore
  const changes = yield* CacheInvalidation
  const accounts = ssoAccounts(sql)

  /** An address of a proven domain, which the provider vouches for. */
  const addressOf = Effect.fnUntraced(function* ({ customer_id }: Connection, identity: Identity) {
    const email = decodeEmail(identity.email)
    if (Result.isFailure(email)) return yield* new DomainMismatch()
    if (!(yield* store.hasDomain(customer_id, domainOf(email.success)))) return yield* new DomainMismatch()
    if (!identity.is_verified) return yield* new AddressUnproven()
    return email.success
  })

  const make = Effect.fnUntraced(function* (found: Connection, identity: Identity, email: string) {
    const { customer_id, jit_enabled, jit_role, role_claim } = found
    if (!jit_enabled) return yield* new UserUnknown()
    if ((yield* accounts.count(customer_id)) >= limits.members_max) return yield* new MemberLimit()
    const role = claimedRole(role_claim, identity.claims, jit_role) ?? jit_role
    const name = identity.name === null ? null : [...identity.name].slice(0, name_length_max).join("")
    const account_id = yield* accounts.make(customer_id, { ...identity, email, name, role })
    if (account_id === undefined) return yield* new EmailTaken()
    return { account_id, role, is_changed: true }
  })

  const recognize = Effect.fnUntraced(function* (found: Connection, identity: Identity) {
    const { customer_id } = found
    const known = yield* accounts.bySubject(customer_id, identity)
    if (Option.isSome(known)) return { ...known.value, is_changed: false }
    const email = yield* addressOf(found, identity)
    // What nobody accepted in time gives nobody a role, and holds nobody's address.
    yield* forgetStaleInvitation(sql, email)
    const holder = yield* accounts.byEmail(email)
    if (Option.isNone(holder)) return yield* make(found, identity, email)
    if (holder.value.customer_id !== customer_id) return yield* new EmailTaken()
    yield* accounts.link(customer_id, holder.value.account_id, identity)
    return { ...holder.value, is_changed: true }
  })

  /** The role follows the claim; the last owner stays one, whatever it says. */
  const follow = Effect.fnUntraced(function* (found: Connection, identity: Identity, admitted: Admitted) {
    const { customer_id, jit_role, role_claim } = found
    const { account_id, role } = admitted
    const next = claimedRole(role_claim, identity.claims, jit_role) ?? role
    if (next === role) return admitted
    if (role === "owner" && !(yield* accounts.hasOtherOwner(customer_id, account_id))) return admitted
    yield* changingMembers(sql).setRole(customer_id, account_id, next)
    yield* changes.publish({ _tag: "Credential", customer_id })
    return { account_id, role: next, is_changed: true }
  })

  return Effect.fn("SsoSignIn.admit")(function* (customer_id: string, identity: Identity) {
    // As everything that makes or changes a member: one at a time.
    yield* store.hold(customer_id)
    const found = yield* store.live(customer_id)
    if (Option.isNone(found)) return yield* new NotConfigured()
    return yield* follow(found.value, identity, yield* recognize(found.value, identity))
  })
})
