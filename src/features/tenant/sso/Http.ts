import { Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AppConfig } from "../../../Config.ts"
import { Attempts } from "../../../platform/auth/Attempts.ts"
import { Mail } from "../../../platform/mail/Mail.ts"
import { IdentityProviders } from "../../../platform/sso/IdentityProviders.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { codeOf, ValidationFailed } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { emailTaken } from "../../../wire/refusals/EmailTaken.ts"
import { memberLimit } from "../../../wire/refusals/MemberLimit.ts"
import { ApiKeyStore } from "../api-keys/Store.ts"
import { sessions } from "../auth/Service.ts"
import { AccountStore } from "../auth/Store.ts"
import { CustomerStore } from "../customers/Store.ts"
import {
  addressUnproven,
  domainMismatch,
  loginFailed,
  notConfigured,
  providerDown,
  SsoApi,
  SsoLoginApi,
  stateInvalid,
  userUnknown
} from "./Api.ts"
import { login_ttl_ms, returnProblem } from "./Rules.ts"
import { Sso } from "./Service.ts"
import { type Refused, SsoSignIn } from "./Service/SignIn.ts"
import { SsoStore } from "./Store.ts"
import { SsoLogins } from "./Store/Logins.ts"

const SettingsGroup = HttpApiBuilder.group(
  feature(SsoApi),
  "sso",
  Effect.fn(function* (handlers) {
    const sso = yield* Sso
    return handlers.handleAll({
      get: Effect.fnUntraced(function* () {
        return yield* sso.get((yield* Principal).customer_id)
      }),
      save: Effect.fnUntraced(function* ({ payload }) {
        const { credential_id, customer_id } = yield* Principal
        return yield* sso.save(customer_id, credential_id, payload)
      }),
      remove: Effect.fnUntraced(function* () {
        yield* sso.remove((yield* Principal).customer_id)
      }),
      verifyDomain: Effect.fnUntraced(function* ({ params }) {
        return yield* sso.verify((yield* Principal).customer_id, params.domain)
      })
    })
  })
)

/** What a refusal is called where there is only an address to say it in. */
const codes: Readonly<Record<Refused["_tag"], string>> = {
  StateInvalid: codeOf(stateInvalid),
  LoginFailed: codeOf(loginFailed),
  ProviderDown: codeOf(providerDown),
  NotConfigured: codeOf(notConfigured),
  DomainMismatch: codeOf(domainMismatch),
  AddressUnproven: codeOf(addressUnproven),
  UserUnknown: codeOf(userUnknown),
  EmailTaken: codeOf(emailTaken),
  MemberLimit: codeOf(memberLimit)
}

/** Neither kept nor told to whoever comes next: states and codes stand in these addresses. */
const discreet = { "cache-control": "no-store", "referrer-policy": "no-referrer" } as const

const wantsPage = (accept: string | undefined) => /(^|,)\s*text\/html\b/i.test(accept ?? "")

/** In the audit log as what the person did, who has no session yet. */
const audit = Effect.fnUntraced(function* (
  endpoint: "callback" | "ownCallback" | "token",
  { account_id, customer_id }: { readonly account_id: string; readonly customer_id: string }
) {
  const current = yield* CurrentRequest
  current.audit = {
    customer_id,
    actor: { type: "sso", id: account_id },
    action: `sso-login.${endpoint}`,
    method: endpoint === "token" ? "POST" : "GET",
    path: `/api/v1/auth/sso/${endpoint === "ownCallback" ? "callback/{customer_id}" : endpoint}`,
    target: endpoint === "token" ? null : { type: "member", id: account_id }
  }
})

const LoginGroup = HttpApiBuilder.group(
  feature(SsoLoginApi),
  "sso-login",
  Effect.fn(function* (handlers) {
    const signIn = yield* SsoSignIn
    const customers = yield* CustomerStore
    const session = yield* sessions
    const { publicUrl } = yield* AppConfig
    const secure = publicUrl.startsWith("https:")
    // Of this host alone, whatever runs on its subdomains; browsers take such a name over TLS only.
    const cookieName = secure ? "__Host-hatchery_sso" : "hatchery_sso"
    const cookieOf = Effect.map(HttpServerRequest.HttpServerRequest, ({ cookies }) => cookies[cookieName] ?? "")

    const arrive = Effect.fnUntraced(function* (at: string | undefined, url: string) {
      const arrived = yield* signIn.arrive(at, url.split("?").slice(1).join("?"), yield* cookieOf)
      if (arrived.is_changed) yield* audit(at === undefined ? "callback" : "ownCallback", arrived)
      return arrived
    })
    const page = (fragment: Readonly<Record<string, string>>) =>
      HttpServerResponse.redirect(`${publicUrl}/sso-complete#${new URLSearchParams(fragment)}`, { headers: discreet })

    const comeBack = (at: string | undefined, { headers, url }: HttpServerRequest.HttpServerRequest) =>
      wantsPage(headers["accept"])
        ? Effect.match(arrive(at, url), {
            onFailure: ({ _tag }) => page({ error: codes[_tag] }),
            onSuccess: ({ code }) => page({ code })
          })
        : Effect.map(arrive(at, url), ({ code, return_to }) =>
            HttpServerResponse.jsonUnsafe({ code, return_to }, { headers: discreet })
          )

    return handlers.handleAll({
      config: ({ query }) => signIn.config(query),
      start: Effect.fnUntraced(function* ({ query: { return_to = null, ...asked } }) {
        if (Object.keys(asked).length === 0) return yield* ValidationFailed.at([], "name an email or a customer")
        const problem = return_to === null ? undefined : returnProblem(return_to)
        if (problem !== undefined) return yield* ValidationFailed.at(["return_to"], problem)
        const { cookie, url } = yield* signIn.begin(asked, return_to)
        return HttpServerResponse.setCookieUnsafe(
          HttpServerResponse.redirect(url, { headers: discreet }),
          cookieName,
          cookie,
          { httpOnly: true, secure, sameSite: "lax", path: "/", maxAge: login_ttl_ms }
        )
      }),
      callback: ({ request }) => comeBack(undefined, request),
      ownCallback: ({ params: { customer_id }, request }) => comeBack(customer_id, request),
      token: Effect.fnUntraced(function* ({ payload }) {
        const { account, return_to } = yield* signIn.redeem(payload.code, yield* cookieOf)
        yield* audit("token", account)
        return { ...(yield* session(yield* customers.get(account.customer_id), account)), return_to }
      })
    })
  })
)

export const SsoHttp = Layer.mergeAll(SettingsGroup, LoginGroup).pipe(
  Layer.provide([Sso.layer, SsoSignIn.layer]),
  Layer.provide([IdentityProviders.layer, SsoStore.layer, SsoLogins.layer, AccountStore.layer]),
  Layer.provide([ApiKeyStore.layer, CustomerStore.layer, Attempts.layer, Mail.layer])
)
