/** Signing in at the workspace's own identity provider: OpenID Connect, authorization code with PKCE. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Lengthy, OpenQuery } from "../../../wire/Access.ts"
import { emailNotVerified, failure, notFound, validationFailed } from "../../../wire/Failure.ts"
import { publicGroup, tenantGroup } from "../../../wire/Group.ts"
import { text } from "../../../wire/Ids.ts"
import { Session } from "../../../wire/answers/Session.ts"
import { emailTaken } from "../../../wire/refusals/EmailTaken.ts"
import { invalidToken } from "../../../wire/refusals/InvalidToken.ts"
import { memberLimit } from "../../../wire/refusals/MemberLimit.ts"
import { says } from "../../../wire/Words.ts"

/** The identity provider is away, or is not the one that was named: nothing is known, nothing has changed. */
export class ProviderDown extends Schema.TaggedError<ProviderDown>()("ProviderDown", {}) {}
export const providerDown = failure(ProviderDown, {
  status: 502,
  code: "bad_gateway",
  message: () => "The identity provider does not answer as the one it should be. Try again in a moment."
})

export class DomainUnverified extends Schema.TaggedError<DomainUnverified>()("DomainUnverified", {
  txt_name: Schema.String,
  txt_value: Schema.String
}) {}
const domainUnverified = failure(DomainUnverified, {
  status: 409,
  code: "sso_domain_unverified",
  message: ({ txt_name, txt_value }) => `There is no TXT record ${txt_name} with the text ${txt_value} yet.`,
  details: ({ txt_name, txt_value }) => ({ txt_name, txt_value })
})

export class DomainTaken extends Schema.TaggedError<DomainTaken>()("DomainTaken", { domain: Schema.String }) {}
const domainTaken = failure(DomainTaken, {
  status: 409,
  code: "sso_domain_taken",
  message: ({ domain }) => `Another workspace has proven that ${domain} is its own.`,
  details: ({ domain }) => ({ domain })
})

export class NotConfigured extends Schema.TaggedError<NotConfigured>()("NotConfigured", {}) {}
export const notConfigured = failure(NotConfigured, {
  status: 404,
  code: "sso_not_configured",
  message: () => "There is no single sign-on for this address or workspace. Sign in with a password."
})

export class StateInvalid extends Schema.TaggedError<StateInvalid>()("StateInvalid", {}) {}
export const stateInvalid = failure(StateInvalid, {
  status: 400,
  code: "sso_state_invalid",
  message: () => "This sign-in is unknown, used, too old, or was begun in another browser. Begin again."
})

export const Reason = Schema.Literals(["access_denied", "provider_error", "id_token_invalid"])
export class LoginFailed extends Schema.TaggedError<LoginFailed>()("LoginFailed", { reason: Reason }) {}
export const loginFailed = failure(LoginFailed, {
  status: 401,
  code: "sso_login_failed",
  message: ({ reason }) => `The identity provider let nobody in: ${reason}.`,
  details: ({ reason }) => ({ reason })
})

export class DomainMismatch extends Schema.TaggedError<DomainMismatch>()("DomainMismatch", {}) {}
export const domainMismatch = failure(DomainMismatch, {
  status: 403,
  code: "sso_domain_mismatch",
  message: () => "The e-mail the identity provider names is in no domain of this workspace."
})

/** The provider's word, not ours: no mail of ours would help. */
export class AddressUnproven extends Schema.TaggedError<AddressUnproven>()("AddressUnproven", {}) {}
export const addressUnproven = failure(AddressUnproven, {
  status: 403,
  code: "email_not_verified",
  message: () => "The identity provider does not say that the e-mail was verified (claim email_verified)."
})

export class UserUnknown extends Schema.TaggedError<UserUnknown>()("UserUnknown", {}) {}
export const userUnknown = failure(UserUnknown, {
  status: 403,
  code: "sso_user_unknown",
  message: () => "Nobody with this e-mail is a member, and members are not made at sign-in. Ask for an invitation."
})

const unique = <A>() =>
  Schema.makeFilter<ReadonlyArray<A>>((list) => (new Set(list).size === list.length ? undefined : "must not repeat"))
