/**
 * Identity providers, by openid-client. What an issuer publishes about itself and its keys is kept ten minutes; a token
 * signed by a key that is not among them makes them be read again, once a minute at most, so a rotation is followed and
 * nobody makes us ask for ever.
 *
 * The library is loaded when the first person signs in: most nodes never need it.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type * as OpenId from "openid-client"
import { AppConfig } from "../../Config.ts"
import { identityOf, isSubject } from "./claims.ts"
import { Shelf } from "../requests/Shelf.ts"
import { type Client, type Flow, IdentityProviderAway, LoginRefused, type Providers } from "./Port.ts"
import { type Calls, makeProviderFetch, provider_timeout_ms, type ProviderFetch } from "./ProviderFetch.ts"

type Library = typeof OpenId

const kept_ms = 600_000
/** sooner, a key that is not known is not asked for again */
const keys_pause_ms = 60_000
const issuers_max = 1_000
/** Keys of an issuer that are kept; one with more is asked at each sign-in. Real ones publish a tenth of it. */
const keys_bytes_max = 131_072
const algorithms = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]

/** What is remembered of an issuer. Public, and from the issuer itself: tenants share it. */
interface Known {
  readonly metadata: OpenId.ServerMetadata
  /** epoch ms */
  readonly read_at: number
  keys: { readonly jwks: OpenId.ExportedJWKSCache["jwks"]; readonly read_at: number } | undefined
}

/** Where the person signs in, where codes are redeemed, and the keys: all of it is the tenant's word. */
const problemOf = (metadata: OpenId.ServerMetadata, issuer: string, { refuses }: ProviderFetch) => {
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== new URL(issuer).href) return "another issuer"
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const) {
    const url = metadata[name]
    if (typeof url !== "string" || refuses(url) !== undefined) return `no ${name} that may be called`
  }
  return algorithmsOf(metadata).length > 0 ? undefined : "no algorithm that is taken"
}

/** Whatever stands there, those of it that are taken. */
const algorithmsOf = ({ id_token_signing_alg_values_supported: named = ["RS256"] }: OpenId.ServerMetadata) => {
  const supported: ReadonlyArray<unknown> = Array.isArray(named) ? named : []
  return algorithms.filter((alg) => supported.includes(alg))
}

/** Of what a provider says of itself, what signing in goes by: the rest would be kept for nothing. */
const used = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "jwks_uri",
  "userinfo_endpoint",
  "id_token_signing_alg_values_supported",
  "authorization_response_iss_parameter_supported"
]

/** The answer as data, with the algorithms the library may take and no others. */
export const narrowed = (metadata: OpenId.ServerMetadata): OpenId.ServerMetadata => {
  const plain = JSON.parse(JSON.stringify(metadata, used)) as OpenId.ServerMetadata
  return { ...plain, id_token_signing_alg_values_supported: algorithmsOf(plain) }
}

const isKeepable = ({ jwks }: OpenId.ExportedJWKSCache) => JSON.stringify(jwks).length <= keys_bytes_max

const authOf = (library: Library, { client_secret, token_auth }: Client) => {
  if (token_auth === "none" || client_secret === null) return library.None()
  return token_auth === "client_secret_post"
    ? library.ClientSecretPost(client_secret)
    : library.ClientSecretBasic(client_secret)
}

const codeOf = (cause: unknown): string => {
  const { code, name } = cause as { readonly code?: unknown; readonly name?: unknown }
  return typeof code === "string" ? code : typeof name === "string" ? name : "no answer"
}

/** Whose fault it was that nobody could be identified. */
const failureOf = (library: Library, cause: unknown, { is_away, made }: Calls) => {
  const detail = codeOf(cause)
  if (is_away) return new IdentityProviderAway({ detail })
  if (cause instanceof library.AuthorizationResponseError)
    return new LoginRefused({ reason: cause.error === "access_denied" ? "access_denied" : "provider_error", detail })
  const isOfProvider =
    made === 0 ||
    cause instanceof library.ResponseBodyError ||
    cause instanceof library.WWWAuthenticateChallengeError ||
    /NOT_CONFORM|NOT_JSON/.test(detail)
  return new LoginRefused({ reason: isOfProvider ? "provider_error" : "id_token_invalid", detail })
}

