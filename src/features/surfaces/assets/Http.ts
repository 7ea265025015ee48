/**
 * Pictures, outside the version prefix and without a credential: the address is a hash nobody can guess, and any page
 * may show it. An address names its bytes for ever, so browsers and CDNs may keep them as long as they like.
 */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isKnownTag } from "../../../edge/EntityTags.ts"
import { envelope } from "../../../edge/Envelope.ts"
import { AssetStore } from "../../../platform/storage/Assets.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"

/** For the table of routes: not part of the HttpApi. */
export const assetRoutes = [{ method: "GET", path: "/assets/:file" }] as const

const headersOf = (sha256: string) => ({
  "cache-control": "public, max-age=31536000, immutable",
  etag: `"${sha256}"`,
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin"
})

const fileName = /^([0-9a-f]{64})\.png$/

const missing = Effect.map(CurrentRequest, ({ requestId }) =>
  envelope(404, "not_found", "This picture does not exist.", requestId)
)

export const AssetsHttp = HttpRouter.use(
  Effect.fn(function* (router) {
    const assets = yield* AssetStore
    yield* router.add(
      "GET",
      assetRoutes[0].path,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { file } = yield* HttpRouter.params
        const sha256 = fileName.exec(file ?? "")?.[1]
        if (sha256 === undefined) return yield* missing
        const found = yield* assets.get(sha256)
        if (Option.isNone(found)) return yield* missing
        if (isKnownTag(request.headers["if-none-match"], `"${sha256}"`)) {
          return HttpServerResponse.empty({ status: 304, headers: headersOf(sha256) })
        }
        const { bytes, content_type } = found.value
        return HttpServerResponse.uint8Array(bytes, { contentType: content_type, headers: headersOf(sha256) })
      })
    )
  })
).pipe(Layer.provide(AssetStore.layer))
