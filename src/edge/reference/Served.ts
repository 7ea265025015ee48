/** GET /openapi.json: made once, when first asked for; any page may read it. */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { AppConfig } from "../../Config.ts"
import type { RawRoute } from "../RouteTable.ts"
import { documentOf } from "./Document.ts"
import type { AnyApi } from "./Route.ts"

const path = "/openapi.json"

export const documentRoutes: ReadonlyArray<RawRoute> = [{ method: "GET", path }]

/** The page beside it is made from the same text. */
const rendered = (api: AnyApi, publicUrl: string) => {
  const text = JSON.stringify(documentOf(api, publicUrl))
  return { text, etag: `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"` }
}

export const servedDocument = (api: AnyApi) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const { publicUrl } = yield* AppConfig
      const document = yield* Effect.cached(Effect.sync(() => rendered(api, publicUrl)))
      const answer = Effect.gen(function* () {
        const { etag, text } = yield* document
        const request = yield* HttpServerRequest.HttpServerRequest
        const headers = { etag, "cache-control": "public, max-age=300", "access-control-allow-origin": "*" }
        return request.headers["if-none-match"] === etag
          ? HttpServerResponse.empty({ status: 304, headers })
          : HttpServerResponse.text(text, { contentType: "application/json", headers })
      })
      yield* router.add("GET", path, answer)
    })
  )
