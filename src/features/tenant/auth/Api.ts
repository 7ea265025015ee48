/**
 * People who sign in to the dashboard: registration, sessions, passwords and e-mail addresses. Contract part 5.
 *
 * Registration tells that an address is taken (a person who forgot about an account must learn it); nothing else here
 * tells whether an address has an account.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { Email } from "../../../wire/Email.ts"
import { failure, serviceUnavailable } from "../../../wire/Failure.ts"
import { Gate, publicGroup, rateLimited, tenantGroup, Validation } from "../../../wire/Group.ts"
import { displayName, text } from "../../../wire/Ids.ts"
import { Customer } from "../../../wire/answers/Customer.ts"
import { Session, User } from "../../../wire/answers/Session.ts"
import { emailTaken } from "../../../wire/refusals/EmailTaken.ts"
import { invalidToken } from "../../../wire/refusals/InvalidToken.ts"
import { ssoRequired } from "../../../wire/refusals/SsoRequired.ts"
import { RequiredRole } from "../../../wire/Roles.ts"
import { says } from "../../../wire/Words.ts"

export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()("InvalidCredentials", {}) {}
const invalidCredentials = failure(InvalidCredentials, {
  status: 401,
  code: "invalid_credentials",
  message: () => "The e-mail or the password is wrong."
})

const passwordLength = { min: 10, max: 256 }
/** Counted as people count, so that ten emoji are ten. */
const longEnough = Schema.makeFilter<string>((password) => {
  const characters = Array.from(password.normalize("NFKC")).length
  return characters < passwordLength.min || characters > passwordLength.max
    ? `must have ${passwordLength.min} to ${passwordLength.max} characters`
    : undefined
})
const NewPassword = text({ max: 4 * passwordLength.max })
  .check(longEnough)
  .annotate({ format: "password", description: "10..256 characters of any script; no other rule" })
/** Whatever somebody claims to be a password; only its size is bounded. */
const ClaimedPassword = text({ min: 1, max: 4 * passwordLength.max }).annotate({ format: "password" })
const OneTimeToken = text({ min: 1, max: 200 }).annotate({ description: "from the mail; works once" })

export const Register = Schema.Struct({
  email: Email,
  password: NewPassword,
  company_name: displayName({ max: 100 }),
  name: Schema.optionalKey(displayName({ max: 100 })),
  referral_code: Schema.optionalKey(
    text({ max: 200 }).annotate({ description: "of the workspace that recommended it; an unknown one is ignored" })
  )
})
export type Register = typeof Register.Type

const Accepted = Schema.Struct({ accepted: Schema.Literal(true) }).pipe(HttpApiSchema.status(202))

