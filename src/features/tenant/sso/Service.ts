/** Connections to identity providers: set up, proven, removed. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { isProven, isPublicSuffix, txtName, txtValue } from "../../../platform/sso/DomainProof.ts"
import { IdentityProviders } from "../../../platform/sso/IdentityProviders.ts"
import type { Discovered } from "../../../platform/sso/Port.ts"
import { urlProblem } from "../../../platform/webhooks/EgressGuard.ts"
import { EmailNotVerified, NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { isFreemail } from "../../../wire/Freemail.ts"
import { DomainTaken, DomainUnverified, ProviderDown, type SaveSso, type SsoConnection } from "./Api.ts"
import { defaultScopes, domainProblem, type Issue, normalDomain, secretIssue } from "./Rules.ts"
import { type ClaimedDomain, type Connection, SsoStore } from "./Store.ts"

export class Sso extends Context.Service<
  Sso,
  {
    get(customer_id: string): Effect.Effect<SsoConnection, NotFound>
    save(
      customer_id: string,
      account_id: string,
      given: SaveSso
    ): Effect.Effect<SsoConnection, ProviderDown | EmailNotVerified | ValidationFailed>
    remove(customer_id: string): Effect.Effect<void, NotFound>
    verify(customer_id: string, domain: string): Effect.Effect<SsoConnection, NotFound | DomainUnverified | DomainTaken>
  }
>()("hatchery/features/sso/Sso") {
  static readonly layer = Layer.effect(
    Sso,
    Effect.gen(function* () {
      const store = yield* SsoStore
      const config = yield* AppConfig
      const providers = yield* IdentityProviders
      const together = transactionOf(yield* SqlClient.SqlClient)

      const get = Effect.fn("Sso.get")(function* (customer_id: string) {
        const found = yield* store.get(customer_id)
        if (Option.isNone(found)) return yield* new NotFound({ resource: "single sign-on" })
        return toWire(found.value, yield* store.domains(customer_id), config)
      })

      /** One at a time: what is kept of the last one is decided on what that one was. */
      const write = Effect.fnUntraced(function* (
        customer_id: string,
        given: SaveSso,
        { issuer, names_itself }: Discovered,
        domains: Domains
      ) {
        yield* store.hold(customer_id)
        const old = Option.getOrUndefined(yield* store.get(customer_id))
        // A secret goes to the issuer it was given for and to no other.
        const isSame = old?.issuer === issuer && old.client_id === given.client_id
        const kept = old?.issuer === issuer ? old.sealed_client_secret : null
        const issue = secretIssue(given, kept !== null)
        if (issue !== undefined) return yield* new ValidationFailed({ issues: [issue] })
        yield* store.save({
          customer_id,
          issuer,
          client_id: given.client_id,
          client_secret: given.token_auth === "none" ? null : (given.client_secret ?? kept),
          token_auth: given.token_auth,
          scopes: given.scopes ?? defaultScopes,
          jit_enabled: given.jit.enabled,
          jit_role: given.jit.role,
          role_claim: given.role_claim ?? null,
          enforced: given.enforced ?? false,
          // The one the provider has been told, as long as it is the same client there.
          own_callback: !names_itself || (isSame && old.own_callback),
          domains
        })
        yield* store.endLogins(customer_id)
      })

      return Sso.of({
        get,
        save: Effect.fn("Sso.save")(function* (customer_id, account_id, given) {
          if (!(yield* store.isVerified(customer_id, account_id))) return yield* new EmailNotVerified()
          const domains = [...new Set(given.domains.map(normalDomain))]
          const issues = yield* issuesOf(given, domains, config.webhookAllowPrivate)
          if (issues.length > 0) return yield* new ValidationFailed({ issues })
          const found = yield* Effect.mapError(providers.discover(given.issuer), () => new ProviderDown())
          yield* together(write(customer_id, given, found, domains))
          return yield* Effect.orDie(get(customer_id))
        }),
        remove: Effect.fn("Sso.remove")(function* (customer_id) {
          const removed = yield* together(Effect.andThen(store.endLogins(customer_id), store.remove(customer_id)))
          if (removed === 0) return yield* new NotFound({ resource: "single sign-on" })
        }),
        verify: Effect.fn("Sso.verify")(function* (customer_id, given) {
          const domain = normalDomain(given)
          const claimed = (yield* store.domains(customer_id)).find((one) => one.domain === domain)
          if (claimed === undefined) return yield* new NotFound({ resource: "domain" })
          if (claimed.verified_at === null) {
            if (!(yield* isProven(domain, claimed.token)))
              return yield* new DomainUnverified({ txt_name: txtName(domain), txt_value: txtValue(claimed.token) })
            if (!(yield* store.verify(customer_id, domain))) return yield* new DomainTaken({ domain })
          }
          return yield* get(customer_id)
        })
      })
    })
  )
}

type Domains = ReadonlyArray<string>

const issuesOf = Effect.fnUntraced(function* (given: SaveSso, domains: Domains, allowPrivate: boolean) {
  const issues: Array<Issue> = []
  const problem = urlProblem(given.issuer, allowPrivate)
  if (problem !== undefined) issues.push({ path: ["issuer"], message: problem })
  for (const [at, domain] of domains.entries()) {
    const path = ["domains", at]
    const message = domainProblem(domain)
    if (message !== undefined) issues.push({ path, message })
    else if (isFreemail(domain)) issues.push({ path, message: "anybody may have an address there" })
    else if (yield* isPublicSuffix(domain)) issues.push({ path, message: "anybody may have a domain under it" })
  }
  return issues
})

const toWire = (
  found: Connection,
  domains: ReadonlyArray<ClaimedDomain>,
  config: { readonly publicUrl: string; readonly webhookAllowPrivate: boolean }
): SsoConnection => ({
  issuer: found.issuer,
  client_id: found.client_id,
  has_client_secret: found.sealed_client_secret !== null,
  token_auth: found.token_auth,
  scopes: found.scopes,
  domains: domains.map(({ domain, token, verified_at }) => ({
    domain,
    status: verified_at === null ? "pending" : "verified",
    txt_name: txtName(domain),
    txt_value: txtValue(token)
  })),
  jit: { enabled: found.jit_enabled, role: found.jit_role },
  role_claim: found.role_claim,
  enforced: found.enforced,
  callback_url: callbackUrl(config.publicUrl, found),
  status: config.webhookAllowPrivate || domains.some(({ verified_at }) => verified_at !== null) ? "active" : "draft",
  last_error: found.last_error
})

/**
 * Where a provider sends people back to. One that does not say whose its answers are has an address of the workspace's
 * own: what comes back there goes to its provider alone.
 */
export const callbackUrl = (
  publicUrl: string,
  { customer_id, own_callback }: Pick<Connection, "customer_id" | "own_callback">
): string => `${publicUrl}/api/v1/auth/sso/callback${own_callback ? `/${customer_id}` : ""}`
