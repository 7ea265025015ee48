/** Answers that are the same for everybody: packed once, kept by browsers, and not sent to who has them. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Packed } from "../platform/requests/Packing.ts"
import { isKnownTag } from "./EntityTags.ts"

/** Whether the client takes it; `q=0` is how to say no. */
export const takes = (accepted: string | undefined, encoding: string) =>
  (accepted ?? "").split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** Each packing is bytes of its own, so each has a tag of its own. */
const chosen = ({ br, etag, gzip, plain }: Packed, accepted: string) => {
  const [name, body] = takes(accepted, "br") ? ["br", br] : takes(accepted, "gzip") ? ["gzip", gzip] : ["", plain]
  return { name, body: body as Uint8Array, etag: name === "" ? etag : `${etag.slice(0, -1)}-${name as string}"` }
}

export const packedAnswer = (packed: Packed, contentType: string, others: Readonly<Record<string, string>>) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const { body, etag, name } = chosen(packed, request.headers["accept-encoding"] ?? "")
    const headers = { ...others, etag, vary: "Accept-Encoding" }
    if (isKnownTag(request.headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers })
    const encoding = name === "" ? {} : { "content-encoding": String(name) }
    return HttpServerResponse.uint8Array(body, { contentType, headers: { ...headers, ...encoding } })
  })
