/** One sign-in, from a browser that begins to one that has a session. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../../Config.ts"
import { transactionOf } from "../../../../platform/postgres/Sql.ts"
import { IdentityProviders } from "../../../../platform/sso/IdentityProviders.ts"
import type { Identity } from "../../../../platform/sso/Port.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import type { EmailTaken } from "../../../../wire/refusals/EmailTaken.ts"
import { InvalidToken } from "../../../../wire/refusals/InvalidToken.ts"
import type { MemberLimit } from "../../../../wire/refusals/MemberLimit.ts"
import { type Account, AccountStore } from "../../auth/Store.ts"
import {
  type AddressUnproven,
  type DomainMismatch,
  LoginFailed,
  NotConfigured,
  ProviderDown,
  type SsoConfig,
  StateInvalid,
  type UserUnknown
} from "../Api.ts"
import { normalDomain } from "../Rules.ts"
import { callbackUrl } from "../Service.ts"
import { type Connection, SsoStore } from "../Store.ts"
import { SsoLogins } from "../Store/Logins.ts"
import { makeAdmit } from "./Admit.ts"

/** What is known of who wants in; the first that is given counts. */
export interface Asked {
  readonly email?: string
  readonly domain?: string
  readonly customer?: string
}

export interface Arrived {
  readonly customer_id: string
  readonly account_id: string
  /** the account was made, linked or given another role */
  readonly is_changed: boolean
  readonly code: string
  readonly return_to: string | null
}

export type Refused =
  | StateInvalid
  | LoginFailed
  | ProviderDown
  | NotConfigured
  | DomainMismatch
  | AddressUnproven
  | UserUnknown
  | EmailTaken
  | MemberLimit

export class SsoSignIn extends Context.Service<
  SsoSignIn,
  {
    config(asked: Asked): Effect.Effect<typeof SsoConfig.Type>
    begin(
      asked: Asked,
      return_to: string | null
    ): Effect.Effect<{ readonly url: string; readonly cookie: string }, NotConfigured | ProviderDown>
    /** `answer`: the query that came back; `at`: of whose connection the address is that it came to, if of one alone */
    arrive(at: string | undefined, answer: string, cookie: string): Effect.Effect<Arrived, Refused>
    redeem(
      code: string,
      cookie: string
    ): Effect.Effect<{ readonly account: Account; readonly return_to: string | null }, InvalidToken>
  }
>()("hatchery/features/sso/SsoSignIn") {
  static readonly layer = Layer.effect(
    SsoSignIn,
    Effect.gen(function* () {
      const { publicUrl } = yield* AppConfig
      const together = transactionOf(yield* SqlClient.SqlClient)
      const store = yield* SsoStore
      const logins = yield* SsoLogins
      const accounts = yield* AccountStore
      const admit = yield* makeAdmit
      const { authorize, identify } = yield* visiting

      const find = Effect.fn("SsoSignIn.find")(function* ({ customer, domain, email }: Asked) {
        if (email !== undefined) return yield* store.liveByDomain(domainOfAddress(email))
        if (domain !== undefined) return yield* store.liveByDomain(normalDomain(domain))
        return customer === undefined ? Option.none<Connection>() : yield* store.liveBySlug(customer)
      })

      return SsoSignIn.of({
        config: Effect.fn("SsoSignIn.config")(function* (asked) {
          const found = yield* find(asked)
          if (Option.isNone(found)) return { available: false, enforced: false, start_url: null }
          const [query] = Object.entries(asked)
          const start_url = `${publicUrl}/api/v1/auth/sso/start?${new URLSearchParams([query!])}`
          return { available: true, enforced: found.value.enforced, start_url }
        }),
        begin: Effect.fn("SsoSignIn.begin")(function* (asked, return_to) {
          const found = yield* find(asked)
          if (Option.isNone(found)) return yield* new NotConfigured()
          const { customer_id, own_callback: is_own } = found.value
          const callback_url = callbackUrl(publicUrl, found.value)
          const { cookie, ...flow } = yield* logins.begin(customer_id, return_to)
          const url = yield* authorize(found.value, { ...flow, callback_url, is_own }, asked.email ?? null)
          return { url, cookie }
        }),
        arrive: Effect.fn("SsoSignIn.arrive")(function* (at, answer, cookie) {
          const states = new URLSearchParams(answer).getAll("state")
          const isOne = (at === undefined || isUuid(at)) && states.length === 1
          const login = isOne ? yield* logins.take(at, states[0]!, cookie) : undefined
          if (login === undefined) return yield* new StateInvalid()
          const { customer_id, login_id, nonce, return_to, verifier } = login
          const found = yield* store.live(customer_id)
          if (Option.isNone(found)) return yield* new NotConfigured()
          const callback_url = callbackUrl(publicUrl, found.value)
          const flow = { callback_url, state: states[0]!, nonce, verifier, is_own: at !== undefined }
          const identity = yield* identify(found.value, flow, answer)
          return yield* together(
            Effect.gen(function* () {
              const { account_id, is_changed } = yield* admit(customer_id, identity)
              const code = yield* logins.finish(customer_id, login_id, account_id)
              if (code === undefined) return yield* new StateInvalid()
              return { customer_id, account_id, is_changed, code, return_to }
            })
          )
        }),
        redeem: (code, cookie) =>
          together(
            Effect.gen(function* () {
              const found = yield* logins.redeem(code, cookie)
              if (Option.isNone(found)) return yield* new InvalidToken()
              const account = yield* Effect.mapError(accounts.get(found.value), () => new InvalidToken())
              yield* accounts.signedIn(account)
              return { account, return_to: found.value.return_to }
            })
          )
      })
    })
  )
}

const domainOfAddress = (email: string): string => normalDomain(email.slice(email.lastIndexOf("@") + 1))

/** The provider is asked with the tenant's secret, and what went wrong is noted for the tenant to read. */
const visiting = Effect.gen(function* () {
  const store = yield* SsoStore
  const providers = yield* IdentityProviders
  const clientOf = (found: Connection) =>
    Effect.map(store.secretOf(found), (client_secret) => ({ ...found, client_secret }))
  const note = ({ customer_id }: Connection, code: string) => store.noteError(customer_id, code)
  const failed = (found: Connection) => ({
    IdentityProviderAway: ({ detail }: { readonly detail: string }) =>
      Effect.andThen(note(found, `bad_gateway: ${detail}`), Effect.fail(new ProviderDown())),
    LoginRefused: ({ detail, reason }: { readonly detail: string; readonly reason: LoginFailed["reason"] }) =>
      Effect.andThen(note(found, `${reason}: ${detail}`), Effect.fail(new LoginFailed({ reason })))
  })
  return {
    authorize: Effect.fnUntraced(function* (
      found: Connection,
      flow: Parameters<typeof providers.authorize>[1],
      login_hint: string | null
    ) {
      const client = yield* clientOf(found)
      const { IdentityProviderAway } = failed(found)
      return yield* Effect.catchTag(providers.authorize(client, flow, login_hint), "IdentityProviderAway", (gone) =>
        IdentityProviderAway(gone)
      )
    }),
    identify: Effect.fnUntraced(function* (
      found: Connection,
      flow: Parameters<typeof providers.identify>[1],
      answer: string
    ) {
      const client = yield* clientOf(found)
      const wanted = found.role_claim?.claim ?? null
      const identity: Identity = yield* Effect.catchTags(
        providers.identify(client, flow, answer, wanted),
        failed(found)
      )
      yield* store.noteError(found.customer_id, null)
      return identity
    })
  }
})
