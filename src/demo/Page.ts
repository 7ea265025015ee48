/**
 * GET /demo: the service in one page, on the demo workspace; with `DEMO` off there is no such route.
 *
 * The page tracks events and reads its buddy with a widget session, straight at the public API, as any tenant's page
 * would. What takes a secret key (eggs, operations, traces, the ledger) goes through /demo/api, which adds the key here
 * and lets through the listed routes and no others. /demo/sink is the receiver of the workspace's webhook endpoint.
 */
import { Effect, Layer } from "effect"
import {
  FetchHttpClient,
  HttpClient,
  HttpClientRequest,
  type HttpClientResponse,
  HttpRouter,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { constants, gzipSync } from "node:zlib"
import { AppConfig } from "../Config.ts"
import { drawEggSvg } from "../platform/images/ImageProvider.ts"
import { CurrentRequest } from "../wire/CurrentRequest.ts"
import { DemoDesk } from "../edge/DemoDesk.ts"
import { isKnownTag } from "../edge/EntityTags.ts"
import { envelope } from "../edge/Envelope.ts"
import type { RawRoute } from "../edge/RouteTable.ts"

type Path = `/${string}`

const folder = new URL("page/", import.meta.url)

const scripts = "main api dom egg evolve explain exchange samples share verdict webhooks widgets why".split(" ")

/** Every file of the page and where it is served; the page names its parts relative to itself. */
const parts: ReadonlyArray<readonly [path: Path, file: string, content_type: string]> = [
  ["/demo", "page.html", "text/html; charset=utf-8"],
  ...["theme", "stage", "events", "exchange", "widgets", "motion", "narrow"].map(
    (name) => [`/demo/${name}.css`, `${name}.css`, "text/css; charset=utf-8"] as const
  ),
  ...scripts.map((name) => [`/demo/${name}.js`, `${name}.js`, "text/javascript; charset=utf-8"] as const)
]

/** Calls the page may make with the workspace's key: the version prefix is left out, `:` stands for one segment. */
const proxied: ReadonlyArray<readonly [method: "GET" | "POST" | "PATCH", path: Path]> = [
  ["GET", "/buddies"],
  ["GET", "/config-versions/:id"],
  ["GET", "/economy/buddies/:id/ledger"],
  ["GET", "/eggs"],
  ["GET", "/event-types"],
  ["GET", "/events"],
  ["GET", "/events/:id/trace"],
  ["GET", "/operations/:id"],
  ["POST", "/eggs"],
  ["PATCH", "/eggs/:id/status"],
  ["POST", "/eggs/:id/hatch"],
  ["POST", "/buddies/:id/evolve"],
  ["POST", "/buddies/:id/share"],
  ["POST", "/buddies/:id/share/events"],
  ["GET", "/buddy-share/stats"],
  ["POST", "/widget-sessions"]
]

const proxyPrefix = "/demo/api"

export const demoRoutes: ReadonlyArray<RawRoute> = [
  ...parts.map(([path]) => ({ method: "GET", path })),
  ...proxied.map(([method, path]) => ({ method, path: proxyPrefix + path })),
  { method: "GET", path: "/demo/eggs/:file" },
  { method: "GET", path: "/demo/deliveries" },
  { method: "POST", path: "/demo/sink" }
]

/**
 * Nothing from elsewhere, nothing inline, nowhere to send a form, no frame around it. Pictures carry the name the
 * service gives itself, which need not be the one the page was opened under.
 */
const contentSecurityPolicy = (publicUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${new URL(publicUrl).origin}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const pageHeaders = (publicUrl: string) => ({
  "content-security-policy": contentSecurityPolicy(publicUrl),
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache"
})

const refuse = (status: number, code: string, message: string) =>
  Effect.map(CurrentRequest, ({ requestId }) => envelope(status, code, message, requestId))

/** Read and packed once, when the server starts; a changed file has another tag. */
const servePart = (file: string, contentType: string, publicUrl: string) => {
  const body = readFileSync(new URL(file, folder))
  const packed = gzipSync(body, { level: constants.Z_BEST_COMPRESSION })
  const etag = `W/"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`
  const headers = { ...pageHeaders(publicUrl), etag, vary: "Accept-Encoding" }
  return Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    if (isKnownTag(request.headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers })
    const takesGzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "")
    if (!takesGzip) return HttpServerResponse.uint8Array(body, { contentType, headers })
    return HttpServerResponse.uint8Array(packed, { contentType, headers: { ...headers, "content-encoding": "gzip" } })
  })
}

const eggFile = /^(\d{1,2})-(waiting|ready|hatching|hatched|cancelled)\.svg$/

