/**
 * Signed tokens. Dashboard: a JWT (HS256, one hour) with an explicit type, issuer and audience and a key id from our
 * own ring. Widgets: `svc_ws_` / `svc_et_`, a compact signed reference to the row that holds buddy and scopes; the row
 * is what can be revoked.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jwtVerify, SignJWT } from "jose"
import { createHmac, timingSafeEqual } from "node:crypto"
import { rows } from "./Sql.ts"
import { serviceKey } from "./Vault.ts"

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

const KeyRow = Schema.Struct({ key_id: Schema.String, material: Schema.Uint8Array })
const DashboardPayload = Schema.Struct({ sub: Schema.String, cid: Schema.String, epoch: Schema.Int, exp: Schema.Int })
const WidgetPayload = Schema.Struct({ c: Schema.String, s: Schema.String, e: Schema.Int, k: Schema.String })
const decodeDashboard = Schema.decodeUnknownEffect(DashboardPayload)
const decodeWidget = Schema.decodeUnknownEffect(Schema.fromJsonString(WidgetPayload))

type Service = Tokens["Service"]

interface Key {
  readonly key_id: string
  readonly material: Uint8Array
}
type Ring = ReadonlyMap<string, Uint8Array>

const sign = (material: Uint8Array, text: string) => createHmac("sha256", material).update(text).digest()

const dashboardTokens = (current: Key, ring: Ring): Pick<Service, "makeDashboard" | "readDashboard"> => ({
  makeDashboard: ({ account_id, customer_id, epoch }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.promise(() =>
        new SignJWT({ cid: customer_id, epoch })
          .setProtectedHeader({ alg: "HS256", typ: tokenType, kid: current.key_id })
          .setSubject(account_id)
          .setIssuer(issuer)
          .setAudience(audience)
          .setIssuedAt(Math.floor(now / 1000))
          .setExpirationTime(Math.floor(now / 1000) + dashboardTtlSeconds)
          .sign(current.material)
      )
    ),
  readDashboard: (token) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const verified = yield* Effect.tryPromise({
        try: () =>
          jwtVerify(
            token,
            (header) => {
              const key = ring.get(header.kid ?? "")
              if (key === undefined) throw new Error("unknown kid")
              return key
            },
            {
              algorithms: ["HS256"],
              typ: tokenType,
              issuer,
              audience,
              requiredClaims: ["exp", "sub"],
              currentDate: new Date(now)
            }
          ),
        catch: () => new BadToken()
      })
      const payload = yield* decodeDashboard(verified.payload).pipe(Effect.mapError(() => new BadToken()))
      return {
        customer_id: payload.cid,
        account_id: payload.sub,
        epoch: payload.epoch,
        expires_at: payload.exp * 1000
      }
    })
})

const widgetTokens = (current: Key, ring: Ring): Pick<Service, "makeWidget" | "readWidget"> => ({
  makeWidget: (kind, { customer_id, expires_at, session_id }) =>
    Effect.sync(() => {
      const payload = JSON.stringify({ c: customer_id, s: session_id, e: expires_at, k: current.key_id })
      const body = Buffer.from(payload).toString("base64url")
      const prefix = kind === "session" ? "svc_ws_" : "svc_et_"
      return `${prefix}${body}.${sign(current.material, prefix + body).toString("base64url")}`
    }),
  readWidget: (token) =>
    Effect.gen(function* () {
      const match = /^(svc_(?:ws|et)_)([A-Za-z0-9_-]{20,600})\.([A-Za-z0-9_-]{43})$/.exec(token)
      if (match === null) return yield* new BadToken()
      const claims = yield* decodeWidget(Buffer.from(match[2]!, "base64url").toString("utf8")).pipe(
        Effect.mapError(() => new BadToken())
      )
      const key = ring.get(claims.k)
      const given = Buffer.from(match[3]!, "base64url")
      const genuine =
        key !== undefined && given.length === 32 && timingSafeEqual(given, sign(key, match[1]! + match[2]!))
      if (!genuine || claims.e <= (yield* Clock.currentTimeMillis)) return yield* new BadToken()
      return { customer_id: claims.c, session_id: claims.s, expires_at: claims.e }
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
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const dashboard = yield* serviceKey("dashboard_token", 32)
      const widget = yield* serviceKey("widget_token", 32)
      const keys = yield* rows(KeyRow)(
        sql`SELECT key_id, material FROM service_keys WHERE purpose IN ('dashboard_token', 'widget_token')`
      )
      const ring: Ring = new Map(keys.map((key) => [key.key_id, key.material]))
      return Tokens.of({ ...dashboardTokens(dashboard, ring), ...widgetTokens(widget, ring) })
    })
  )
}
