/** Answers that are the same for everybody: packed once, kept by browsers, and not sent to who has them. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

export interface Packed {
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  readonly etag: string
}

export const pack = (text: string): Packed => {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return {
    plain,
    br: brotliCompressSync(plain, { params }),
    gzip: gzipSync(plain),
    etag: `"${createHash("sha256").update(plain).digest("hex").slice(0, 32)}"`
  }
}

/** What the client takes, named with a quality of its own or not; `;q=0` refuses. */
const takes = (accepted: string, encoding: string) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted)

/** Each packing is bytes of its own, so each has a tag of its own. */
const chosen = ({ br, etag, gzip, plain }: Packed, accepted: string) => {
  const [name, body] = takes(accepted, "br") ? ["br", br] : takes(accepted, "gzip") ? ["gzip", gzip] : ["", plain]
  return { name, body: body as Buffer, etag: name === "" ? etag : `${etag.slice(0, -1)}-${name as string}"` }
}

export const packedAnswer = (packed: Packed, contentType: string, others: Readonly<Record<string, string>>) =>
  Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
    const { body, etag, name } = chosen(packed, request.headers["accept-encoding"] ?? "")
    const headers = { ...others, etag, vary: "Accept-Encoding" }
    if (request.headers["if-none-match"] === etag) return HttpServerResponse.empty({ status: 304, headers })
    const encoding = name === "" ? {} : { "content-encoding": String(name) }
    return HttpServerResponse.uint8Array(body, { contentType, headers: { ...headers, ...encoding } })
  })