const serveEgg = Effect.gen(function* () {
  const { file } = yield* HttpRouter.params
  const [, variant, status] = eggFile.exec(file ?? "") ?? []
  const workspace = yield* (yield* DemoDesk).workspace
  if (status === undefined || workspace === undefined) {
    return yield* refuse(404, "not_found", "There is no such egg.")
  }
  const drawing = drawEggSvg({ theme: workspace.theme, variant: Number(variant), status })
  return picture(drawing)
})

const picture = (drawing: string) =>
  HttpServerResponse.text(drawing, {
    contentType: "image/svg+xml",
    headers: { "cache-control": "public, max-age=3600" }
  })

/** Another site's page cannot send JSON here without asking first, and is not given leave. */
const isForeignForm = (request: HttpServerRequest.HttpServerRequest) =>
  request.method !== "GET" && !(request.headers["content-type"] ?? "").startsWith("application/json")

const passOn = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const body = yield* response.text
  const replayed = response.headers["idempotency-replayed"]
  return HttpServerResponse.text(body, {
    status: response.status,
    contentType: response.headers["content-type"] ?? "application/json",
    headers: { "cache-control": "no-store", ...(replayed === undefined ? {} : { "idempotency-replayed": replayed }) }
  })
})

const proxy = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { requestId } = yield* CurrentRequest
  const workspace = yield* (yield* DemoDesk).workspace
  if (workspace === undefined) {
    return yield* refuse(503, "service_unavailable", "The demo workspace is being prepared. Try again in a second.")
  }
  if (isForeignForm(request)) return yield* refuse(415, "unsupported_media_type", "Send the body as application/json.")
  const body = request.method === "GET" ? "" : yield* request.text
  const path = `/api/v1${request.url.slice(proxyPrefix.length)}`
  // Dots in a segment would be resolved on the way and lead to another route than the one that was let through.
  if (new URL(path, workspace.baseUrl).pathname !== path.split("?")[0]) {
    return yield* refuse(404, "not_found", "There is no such route.")
  }
  const call = HttpClientRequest.make(request.method as "GET" | "POST" | "PATCH")(workspace.baseUrl + path).pipe(
    HttpClientRequest.bearerToken(workspace.key),
    HttpClientRequest.setHeader("x-request-id", requestId),
    body === "" ? (same) => same : HttpClientRequest.bodyText(body, "application/json")
  )
  const client = yield* HttpClient.HttpClient
  const answer = Effect.flatMap(client.execute(call), passOn)
  const isRead = request.method === "GET"
  return yield* (isRead ? (yield* DemoDesk).passing(requestId, answer) : answer).pipe(
    Effect.catchTag("HttpClientError", () => refuse(502, "bad_gateway", "The service did not answer its own page."))
  )
})

const deliveries = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const after = Number(new URLSearchParams(url.split("?")[1]).get("after") ?? 0)
  const desk = yield* DemoDesk
  return HttpServerResponse.jsonUnsafe({
    listening: yield* desk.isListening,
    key_file: (yield* desk.workspace)?.keyFile,
    ...(yield* desk.after(after))
  })
})

const sink = Effect.gen(function* () {
  const { headers, text } = yield* HttpServerRequest.HttpServerRequest
  const { verified } = yield* (yield* DemoDesk).receive({
    event: headers["x-svc-event"] ?? "",
    delivery_id: headers["x-svc-delivery"] ?? "",
    timestamp: headers["x-svc-timestamp"] ?? "",
    signature: headers["x-svc-signature"] ?? "",
    body: yield* text
  })
  if (verified) return HttpServerResponse.empty({ status: 204 })
  return yield* refuse(401, "unauthorized", "This delivery is not signed with the secret of the demo endpoint.")
})

export const DemoPageLive = HttpRouter.use(
  Effect.fn(function* (router) {
    const { demo, publicUrl, role } = yield* AppConfig
    if (!demo || role === "runner") return
    const context = yield* Effect.context<DemoDesk | HttpClient.HttpClient>()
    for (const [path, file, contentType] of parts) {
      yield* router.add("GET", path, servePart(file, contentType, publicUrl))
    }
    for (const [method, path] of proxied) {
      yield* router.add(method, `${proxyPrefix}${path}`, Effect.provideContext(proxy, context))
    }
    yield* router.add("GET", "/demo/eggs/:file", Effect.provideContext(serveEgg, context))
    yield* router.add("GET", "/demo/deliveries", Effect.provideContext(deliveries, context))
    yield* router.add("POST", "/demo/sink", Effect.provideContext(sink, context))
  })
).pipe(Layer.provide(FetchHttpClient.layer))
