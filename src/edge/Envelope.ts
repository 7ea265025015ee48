/**
 * The outermost layer of every answer: request id, rate-limit headers, the error envelope for what never reaches a
 * handler (unknown route, wrong method, body too large, unsupported type, defects), CORS, body limits, and one log line
 * per request without secrets.
 */
import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { type Cause, Effect, Option } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ServerResponse } from "node:http"
import { AppConfig } from "../Config.ts"
import { AuditLog } from "../platform/auth/AuditLog.ts"
import { within } from "../platform/requests/Deadline.ts"
import { isInboxPath } from "../platform/webhooks/InboxAddress.ts"
import { CurrentRequest, type RequestRecord } from "../wire/CurrentRequest.ts"
import { RateLimited, rateLimited } from "../wire/Group.ts"
import { isReadable } from "./Address.ts"
import { addressTicket, Admission, publicWindow } from "./Admission.ts"
import { encodeFailure } from "./Encode.ts"
import { answer_within_ms, type Arrival, Exchange } from "./Exchange.ts"
import { isExpectable, unmetExpectation } from "./Expectation.ts"
import { type Fault, faultOf, knownFault, plain, unavailable } from "./Faults.ts"
import { PublicAnswers } from "./pages/PublicAnswers.ts"
import { asksForPage, strayPage } from "./pages/Stray.ts"
import { isProbe } from "./RequestLog.ts"
import { RouteTable } from "./RouteTable.ts"
import { makeUntaken, type Untaken } from "./Untaken.ts"

/** When a client comes again that has too much to take already. */
const again_seconds = 1

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

const fromFault = ({ code, details, message, status }: Fault, requestId: string) =>
  envelope(status, code, message, requestId, details)

/** Defects and transport failures, in one place. */
const answerCause = (cause: Cause.Cause<unknown>, current: RequestRecord) =>
  Effect.gen(function* () {
    const known = knownFault(cause, current)
    if (known === undefined) {
      const [response] = yield* HttpServerError.causeResponse(cause)
      if (response.status < 500) return response
    }
    const fault = known ?? faultOf(cause, current)
    yield* fault.report
    return fromFault(fault, current.requestId)
  })

const isJson = (response: HttpServerResponse.HttpServerResponse) =>
  (response.headers["content-type"] ?? "").startsWith("application/json")

/**
 * Responses that were made without the envelope (the router's own) get it here, or a page where a browser asks for one;
 * a known path with another method becomes 405.
 */
const wrapped = (
  response: HttpServerResponse.HttpServerResponse,
  request: HttpServerRequest.HttpServerRequest,
  current: RequestRecord,
  { methodsOf, hasDemo }: { readonly methodsOf: RouteTable["Service"]["methodsOf"]; readonly hasDemo: boolean }
) => {
  if (response.status < 400 || isJson(response) || current.is_verbatim) return Effect.succeed(response)
  if (response.status === 404) {
    const allowed = methodsOf(request.url)
    // Whoever may GET may ask for the headers alone.
    const method = request.method === "HEAD" ? "GET" : request.method
    if (allowed.length > 0 && !allowed.includes(method)) {
      const refusal = envelope(405, plain[405]![0], plain[405]![1], current.requestId)
      return Effect.succeed(HttpServerResponse.setHeader(refusal, "allow", allowed.join(", ")))
    }
    if (asksForPage(request)) {
      return strayPage(request.url, hasDemo).pipe(
        Effect.provideService(CurrentRequest, current),
        Effect.catchCause((cause) => answerCause(cause, current))
      )
    }
  }
  const [code, message] = plain[response.status] ?? ["error", "The request failed."]
  return Effect.succeed(envelope(response.status, code, message, current.requestId))
}

const slowDown = (verdict: RateLimited, current: RequestRecord) => {
  const { body, status } = encodeFailure({ RateLimited: rateLimited }, verdict, current)
  return HttpServerResponse.text(body, { status, contentType: "application/json" })
}

/** What was changed is told however much waits already: only what can be read again is refused. */
const boundedBy = ({ hold, inTheWay }: Untaken) =>
  Effect.fnUntraced(function* (
    answer: HttpServerResponse.HttpServerResponse,
    request: HttpServerRequest.HttpServerRequest,
    current: RequestRecord
  ) {
    const { customer_id } = current
    const { body } = answer
    const bytes = body._tag === "Empty" ? 0 : (body.contentLength ?? 0)
    const whose = request.method !== "GET" || customer_id === undefined ? undefined : inTheWay(customer_id, bytes)
    if (whose === undefined) {
      yield* hold(toServerResponse(request) as ServerResponse, customer_id, bytes)
      return answer
    }
    current.retry_after_seconds = again_seconds
    return whose === "own"
      ? slowDown(new RateLimited({ retry_after_seconds: again_seconds }), current)
      : envelope(503, ...plain[503]!, current.requestId, { retryAfter: again_seconds })
  })

