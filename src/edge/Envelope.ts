/**
 * The outermost layer of every answer: request id, rate-limit headers, the error envelope for what never reaches a
 * handler (unknown route, wrong method, body too large, unsupported type, defects), CORS, body limits, and one log line
 * per request without secrets.
 */
import { Cause, Clock, Effect, Option } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { histogram } from "../platform/metrics/Family.ts"
import { requestLatency } from "../platform/metrics/Node.ts"
import { within } from "../platform/Deadline.ts"
import { databaseFault } from "../platform/Sql.ts"
import { CurrentRequest, emptyRequest, type RequestRecord } from "../wire/CurrentRequest.ts"
import { limits } from "../wire/Limits.ts"
import { isReadable } from "./Address.ts"
import { RequestLog } from "./RequestLog.ts"
import { Routes } from "./Routes.ts"

export const envelope = (
  status: number,
  code: string,
  message: string,
  requestId: string,
  details?: Record<string, unknown>
) =>
  HttpServerResponse.jsonUnsafe(
    { error: { code, message, ...(details === undefined ? {} : { details }), requestId } },
    { status }
  )

const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/

const plain: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["bad_request", "The request could not be read."],
  404: ["not_found", "There is no such route. The reference at /docs lists all of them."],
  405: ["method_not_allowed", "This route exists, but not for this method."],
  413: ["payload_too_large", "The body is too large."],
  415: ["unsupported_media_type", "Send the body as application/json."],
  503: ["service_unavailable", "The service cannot answer right now. Try again shortly."]
}

const retryAfterSeconds = 2

/** Above the 10 s a buddy is given; whatever takes longer waits for something that does not answer. */
const answer_within = "12 seconds"

const unavailable = (current: RequestRecord) => {
  current.retry_after_seconds = retryAfterSeconds
  return envelope(
    503,
    "service_unavailable",
    "The database is not reachable right now. Try again with the same event_id or Idempotency-Key.",
    current.requestId,
    { retryAfter: retryAfterSeconds }
  )
}

/** Defects and transport failures, in one place. */
const answerCause = (cause: Cause.Cause<unknown>, current: RequestRecord) =>
  Effect.gen(function* () {
    for (const reason of cause.reasons) {
      const value = reason._tag === "Die" ? reason.defect : reason._tag === "Fail" ? reason.error : undefined
      const fault = databaseFault(value)
      // A read that could not reach what it needs gives up as a defect: no handler could do better than this answer.
      if ((value as { readonly _tag?: unknown } | undefined)?._tag === "Unavailable") return unavailable(current)
      if (fault?._tag === "Transient") return unavailable(current)
      if (fault?._tag === "BadValue") {
        yield* Effect.logWarning("a value reached the database that the edge should have refused", cause)
        return envelope(422, "validation_failed", "A value of this request cannot be stored.", current.requestId, {
          issues: []
        })
      }
      if (fault?._tag === "Conflict") {
        yield* Effect.logWarning("a constraint refused a write no rule had refused", cause)
        return envelope(
          409,
          "conflict",
          "This conflicts with another change. Read the resource again and retry.",
          current.requestId
        )
      }
      if (HttpServerError.isHttpServerError(value) && value.reason._tag === "RequestParseError") {
        const status = value.reason.reason === "BodyTooLarge" ? 413 : 400
        return envelope(status, plain[status]![0], plain[status]![1], current.requestId)
      }
    }
    const [response] = yield* HttpServerError.causeResponse(cause)
    if (response.status >= 500) {
      yield* Effect.logError("unhandled failure", cause)
      return envelope(500, "internal_server_error", "Something went wrong on our side.", current.requestId)
    }
    return response
  })

const isJson = (response: HttpServerResponse.HttpServerResponse) =>
  (response.headers["content-type"] ?? "").startsWith("application/json")

/**
 * Responses that were made without the envelope (the router's own) get it here; a known path with another method
 * becomes 405.
 */
