/**
 * GET /cdn/...: what pages load, for any page and without a credential. The loader and the manifest are whatever this
 * node has built; everything below a build's own name stays as it is for ever.
 */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { envelope } from "../../../edge/Envelope.ts"
import { packedAnswer } from "../../../edge/Packed.ts"
import { pack, type Packed } from "../../../platform/requests/Packing.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { Cdn, retry_after_seconds } from "./Service.ts"
import type { PackedBuild, PackedFile } from "./Service/Packing.ts"

/** For the table of routes: not part of the HttpApi. */
export const cdnRoutes = [
  { method: "GET", path: "/cdn/:file" },
  { method: "GET", path: "/cdn/:build/:file" },
  { method: "GET", path: "/cdn/:build/:again/:file" }
] as const

const loader = "widget.js"

const current = "public, max-age=300, stale-while-revalidate=86400"
const pinned = "public, max-age=31536000, immutable"

const forAnyPage = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }

const buildName = /^[0-9a-f]{12}$/
/** A folder with the same files, for browsers that will not ask for a module again that could not be had. */
const folderName = /^[1-9][0-9]?$/
const fileName = /^[a-z][A-Za-z0-9-]{0,60}\.(js|css)(\.map)?$/

const contentTypeOf = (name: string) => {
  if (name.endsWith(".js")) return "text/javascript; charset=utf-8"
  return name.endsWith(".css") ? "text/css; charset=utf-8" : "application/json"
}

const send = (file: PackedFile, cacheControl: string) =>
  packedAnswer(file, contentTypeOf(file.name), { ...forAnyPage, "cache-control": cacheControl })

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
  const scripts = [...files.values()].filter(({ name }) => /\.(js|css)$/.test(name))
  const own = scripts.filter(({ name }) => name === loader).map(entry)[0]
  const others = scripts.filter(({ name }) => name !== loader).map((file) => ({ name: file.name, ...entry(file) }))
  return { version, build, loader: own, files: others }
}

const manifests = new WeakMap<PackedBuild, Packed>()

const sendManifest = (build: PackedBuild) => {
  const packed = manifests.get(build) ?? pack(JSON.stringify(manifestOf(build)))
  manifests.set(build, packed)
  return packedAnswer(packed, "application/json", { ...forAnyPage, "cache-control": current })
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
  const { again = "1", build = "", file = "" } = yield* HttpRouter.params
  if (!buildName.test(build) || !folderName.test(again) || !fileName.test(file)) return yield* missing
  const found = yield* (yield* Cdn).file(build, file)
  return yield* Option.isNone(found) ? missing : send(found.value, pinned)
}).pipe(Effect.catchTag("ServiceUnavailable", unavailable))

export const CdnHttp = HttpRouter.use(
  Effect.fn(function* (router) {
    const cdn = yield* Cdn
    yield* router.add("GET", cdnRoutes[0].path, Effect.provideService(serveCurrent, Cdn, cdn))
    for (const { path } of cdnRoutes.slice(1))
      yield* router.add("GET", path, Effect.provideService(servePinned, Cdn, cdn))
  })
).pipe(Layer.provide(Cdn.layer))
