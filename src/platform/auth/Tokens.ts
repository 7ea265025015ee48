/**
 * Signed tokens. Dashboard: a JWT (HS256, one hour) with an explicit type, issuer and audience. Widgets: `svc_ws_` /
 * `svc_et_`, a compact signed reference to the row that holds buddy and scopes; the row is what can be revoked. Each
 * names the key of its own ring, and only that ring is asked: a widget's key signs no login, whatever the token says.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose"
import { createHmac, timingSafeEqual } from "node:crypto"
import { uuid } from "../postgres/Ids.ts"
import { KeyRing } from "../secrets/KeyRing.ts"
import { takenIn } from "../secrets/TakenIn.ts"

export const dashboardTtlSeconds = 3600

export class BadToken extends Schema.TaggedError<BadToken>()("BadToken", {}) {}

export interface DashboardClaims {
  readonly customer_id: string
  readonly account_id: string
  readonly epoch: number
}
export interface WidgetClaims {
  readonly customer_id: string
  readonly session_id: string
  /** epoch ms */
  readonly expires_at: number
}

const issuer = "hatchery"
const audience = "hatchery-dashboard"
const tokenType = "dash+jwt"

const DashboardPayload = Schema.Struct({ sub: Schema.String, cid: Schema.String, epoch: Schema.Int, exp: Schema.Int })
const WidgetPayload = Schema.Struct({ c: Schema.String, s: Schema.String, e: Schema.Int, k: Schema.String })
const decodeDashboard = Schema.decodeUnknownEffect(DashboardPayload)
const decodeWidget = Schema.decodeUnknownEffect(Schema.fromJsonString(WidgetPayload))

type Service = Tokens["Service"]

type Ring = KeyRing["Service"]

const sign = (material: Uint8Array, text: string) => createHmac("sha256", takenIn(material)).update(text).digest()

/** The key id a JWT says it is signed with; "" when it is none, or says nothing. */
const kidOf = (token: string): string => {
  try {
    return decodeProtectedHeader(token).kid ?? ""
  } catch {
    return ""
  }
}

/**
 * The one way to spell a signature of 32 bytes. Decoders take others for the same bytes, and a session that was ended
 * is known by its token as it is written.
 */
const isSpelt = (signature: string): boolean =>
  signature.length === 43 && Buffer.from(signature, "base64url").toString("base64url") === signature

const dashboardTokens = (ring: Ring): Pick<Service, "makeDashboard" | "readDashboard"> => ({
  makeDashboard: ({ account_id, customer_id, epoch }) =>
    Effect.flatMap(Effect.all([Clock.currentTimeMillis, uuid]), ([now, id]) =>
      Effect.promise(() => {
        const { key_id, material } = ring.signing("dashboard_token")
        return (
          new SignJWT({ cid: customer_id, epoch })
            // Two sessions that begin in one second are two tokens: signing out of one leaves the other.
            .setJti(id)
            .setProtectedHeader({ alg: "HS256", typ: tokenType, kid: key_id })
            .setSubject(account_id)
            .setIssuer(issuer)
            .setAudience(audience)
            .setIssuedAt(Math.floor(now / 1000))
            .setExpirationTime(Math.floor(now / 1000) + dashboardTtlSeconds)
            .sign(material)
        )
      })
    ),
  readDashboard: (token) =>
    Effect.gen(function* () {
      if (!isSpelt(token.slice(token.lastIndexOf(".") + 1))) return yield* new BadToken()
      const now = yield* Clock.currentTimeMillis
      const key = yield* ring.verifying("dashboard_token", kidOf(token))
      if (key === undefined) return yield* new BadToken()
      const verified = yield* Effect.tryPromise({
        try: () =>
          jwtVerify(token, key.material, {
            algorithms: ["HS256"],
            typ: tokenType,
            issuer,
            audience,
            requiredClaims: ["exp", "sub"],
            currentDate: new Date(now)
          }),
        catch: () => new BadToken()
      })
      const payload = yield* decodeDashboard(verified.payload).pipe(Effect.mapError(() => new BadToken()))
      return {
        customer_id: payload.cid,
        account_id: payload.sub,
        epoch: payload.epoch,
        expires_at: Math.min(payload.exp * 1000, key.retired_at)
      }
    })
})

const widgetTokens = (ring: Ring): Pick<Service, "makeWidget" | "readWidget"> => ({
  makeWidget: (kind, { customer_id, expires_at, session_id }) =>
    Effect.sync(() => {
      const { key_id, material } = ring.signing("widget_token")
      const payload = JSON.stringify({ c: customer_id, s: session_id, e: expires_at, k: key_id })
      const body = Buffer.from(payload).toString("base64url")
      const prefix = kind === "session" ? "svc_ws_" : "svc_et_"
      return `${prefix}${body}.${sign(material, prefix + body).toString("base64url")}`
    }),
  readWidget: (token) =>
    Effect.gen(function* () {
      const match = /^(svc_(?:ws|et)_)([A-Za-z0-9_-]{20,600})\.([A-Za-z0-9_-]{43})$/.exec(token)
      if (match === null || !isSpelt(match[3]!)) return yield* new BadToken()
      const claims = yield* decodeWidget(Buffer.from(match[2]!, "base64url").toString("utf8")).pipe(
        Effect.mapError(() => new BadToken())
      )
      const key = yield* ring.verifying("widget_token", claims.k)
      if (key === undefined) return yield* new BadToken()
      const given = Buffer.from(match[3]!, "base64url")
      const genuine = given.length === 32 && timingSafeEqual(given, sign(key.material, match[1]! + match[2]!))
      if (!genuine || claims.e <= (yield* Clock.currentTimeMillis)) return yield* new BadToken()
      return { customer_id: claims.c, session_id: claims.s, expires_at: Math.min(claims.e, key.retired_at) }
    })
})

export class Tokens extends Context.Service<
  Tokens,
  {
    makeDashboard(claims: DashboardClaims): Effect.Effect<string>
    readDashboard(token: string): Effect.Effect<DashboardClaims & { readonly expires_at: number }, BadToken>
    makeWidget(kind: "session" | "embed", claims: WidgetClaims): Effect.Effect<string>
    readWidget(token: string): Effect.Effect<WidgetClaims, BadToken>
  }
>()("hatchery/platform/Tokens") {
  static readonly layer = Layer.effect(
    Tokens,
    Effect.map(KeyRing, (ring) => Tokens.of({ ...dashboardTokens(ring), ...widgetTokens(ring) }))
  )
}
