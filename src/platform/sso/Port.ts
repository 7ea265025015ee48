/** What the service asks of an identity provider, in OpenID Connect's words. */
import { Schema } from "effect"
import type { Effect } from "effect"

/** No answer, or none that could be used: nothing is known. */
export class IdentityProviderAway extends Schema.TaggedError<IdentityProviderAway>()("IdentityProviderAway", {
  detail: Schema.String
}) {}

export const loginReasons = ["access_denied", "provider_error", "id_token_invalid"] as const
export class LoginRefused extends Schema.TaggedError<LoginRefused>()("LoginRefused", {
  reason: Schema.Literals(loginReasons),
  detail: Schema.String
}) {}

export interface Client {
  readonly issuer: string
  readonly client_id: string
  /** null: a public client */
  readonly client_secret: string | null
  readonly token_auth: "client_secret_basic" | "client_secret_post" | "none"
  readonly scopes: ReadonlyArray<string>
}

/** What one login has of its own, until it comes back. */
export interface Flow {
  readonly callback_url: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** the address belongs to this connection alone; else the answer has to say whose it is */
  readonly is_own: boolean
}

export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** the provider vouches for the address */
  readonly is_verified: boolean
  readonly name: string | null
  readonly claims: Readonly<Record<string, unknown>>
}

export interface Discovered {
  /** as the provider itself writes it */
  readonly issuer: string
  /** its answers say whose they are (RFC 9207) */
  readonly names_itself: boolean
}

export interface Providers {
  discover(issuer: string): Effect.Effect<Discovered, IdentityProviderAway>
  /** where the person goes; `login_hint` spares typing the address again */
  authorize(client: Client, flow: Flow, login_hint: string | null): Effect.Effect<string, IdentityProviderAway>
  /** `answer`: the query the provider sent the person back with; `wanted`: a claim that is asked for beside e-mail */
  identify(
    client: Client,
    flow: Flow,
    answer: string,
    wanted: string | null
  ): Effect.Effect<Identity, IdentityProviderAway | LoginRefused>
}