const wrap = (
  response: HttpServerResponse.HttpServerResponse,
  request: HttpServerRequest.HttpServerRequest,
  current: RequestRecord,
  routes: Routes["Service"]
) => {
  if (response.status < 400 || isJson(response)) return response
  if (response.status === 404) {
    const allowed = routes.methodsOf(request.url)
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      return HttpServerResponse.setHeader(
        envelope(405, plain[405]![0], plain[405]![1], current.requestId),
        "allow",
        allowed.join(", ")
      )
    }
  }
  const [code, message] = plain[response.status] ?? ["error", "The request failed."]
  return envelope(response.status, code, message, current.requestId)
}

const corsPath = /^\/api\/v1\/(widget\/|public\/|embed-tokens(?:$|\?))/

const corsHeaders = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "authorization, content-type, idempotency-key, x-request-id",
  "access-control-expose-headers":
    "x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, idempotency-replayed",
  "access-control-max-age": "600",
  vary: "Origin"
})

/** Headers of every answer, from what is known of its request. */
export const headersOf = (
  current: RequestRecord,
  status: number,
  json: boolean,
  nowMs: number
): Record<string, string> => {
  const headers: Record<string, string> = { "x-request-id": current.requestId, "x-content-type-options": "nosniff" }
  const rate = current.rate
  headers["x-ratelimit-limit"] = String(rate?.limit ?? limits.public_reads_per_second)
  headers["x-ratelimit-remaining"] = String(rate?.remaining ?? limits.public_reads_per_second)
  headers["x-ratelimit-reset"] = String(rate?.reset_at ?? Math.floor(nowMs / 1000) + 1)
  if (status === 401) headers["www-authenticate"] = "Bearer"
  if (current.retry_after_seconds !== undefined && (status === 429 || status === 503)) {
    headers["retry-after"] = String(current.retry_after_seconds)
  } else if (status === 503) headers["retry-after"] = String(retryAfterSeconds)
  if (current.replayed) headers["idempotency-replayed"] = "true"
  if (json) headers["cache-control"] = "no-store"
  return headers
}

/** The client's id when it is harmless, else a new one. */
export const newRequestId = (given: string | undefined): string =>
  given !== undefined && requestIdPattern.test(given) ? given : randomUUID()

const addressOf = (request: HttpServerRequest.HttpServerRequest): string =>
  Option.getOrElse(request.remoteAddress, () => "unknown")

export const EnvelopeLive = HttpRouter.middleware(
  Effect.gen(function* () {
    const routes = yield* Routes
    const log = yield* RequestLog
    const latency = histogram(requestLatency, yield* Effect.context<never>())
    const clock = yield* Clock.Clock
    return (next) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const current = emptyRequest(newRequestId(request.headers["x-request-id"]), addressOf(request))
        const startedAt = clock.currentTimeMillisUnsafe()
        const cors = corsPath.test(request.url) ? request.headers.origin : undefined
        const response = yield* (
          !isReadable(request.url)
            ? Effect.succeed(envelope(400, "bad_request", "The address is not valid UTF-8.", current.requestId))
            : request.method === "OPTIONS" && cors !== undefined
              ? Effect.succeed(HttpServerResponse.empty({ status: 204 }))
              : within(next, { duration: answer_within, orElse: () => Effect.sync(() => unavailable(current)) })
        ).pipe(
          Effect.provideService(CurrentRequest, current),
          Effect.provideService(HttpIncomingMessage.MaxBodySize, routes.bodyLimitOf(request.method, request.url)),
          Effect.catchCause((cause) =>
            // Not this request was interrupted, for then nothing would be caught here, but what it waited for.
            Cause.hasInterruptsOnly(cause) ? Effect.sync(() => unavailable(current)) : answerCause(cause, current)
          )
        )
        const wrapped = wrap(response, request, current, routes)
        const now = clock.currentTimeMillisUnsafe()
        const headers = headersOf(
          current,
          wrapped.status,
          isJson(wrapped) && wrapped.headers["cache-control"] === undefined,
          now
        )
        const origin = cors === undefined ? undefined : (current.allow_origin ?? cors)
        latency.observe(now - startedAt)
        log.write(request, wrapped.status, current, now - startedAt)
        return HttpServerResponse.setHeaders(
          wrapped,
          origin === undefined ? headers : { ...headers, ...corsHeaders(origin) }
        )
      }) as unknown as typeof next
  }),
  { global: true }
)
