/**
 * GET /cdn/...: what pages load, for any page and without a credential. The loader and the manifest are whatever this
 * node has built; everything below a build's own name stays as it is for ever.
 */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { envelope } from "../../../edge/Envelope.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { Cdn, retry_after_seconds } from "./Service.ts"
import type { PackedBuild, PackedFile } from "./Service/Packing.ts"

/** For the table of routes: not part of the HttpApi. */
export const cdnRoutes = [
  { method: "GET", path: "/cdn/:file" },
  { method: "GET", path: "/cdn/:build/:file" }
] as const

const loader = "widget.js"

const current = "public, max-age=300, stale-while-revalidate=86400"
const pinned = "public, max-age=31536000, immutable"

const forAnyPage = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }

const buildName = /^[0-9a-f]{12}$/
const fileName = /^[a-z][a-z-]{0,40}\.js(\.map)?$/

const contentTypeOf = (name: string) => (name.endsWith(".js") ? "text/javascript; charset=utf-8" : "application/json")

/** Whether the client takes it; `q=0` is how to say no. */
const takes = (header: string | undefined, encoding: string) =>
  (header ?? "").split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** If-None-Match may list several tags, or be `*`; which of them are weak does not matter. */
const isKnown = (header: string | undefined, etag: string) =>
  (header ?? "").split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag.slice(2))

type Sent = Pick<PackedFile, "name" | "bytes" | "etag"> & Partial<Pick<PackedFile, "brotli" | "gzip">>

const packedFor = ({ brotli, bytes, gzip }: Sent, accepted: string | undefined) => {
  if (brotli !== undefined && takes(accepted, "br")) return { body: brotli, encoding: { "content-encoding": "br" } }
  if (gzip !== undefined && takes(accepted, "gzip")) return { body: gzip, encoding: { "content-encoding": "gzip" } }
  return { body: bytes, encoding: {} }
}

const send = (file: Sent, cacheControl: string) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const headers = { ...forAnyPage, "cache-control": cacheControl, etag: file.etag, vary: "Accept-Encoding" }
    if (isKnown(request.headers["if-none-match"], file.etag)) return HttpServerResponse.empty({ status: 304, headers })
    const { body, encoding } = packedFor(file, request.headers["accept-encoding"])
    return HttpServerResponse.uint8Array(body, {
      contentType: contentTypeOf(file.name),
      headers: { ...headers, ...encoding }
    })
  })

const missing = Effect.map(CurrentRequest, ({ requestId }) =>
  HttpServerResponse.setHeaders(envelope(404, "not_found", "There is no such file.", requestId), forAnyPage)
)

const unavailable = ({ reason }: { readonly reason: string }) =>
  Effect.map(CurrentRequest, (request) => {
    request.retry_after_seconds = retry_after_seconds
    const message = `${reason} Try again in ${retry_after_seconds} s.`
    return HttpServerResponse.setHeaders(envelope(503, "service_unavailable", message, request.requestId), forAnyPage)
  })

/** What a build consists of, for pages that pin it and for whoever mirrors it. */
const manifestOf = ({ build, files, version }: PackedBuild) => {
  const entry = ({ gzip, integrity, name }: PackedFile) => ({
    path: `/cdn/${build}/${name}`,
    integrity,
    bytes_gzip: gzip.length
  })
  const scripts = [...files.values()].filter(({ name }) => name.endsWith(".js"))
  const own = scripts.filter(({ name }) => name === loader).map(entry)[0]
  const others = scripts.filter(({ name }) => name !== loader).map((file) => ({ name: file.name, ...entry(file) }))
  return { version, build, loader: own, files: others }
}

const sendManifest = (build: PackedBuild) => {
  const bytes = Buffer.from(JSON.stringify(manifestOf(build)))
  return send({ name: "manifest.json", bytes, etag: `W/"${build.build}"` }, current)
}

const serveCurrent = Effect.gen(function* () {
  const { file } = yield* HttpRouter.params
  if (file !== loader && file !== "manifest.json") return yield* missing
  const own = yield* (yield* Cdn).own
  const script = own.files.get(loader)
  if (file === "manifest.json") return yield* sendManifest(own)
  return yield* script === undefined ? missing : send(script, current)
}).pipe(Effect.catchTag("ServiceUnavailable", unavailable))

const servePinned = Effect.gen(function* () {
  const { build = "", file = "" } = yield* HttpRouter.params
  if (!buildName.test(build) || !fileName.test(file)) return yield* missing
  const found = yield* (yield* Cdn).file(build, file)
  return yield* Option.isNone(found) ? missing : send(found.value, pinned)
}).pipe(Effect.catchTag("ServiceUnavailable", unavailable))

export const CdnHttp = HttpRouter.use(
  Effect.fn(function* (router) {
    const cdn = yield* Cdn
    yield* router.add("GET", cdnRoutes[0].path, Effect.provideService(serveCurrent, Cdn, cdn))
    yield* router.add("GET", cdnRoutes[1].path, Effect.provideService(servePinned, Cdn, cdn))
  })
).pipe(Layer.provide(Cdn.layer))