/** A key may have been replaced under its name. */
const isBadSignature = (cause: unknown) => {
  const inner = (cause as { readonly cause?: { readonly message?: unknown } }).cause
  return /signature/i.test(String(inner?.message))
}

const away = (detail: string) => new IdentityProviderAway({ detail })

/** All that a visit takes, in eight seconds; it ends with its request. */
const visit = <A, E>(
  run: (calls: Calls, signal: AbortSignal) => Promise<A>,
  failed: (cause: unknown, calls: Calls) => E
): Effect.Effect<A, E | IdentityProviderAway> =>
  Effect.suspend(() => {
    const calls: Calls = { made: 0, is_away: false }
    return Effect.tryPromise({ try: (signal) => run(calls, signal), catch: (cause) => failed(cause, calls) }).pipe(
      Effect.timeoutOrElse({ duration: provider_timeout_ms, orElse: () => Effect.fail(away("timeout")) })
    )
  })

const discovering = (fetching: ProviderFetch, load: Effect.Effect<Library>, allowPrivate: boolean) => {
  const known = new Shelf<Known>(issuers_max)

  const discover = Effect.fn("IdentityProviders.discover")(function* (issuer: string) {
    const library = yield* load
    const problem = fetching.refuses(issuer)
    if (problem !== undefined) return yield* away(`the issuer ${problem}`)
    const found = yield* visit(
      async (calls, signal) => {
        const configuration = await library.discovery(new URL(issuer), "unused", undefined, library.None(), {
          [library.customFetch]: fetching.within(calls, signal),
          timeout: provider_timeout_ms / 1_000,
          ...(allowPrivate ? { execute: [library.allowInsecureRequests] } : {})
        })
        return configuration.serverMetadata()
      },
      (cause) => away(codeOf(cause))
    )
    const wrong = problemOf(found, issuer, fetching)
    if (wrong !== undefined) return yield* away(wrong)
    const keys = known.get(issuer)?.keys
    const { userinfo_endpoint: asked, ...about } = narrowed(found)
    const mayAsk = typeof asked === "string" && fetching.refuses(asked) === undefined
    const metadata = mayAsk ? { ...about, userinfo_endpoint: asked } : about
    const fresh: Known = { metadata, read_at: yield* Clock.currentTimeMillis, keys }
    known.set(issuer, fresh)
    return fresh
  })

  /** What was read lately; what was read before, when the issuer does not answer now. */
  const lately = Effect.fnUntraced(function* (issuer: string) {
    const old = known.get(issuer)
    if (old === undefined) return yield* discover(issuer)
    if ((yield* Clock.currentTimeMillis) - old.read_at < kept_ms) return old
    return yield* Effect.orElseSucceed(discover(issuer), () => old)
  })
  return { discover, lately }
}