const Values = Schema.Array(text({ min: 1, max: 200 })).check(Schema.isMaxLength(50))
const Scope = Schema.String.check(
  Schema.isPattern(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, {
    expected: "a scope such as email: 1 to 100 characters of ASCII without spaces"
  })
)
const Scopes = Schema.Array(Scope).check(
  Schema.isBetweenLength(1, 20),
  unique(),
  Schema.makeFilter<ReadonlyArray<string>>((list) => (list.includes("openid") ? undefined : "must contain openid"))
)
const Domain = text({ min: 1, max: 253 }).annotate({ description: "of e-mail addresses, such as `acme.com`" })
export const TokenAuth = Schema.Literals(["client_secret_basic", "client_secret_post", "none"])
export const JitRole = Schema.Literals(["member", "admin"])

export const RoleClaim = Schema.Struct({
  claim: text({ min: 1, max: 200 }).annotate({ description: "of the ID token; a text or a list of texts" }),
  owner: Values.annotate({ description: "values that make an owner" }),
  admin: Values.annotate({ description: "values that make an admin" })
})
export type RoleClaim = typeof RoleClaim.Type

const Jit = Schema.Struct({
  enabled: Schema.Boolean.annotate({ description: "whether whoever signs in first becomes a member" }),
  role: JitRole
})

export const SaveSso = Schema.Struct({
  issuer: text({ min: 1, max: 2_048 }).annotate({ format: "uri" }),
  client_id: text({ min: 1, max: 500 }),
  client_secret: Schema.optionalKey(
    Schema.NullOr(text({ min: 1, max: 2_000 }).annotate({ format: "password" }))
  ).annotate({ description: "absent keeps the one there is, as long as the issuer stays; null is a public client" }),
  token_auth: TokenAuth,
  scopes: Schema.optionalKey(Scopes),
  domains: Schema.Array(Domain).check(Schema.isBetweenLength(1, 20)),
  jit: Jit,
  role_claim: Schema.optionalKey(Schema.NullOr(RoleClaim)),
  enforced: Schema.optionalKey(Schema.Boolean).annotate({ description: "false when absent" })
})
export type SaveSso = typeof SaveSso.Type

export const SsoConnection = Schema.Struct({
  issuer: Schema.String,
  client_id: Schema.String,
  has_client_secret: Schema.Boolean,
  token_auth: TokenAuth,
  scopes: Schema.Array(Schema.String),
  domains: Schema.Array(
    Schema.Struct({
      domain: Schema.String,
      status: Schema.Literals(["pending", "verified"]),
      txt_name: Schema.String,
      txt_value: Schema.String
    })
  ),
  jit: Jit,
  role_claim: Schema.NullOr(RoleClaim),
  enforced: Schema.Boolean,
  callback_url: Schema.String.annotate({
    format: "uri",
    description: "what the provider has to be told; of the workspace's own where the provider does not name itself"
  }),
  status: Schema.Literals(["draft", "active"]).annotate({ description: "active: a domain is verified" }),
  last_error: Schema.NullOr(Schema.String).annotate({
    description: "why the last sign-in failed at the provider; null since the last one that did not"
  })
}).annotate({ identifier: "SsoConnection" })
export type SsoConnection = typeof SsoConnection.Type

const sso = "/customers/me/sso"

export class SsoApi extends tenantGroup(
  HttpApiGroup.make("sso").add(
    HttpApiEndpoint.get("get", sso, { success: SsoConnection, error: notFound }).annotateMerge(
      says("Show single sign-on", "The connection to the identity provider, without its secret. 404 without one.")
    ),
    HttpApiEndpoint.put("save", sso, {
      payload: SaveSso,
      success: SsoConnection,
      error: [providerDown, emailNotVerified, validationFailed]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Set up single sign-on",
          "Reads what the issuer publishes first: when it does not answer, or is another one, nothing is saved " +
            "(502). Domains that stay keep their proof. Sign-ins that are under way have to begin again."
        )
      ),
    HttpApiEndpoint.delete("remove", sso, { success: HttpApiSchema.NoContent, error: notFound }).annotateMerge(
      says(
        "Remove single sign-on",
        "Passwords work again at once; members without one ask for a new password. Domains are free for others."
      )
    ),
    HttpApiEndpoint.post("verifyDomain", `${sso}/domains/:domain/verify`, {
      params: { domain: Schema.String },
      success: SsoConnection,
      error: [notFound, domainUnverified, domainTaken]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Prove a domain",
          "Looks for the TXT record that `domains` names. One workspace can have a domain at a time. Name servers " +
            "take minutes to hours to tell of a new record: ask again."
        )
      )
  ),
  { access: "dashboard_only", capability: "sso", description: "Signing in at your own identity provider" }
) {}