export class AuthApi extends publicGroup(
  HttpApiGroup.make("auth").add(
    HttpApiEndpoint.post("register", "/auth/register", {
      payload: Register,
      success: Session.pipe(HttpApiSchema.status(201)),
      error: [emailTaken, serviceUnavailable]
    }).annotateMerge(
      says(
        "Register a workspace",
        "A new workspace with its first account, signed in at once. An address that has an account: 409 email_taken."
      )
    ),
    HttpApiEndpoint.post("login", "/auth/login", {
      payload: Schema.Struct({ email: Email, password: ClaimedPassword }),
      success: Session,
      error: [invalidCredentials, ssoRequired, rateLimited, serviceUnavailable]
    }).annotateMerge(
      says(
        "Sign in",
        "Wrong e-mail and wrong password get one answer. Ten failures in 15 minutes per account and address: 429; " +
          "after a hundred from all addresses together, two of each. Where single sign-on is enforced the right " +
          "password gets 403 sso_required, except an owner's."
      )
    ),
    HttpApiEndpoint.post("requestReset", "/auth/password/reset/request", {
      payload: Schema.Struct({ email: Email }),
      success: Accepted
    }).annotateMerge(
      says(
        "Ask for a new password",
        "Always 202. An address with an account gets a token for a new password; it lives 30 minutes, older ones end."
      )
    ),
    HttpApiEndpoint.post("reset", "/auth/password/reset", {
      payload: Schema.Struct({ token: OneTimeToken, new_password: NewPassword }),
      success: Schema.Struct({ password_changed: Schema.Literal(true) }),
      error: [invalidToken, serviceUnavailable]
    }).annotateMerge(
      says(
        "Set a new password with a token",
        "Takes the token of the mail, which works once. Ends every session of the account."
      )
    ),
    HttpApiEndpoint.post("acceptInvitation", "/auth/invitations/accept", {
      payload: Schema.Struct({
        token: OneTimeToken,
        password: NewPassword,
        name: Schema.optionalKey(displayName({ max: 100 }))
      }),
      success: Session.pipe(HttpApiSchema.status(201)),
      error: [invalidToken, ssoRequired, serviceUnavailable]
    }).annotateMerge(
      says(
        "Accept an invitation",
        "Takes the token of the mail, which works once and lives 7 days, and signs the person in with the password " +
          "that is set here. The token opens nothing once the invitation or whoever sent it was removed. Where " +
          "single sign-on is enforced: 403 sso_required, the invited sign in there instead; owners are excepted."
      )
    ),
    HttpApiEndpoint.post("verifyEmail", "/auth/email/verify", {
      payload: Schema.Struct({ token: OneTimeToken }),
      success: Schema.Struct({ email_verified: Schema.Literal(true) }),
      error: invalidToken
    }).annotateMerge(
      says("Confirm an e-mail with a token", "Takes the token of the mail, which works once and lives 24 hours.")
    )
  ),
  { description: "Registration, sign-in and one-time tokens" }
) {}

export class AccountApi extends tenantGroup(
  HttpApiGroup.make("account").add(
    HttpApiEndpoint.get("me", "/auth/me", {
      success: Schema.Struct({
        customer: Customer,
        user: Schema.NullOr(User).annotate({ description: "null for API keys, which belong to no person" })
      })
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Show the signed-in account",
          "The workspace, and the person behind a session. For API keys `user` is null: they belong to nobody."
        )
      ),
    HttpApiEndpoint.post("requestVerification", "/auth/email/verification/request", {
      success: Accepted
    })
      .annotate(RequiredRole, "member")
      .annotateMerge(
        says(
          "Ask for a mail to confirm the address",
          "Mails a token that lives 24 hours and voids older ones. Nothing is sent when the address is verified " +
            "already."
        )
      )
  ),
  { access: "dashboard_only", capability: "none", description: "The account behind a session" }
) {}

/**
 * Not `Idempotent`: both end the session that could ask for the stored answer, and a wrong guess of a password must
 * stay counted.
 */
export class PasswordApi extends HttpApiGroup.make("password")
  .add(
    HttpApiEndpoint.post("change", "/auth/password/change", {
      payload: Schema.Struct({ current_password: ClaimedPassword, new_password: NewPassword }),
      success: Session,
      error: [invalidCredentials, ssoRequired, rateLimited, serviceUnavailable]
    }).annotateMerge(
      says(
        "Change your password",
        "Ends every session of the account and answers with a new one. Takes no Idempotency-Key."
      )
    ),
    HttpApiEndpoint.post("signOut", "/auth/logout", {
      success: Schema.Struct({ signed_out: Schema.Literal(true) })
    }).annotateMerge(
      says(
        "Sign out",
        "Ends the session this is asked with, on every node: its token gets 401 from then on. Other sessions of the " +
          "account go on; a new password ends them all. Takes no Idempotency-Key."
      )
    )
  )
  .middleware(Validation)
  .middleware(Gate)
  .prefix("/api/v1")
  .annotate(Access, "dashboard_only")
  .annotate(RequiredRole, "member")
  .annotateMerge(
    OpenApi.annotations({ title: "password", description: "The own password, and the end of a session" })
  ) {}
