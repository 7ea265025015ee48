/** Answers anybody may read and keep for a minute, counted from when they were read. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { CurrentRequest } from "../../wire/CurrentRequest.ts"
import { isKnownTag } from "../EntityTags.ts"

export const for_a_minute = "public, max-age=60"

/** How long it has been kept here already: whoever keeps it next takes that off. */
export const ageHeader: Effect.Effect<{ readonly age?: string }> = Effect.map(CurrentRequest, ({ age_ms }) =>
  age_ms <= 0 ? {} : { age: String(Math.ceil(age_ms / 1_000)) }
)

export const publicJson = (body: unknown) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const text = JSON.stringify(body)
    const etag = `"${hash("sha256", text).slice(0, 32)}"`
    const headers = { etag, "cache-control": for_a_minute, ...(yield* ageHeader) }
    return isKnownTag(request.headers["if-none-match"], headers.etag)
      ? HttpServerResponse.empty({ status: 304, headers })
      : HttpServerResponse.text(text, { contentType: "application/json", headers })
  })
