/** Answers that are the same for everybody: packed once, kept by browsers, and not sent to who has them. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import type { Packed } from "../platform/requests/Packing.ts"
import { isKnownTag } from "./EntityTags.ts"

/** Whether the client takes it; `q=0` is how to say no. */
export const takes = (accepted: string | undefined, encoding: string) =>
  (accepted ?? "").split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

const marks = new WeakMap<Uint8Array, string>()

const markOf = (body: Uint8Array): string => {
  const mark = marks.get(body) ?? hash("sha256", body).slice(0, 8)
  marks.set(body, mark)
  return mark
}

/** Each packing is bytes of its own, also one of the same kind that took more effort, so each has a tag of its own. */
const chosen = ({ br, etag, gzip, plain }: Packed, accepted: string) => {
  if (takes(accepted, "br")) return packing("br", br, etag)
  return takes(accepted, "gzip") ? packing("gzip", gzip, etag) : { name: "", body: plain, etag }
}

const packing = (name: "br" | "gzip", body: Uint8Array, etag: string) => ({
  name,
  body,
  etag: `${etag.slice(0, -1)}-${name}-${markOf(body)}"`
})

export const packedAnswer = (packed: Packed, contentType: string, others: Readonly<Record<string, string>>) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const { body, etag, name } = chosen(packed, request.headers["accept-encoding"] ?? "")
    const headers = { ...others, etag, vary: "Accept-Encoding" }
    if (isKnownTag(request.headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers })
    const encoding = name === "" ? {} : { "content-encoding": name }
    return HttpServerResponse.uint8Array(body, { contentType, headers: { ...headers, ...encoding } })
  })
