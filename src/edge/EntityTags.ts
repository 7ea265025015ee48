/**
 * Tags of answers: whoever polls sends the tag of what it has and is told in a few bytes that nothing is new. A tag is
 * made of the body alone, so every node gives the same one for the same state.
 */
import { Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { Tagged } from "../wire/Group.ts"

const bare = (tag: string) => tag.trim().replace(/^W\//, "")

/** If-None-Match may list several tags or be `*`, and which are weak does not matter; `tag` with its quotes. */
export const isKnownTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === "*" || header.split(",").some((one) => bare(one) === bare(tag)))

export const TaggedLive = Layer.succeed(Tagged, (next) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const response = yield* next
    const { body, status } = response
    if (request.method !== "GET" || status !== 200 || body._tag !== "Uint8Array") return response
    const etag = `"${hash("sha256", body.body).slice(0, 32)}"`
    return isKnownTag(request.headers["if-none-match"], etag)
      ? HttpServerResponse.empty({ status: 304, headers: { etag, "cache-control": "no-store" } })
      : HttpServerResponse.setHeader(response, "etag", etag)
  })
)
