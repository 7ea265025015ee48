/**
 * Tags of answers: whoever polls sends the tag of what it has and is told in a few bytes that nothing is new. A tag is
 * made of the body alone, so every node gives the same one for the same state.
 */
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { ReadAt } from "../wire/Access.ts"
import { Tagged } from "../wire/Group.ts"

const bare = (tag: string) => tag.trim().replace(/^W\//, "")

/** If-None-Match may list several tags or be `*`, and which are weak does not matter; `tag` with its quotes. */
export const isKnownTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === "*" || header.split(",").some((one) => bare(one) === bare(tag)))

/**
 * The tag of an answer without the moment it was read at: that moves while everything else stays, and whoever has the
 * rest is not sent it again.
 */
export const tagOf = (body: Uint8Array, moment: string | undefined): string => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const name = `"${moment}":"`
  const at = moment === undefined ? -1 : bytes.indexOf(name)
  const end = at === -1 ? -1 : bytes.indexOf('"', at + name.length)
  const told = end === -1 ? bytes : Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
  return `"${hash("sha256", told).slice(0, 32)}"`
}

export const TaggedLive = Layer.succeed(Tagged, (next, { endpoint }) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const response = yield* next
    const { body, status } = response
    const isRead = request.method === "GET" || request.method === "HEAD"
    if (!isRead || status !== 200 || body._tag !== "Uint8Array") return response
    const etag = tagOf(body.body, Context.getOrUndefined(endpoint.annotations, ReadAt))
    return isKnownTag(request.headers["if-none-match"], etag)
      ? HttpServerResponse.empty({ status: 304, headers: { etag, "cache-control": "no-store" } })
      : HttpServerResponse.setHeader(response, "etag", etag)
  })
)