/** A hosted page is of our own origin: other pages must not send its codes with the addresses of their visitors. */
const corsPath = /^\/api\/v1\/(widget\/|public\/(?!hosted-surfaces\/[^/]+\/session)|embed-tokens(?:$|\?))/

const corsHeaders = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "authorization, content-type, idempotency-key, if-none-match, x-request-id",
  "access-control-expose-headers":
    "x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, idempotency-replayed, " +
    "etag",
  "access-control-max-age": "7200"
})

/** Also where no page of another origin asks: whoever keeps the answer must not give it to one that does. */
const varied = (response: HttpServerResponse.HttpServerResponse): { readonly vary?: string } => {
  const { vary } = response.headers
  if (vary === undefined) return { vary: "Origin" }
  return /\borigin\b/i.test(vary) ? {} : { vary: `${vary}, Origin` }
}

const arrivalOf = (request: HttpServerRequest.HttpServerRequest): Arrival => ({
  method: request.method,
  url: request.url,
  peer: Option.getOrUndefined(request.remoteAddress),
  request_id: request.headers["x-request-id"],
  forwarded_for: request.headers["x-forwarded-for"]
})

/**
 * Outside the version prefix there is no gate, so whatever is served there is counted here. Probes are not, and neither
 * are the files of widgets: many visitors behind one address load them at the same moment, and they cost no more than a
 * refusal. Inboxes count for themselves: deliveries to those of all tenants come from one address.
 */
const isUngated = (url: string) =>
  !url.startsWith("/api/v1/") && !url.startsWith("/cdn/") && !isInboxPath(url) && !isProbe(url)

/** Who asked an inbox to be slow waits for nothing that hangs. */
const slow_answer_within_ms = answer_within_ms + 20_000
const patienceFor = (url: string) => (isInboxPath(url) ? slow_answer_within_ms : answer_within_ms)

export const EnvelopeLive = HttpRouter.middleware(
  Effect.gen(function* () {
    const routes = yield* RouteTable
    const exchange = yield* Exchange
    const admission = yield* Admission
    const audit = yield* AuditLog
    const answers = yield* PublicAnswers
    const { demo: hasDemo } = yield* AppConfig
    const bounded = boundedBy(makeUntaken())

    /** What was refused for coming too often is not kept: it costs nothing here either. */
    const noted = ({ audit: audited, requestId }: RequestRecord, status: number) =>
      audited === undefined || status === 429 ? Effect.void : audit.note(audited, status, requestId)

    const limited = <E, R>(next: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>, current: RequestRecord) =>
      Effect.gen(function* () {
        const verdict = yield* admission.admit(addressTicket("public", current.address, publicWindow), current)
        return verdict === "admitted" ? yield* next : slowDown(verdict as RateLimited, current)
      })

    return (next) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const opened = exchange.open(arrivalOf(request))
        const { current } = opened
        const isForPages = corsPath.test(request.url)
        const cors = isForPages ? request.headers.origin : undefined
        const changes = answers.changes()
        const answered = isUngated(request.url) ? limited(next, current) : next
        const response = yield* (
          !isReadable(request.url)
            ? Effect.succeed(envelope(400, "bad_request", "The address is not valid UTF-8.", current.requestId))
            : !isExpectable(request.headers["expect"])
              ? Effect.succeed(envelope(417, "expectation_failed", unmetExpectation, current.requestId))
              : request.method === "OPTIONS" && cors !== undefined
                ? Effect.succeed(HttpServerResponse.empty({ status: 204 }))
                : within(answered, {
                    duration: patienceFor(request.url),
                    orElse: () => Effect.sync(() => fromFault(unavailable(current), current.requestId))
                  })
        ).pipe(
          Effect.provideService(CurrentRequest, current),
          Effect.provideService(HttpIncomingMessage.MaxBodySize, routes.bodyLimitOf(request.method, request.url)),
          Effect.catchCause((cause) => answerCause(cause, current))
        )
        const whole = yield* wrapped(response, request, current, { methodsOf: routes.methodsOf, hasDemo })
        const answer = yield* bounded(whole, request, current)
        yield* noted(current, answer.status)
        const isKept = answer.headers["cache-control"] !== undefined
        const headers = exchange.close(opened, answer.status, isJson(answer) && !isKept)
        const { method, url } = request
        if (answer.status === 200 || answer.status === 304)
          answers.keep({ method, url, routeOf: routes.templateOf }, current, changes)
        const origin = cors === undefined ? undefined : (current.allow_origin ?? cors)
        return HttpServerResponse.setHeaders(answer, {
          ...headers,
          ...(isForPages ? varied(answer) : {}),
          ...(origin === undefined ? {} : corsHeaders(origin))
        })
      }) as unknown as typeof next
  }),
  { global: true }
)