const Address = text({ max: 320 })
const ofWorkspace = {
  email: Schema.optionalKey(Address),
  domain: Schema.optionalKey(Address),
  customer: Schema.optionalKey(text({ max: 200 }))
}

export const SsoConfig = Schema.Struct({
  available: Schema.Boolean,
  enforced: Schema.Boolean.annotate({ description: "passwords let nobody but owners in" }),
  start_url: Schema.NullOr(Schema.String).annotate({ format: "uri" })
}).annotate({ identifier: "SsoConfig" })

/** What a browser does not need: for those that follow redirects themselves. */
export const SsoCode = Schema.Struct({
  code: Schema.String.annotate({ description: "for POST /auth/sso/token; 60 seconds, once" }),
  return_to: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SsoCode" })

const comingBack = {
  success: [SsoCode, HttpApiSchema.Empty(302)],
  error: [
    stateInvalid,
    loginFailed,
    providerDown,
    notConfigured,
    domainMismatch,
    addressUnproven,
    userUnknown,
    emailTaken,
    memberLimit
  ]
} as const

export class SsoLoginApi extends publicGroup(
  HttpApiGroup.make("sso-login").add(
    HttpApiEndpoint.get("config", "/auth/sso/config", { query: ofWorkspace, success: SsoConfig }).annotateMerge(
      says(
        "Ask for single sign-on",
        "Whether people of an e-mail, a domain or a workspace (its slug) sign in at an identity provider, and where " +
          "that begins. The first of the three that is given counts."
      )
    ),
    HttpApiEndpoint.get("start", "/auth/sso/start", {
      query: { ...ofWorkspace, return_to: Schema.optionalKey(text({ max: 2_000 })) },
      success: HttpApiSchema.Empty(302),
      error: [notConfigured, providerDown, validationFailed]
    }).annotateMerge(
      says(
        "Begin single sign-on",
        "Leads a browser to the identity provider, with a cookie that the rest of the sign-in wants; it lives ten " +
          "minutes. `return_to` is a path of this service that is handed back at the end."
      )
    ),
    HttpApiEndpoint.get("callback", "/auth/sso/callback", comingBack)
      .annotate(OpenQuery, true)
      .annotateMerge(
        says(
          "Come back from the identity provider",
          "The provider sends browsers here, with `state`, with `code` or `error`, and with `iss`, which says whose " +
            "answer it is. Each state works once, for ten minutes, in the browser that began. Whoever accepts " +
            "text/html is led on to the page /sso-complete, with a code or an error behind the #."
        )
      ),
    HttpApiEndpoint.get("ownCallback", "/auth/sso/callback/:customer_id", {
      params: { customer_id: Schema.String },
      ...comingBack
    })
      .annotate(OpenQuery, true)
      .annotateMerge(
        says(
          "Come back from a provider that does not name itself",
          "As the callback that all share, for a provider whose answers have no `iss` (RFC 9207): its connection has " +
            "this address of its own, so that no provider can pass on what another one answered."
        )
      ),
    HttpApiEndpoint.post("token", "/auth/sso/token", {
      payload: Schema.Struct({ code: text({ min: 1, max: 200 }) }),
      success: Schema.Struct({ ...Session.fields, return_to: Schema.NullOr(Schema.String) }).annotate({
        identifier: "SsoSession"
      }),
      error: invalidToken
    }).annotateMerge(
      says(
        "Finish single sign-on",
        "Takes the code of the callback, once and within a minute, with the cookie of the browser that began, and " +
          "answers as signing in with a password does."
      )
    )
  ),
  { description: "Signing in at an identity provider" }
) {}