export class IdentityProviders extends Context.Service<IdentityProviders, Providers>()(
  "hatchery/platform/IdentityProviders"
) {
  static readonly layer = Layer.effect(
    IdentityProviders,
    Effect.gen(function* () {
      const { webhookAllowPrivate } = yield* AppConfig
      const fetching = yield* makeProviderFetch
      const load = yield* Effect.cached(Effect.promise(() => import("openid-client")))
      const { discover, lately } = discovering(fetching, load, webhookAllowPrivate)

      const configured = Effect.fnUntraced(function* (client: Client, { is_own }: Flow) {
        const library = yield* load
        const about = yield* lately(client.issuer)
        const now = yield* Clock.currentTimeMillis
        const wall = wallMs()
        const metadata = { [library.clockSkew]: Math.round((now - wall) / 1_000) }
        const configuration = new library.Configuration(
          is_own ? about.metadata : { ...about.metadata, authorization_response_iss_parameter_supported: true },
          client.client_id,
          metadata,
          authOf(library, client)
        )
        configuration.timeout = provider_timeout_ms / 1_000
        if (webhookAllowPrivate) library.allowInsecureRequests(configuration)
        return { library, about, configuration, now, wall }
      })

      return IdentityProviders.of({
        discover: (issuer) =>
          Effect.map(discover(issuer), ({ metadata }) => ({
            issuer: metadata.issuer,
            names_itself: metadata.authorization_response_iss_parameter_supported === true
          })),
        authorize: Effect.fn("IdentityProviders.authorize")(function* (client, flow, login_hint) {
          const { configuration, library } = yield* configured(client, flow)
          const challenge = yield* Effect.promise(() => library.calculatePKCECodeChallenge(flow.verifier))
          return library.buildAuthorizationUrl(configuration, {
            redirect_uri: flow.callback_url,
            scope: client.scopes.join(" "),
            state: flow.state,
            nonce: flow.nonce,
            code_challenge: challenge,
            code_challenge_method: "S256",
            ...(login_hint === null ? {} : { login_hint })
          }).href
        }),
        identify: Effect.fn("IdentityProviders.identify")(function* (client, flow, answer, wanted) {
          const ready = yield* configured(client, flow)
          return yield* visit(
            (calls, signal) => {
              ready.configuration[ready.library.customFetch] = fetching.within(calls, signal)
              return identified(ready, flow, answer, wanted)
            },
            (cause, calls) => failureOf(ready.library, cause, calls)
          )
        })
      })
    })
  )
}

/** The library measures by the machine's clock, whatever clock the service was given. */
const wallMs = () => Clock.Clock.defaultValue().currentTimeMillisUnsafe()

interface Ready {
  readonly library: Library
  readonly about: Known
  readonly configuration: OpenId.Configuration
  /** epoch ms, of the service's clock and of the machine's */
  readonly now: number
  readonly wall: number
}

/**
 * The library keeps keys for five minutes and asks again from the first minute on, by an age we tell it: young ones are
 * as new to it, and those of a minute and more just old enough to be asked for again.
 */
const lendKeys = ({ about, configuration, library, now, wall }: Ready): number | undefined => {
  const { keys } = about
  if (keys === undefined || now - keys.read_at >= kept_ms) return undefined
  const age_ms = now - keys.read_at >= keys_pause_ms ? keys_pause_ms + 1_000 : 0
  const uat = Math.floor((wall - age_ms) / 1_000)
  library.setJwksCache(configuration, { jwks: keys.jwks, uat })
  return uat
}

const identified = async (ready: Ready, flow: Flow, answer: string, wanted: string | null) => {
  const { about, configuration, library, now } = ready
  // Not by TLS alone: who can bend the way to the token endpoint cannot sign.
  library.enableNonRepudiationChecks(configuration)
  const lent = lendKeys(ready)
  const back = new URL(flow.callback_url)
  back.search = answer
  try {
    const tokens = await library.authorizationCodeGrant(configuration, back, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true
    })
    const claims = tokens.claims()!
    if (!isSubject(claims.sub)) throw new Error("the subject is none")
    const asked = identityOf(claims, {}, wanted)
    if (asked.is_complete || about.metadata.userinfo_endpoint === undefined) return asked.identity
    const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return identityOf(claims, more, wanted).identity
  } catch (cause) {
    // Read again by whoever comes next, though not by everybody.
    if (isBadSignature(cause) && about.keys !== undefined && now - about.keys.read_at >= keys_pause_ms)
      about.keys = undefined
    throw cause
  } finally {
    const read = library.getJwksCache(configuration)
    if (read !== undefined && read.uat !== lent)
      about.keys = isKeepable(read) ? { jwks: read.jwks, read_at: now } : undefined
  }
}
