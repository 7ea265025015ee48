/**
 * The people of a workspace and what each of them may do. Somebody who is invited is a member from the invitation on,
 * asleep until it is accepted.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Email } from "../../../wire/Email.ts"
import { emailNotVerified, failure, notFound } from "../../../wire/Failure.ts"
import { forbidden, rateLimited, roleForbidden, tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, Timestamp } from "../../../wire/Ids.ts"
import { wholeList } from "../../../wire/Page.ts"
import { Role } from "../../../wire/Roles.ts"
import { emailTaken } from "../../../wire/refusals/EmailTaken.ts"
import { memberLimit } from "../../../wire/refusals/MemberLimit.ts"
import { says } from "../../../wire/Words.ts"

export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", {}) {}
const lastOwner = failure(LastOwner, {
  status: 409,
  code: "last_owner",
  message: () => "A workspace keeps an owner who can sign in. Make another member an owner first."
})

export const Member = Schema.Struct({
  account_id: Id,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  role: Role,
  status: Schema.Literals(["active", "invited"]),
  email_verified: Schema.Boolean,
  has_password: Schema.Boolean,
  sso: Schema.Boolean.annotate({ description: "has signed in through the workspace's identity provider" }),
  last_login_at: Schema.NullOr(Timestamp),
  created_at: Timestamp
}).annotate({ identifier: "Member" })
export type Member = typeof Member.Type

export const Invite = Schema.Struct({
  email: Email,
  role: Role,
  name: Schema.optionalKey(displayName({ max: 100 }))
})
export type Invite = typeof Invite.Type

const members = "/customers/me/members"
const params = { account_id: Schema.String }

export class MembersApi extends tenantGroup(
  HttpApiGroup.make("members").add(
    HttpApiEndpoint.get("list", members, { success: wholeList(Member) }).annotateMerge(
      says("List members", "Everybody who can sign in, and who is invited; the first one comes first.")
    ),
    HttpApiEndpoint.post("invite", members, {
      payload: Invite,
      success: Member.pipe(HttpApiSchema.status(201)),
      error: [forbidden, roleForbidden, emailNotVerified, rateLimited, emailTaken, memberLimit]
    }).annotateMerge(
      says(
        "Invite a member",
        "Mails a link that sets a password, for 7 days. Only owners invite owners. An address that has an account " +
          "anywhere is taken; to send an invitation again, delete the member and invite again. Ten mails an hour go " +
          "to one address."
      )
    ),
    HttpApiEndpoint.patch("update", `${members}/:account_id`, {
      params,
      payload: Schema.Struct({ role: Role }),
      success: Member,
      error: [forbidden, roleForbidden, notFound, lastOwner]
    }).annotateMerge(
      says(
        "Change a member's role",
        "Holds from the member's next request on; sessions go on. Only owners make owners and change them, and the " +
          "last one who can sign in stays."
      )
    ),
    HttpApiEndpoint.delete("remove", `${members}/:account_id`, {
      params,
      success: HttpApiSchema.NoContent,
      error: [forbidden, roleForbidden, notFound, lastOwner]
    }).annotateMerge(
      says(
        "Remove a member",
        "Ends the member's sessions, and the invitations the member has sent that nobody has accepted yet. API keys " +
          "the member made go on. Only owners remove owners, and the last one who can sign in stays."
      )
    )
  ),
  { access: "account", capability: "none", description: "The people of the workspace and their roles" }
) {}
