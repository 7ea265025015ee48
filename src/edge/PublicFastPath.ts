/**
 * GET of a public address that was answered a moment ago (see PublicAnswers): its bytes are sent from here, below the
 * router, by the pieces the router uses (Exchange, Admission). Anything unusual is left to the router.
 */
import { Effect, Exit, Layer } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { makeTraces } from "../platform/observability/Traces.ts"
import { CurrentRequest, type RequestRecord } from "../wire/CurrentRequest.ts"
import { rateLimited } from "../wire/Group.ts"
import { addressTicket, Admission, publicWindow, type Verdict } from "./Admission.ts"
import { encodeFailure } from "./Encode.ts"
import { isKnownTag } from "./EntityTags.ts"
import { Exchange, type Opened } from "./Exchange.ts"
import { bodyHeaders, answerHeaders, type KeptAnswer, PublicAnswers } from "./pages/PublicAnswers.ts"
import type { Way } from "./pages/Parcel.ts"
import { FrontDoor } from "./Server.ts"

const single = (header: string | Array<string> | undefined) =>
  typeof header === "string" ? header : header?.join(", ")

/** Nothing is sent along, and no page of somebody else asks. */
const isPlain = ({ headers, method }: IncomingMessage): boolean =>
  method === "GET" &&
  headers.origin === undefined &&
  headers.expect === undefined &&
  headers["transfer-encoding"] === undefined &&
  (headers["content-length"] ?? "0") === "0"

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly opened: Opened
}

const answering = Effect.map(Exchange, (exchange) => ({
  refuse: ({ opened, response }: Asked, verdict: Exclude<Verdict, "admitted">) => {
    const { body, status } = encodeFailure({ RateLimited: rateLimited }, verdict, opened.current)
    response.writeHead(status, {
      ...exchange.close(opened, status, true),
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body)
    })
    response.end(body)
    return status
  },
  give: ({ opened, request, response }: Asked, kept: KeptAnswer, way: Way, bytes: Uint8Array) => {
    const { current, started_at } = opened
    current.age_ms = started_at - kept.read_at
    const { parcel } = kept
    const isKnown = isKnownTag(request.headers["if-none-match"], parcel.etag(way))
    const status = isKnown ? 304 : 200
    const headers = { ...answerHeaders(kept, way, current.age_ms), ...exchange.close(opened, status, false) }
    if (isKnown) response.writeHead(304, headers).end()
    else {
      response.writeHead(200, { ...headers, ...bodyHeaders(parcel, way), "content-length": bytes.length })
      response.end(bytes)
    }
    return status
  }
}))

export const PublicFastPathLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const door = yield* FrontDoor
    const answers = yield* PublicAnswers
    const admission = yield* Admission
    const exchange = yield* Exchange
    const { give, refuse } = yield* answering
    const traces = yield* makeTraces
    const runFork = Effect.runForkWith(yield* Effect.context<never>())

    const count = ({ visit }: KeptAnswer, current: RequestRecord, user_agent: string | undefined) => {
      if (visit !== undefined) runFork(Effect.provideService(visit(user_agent), CurrentRequest, current))
    }
    const leave = door.intercept((request, response) => {
      const url = request.url ?? "/"
      const kept = isPlain(request) ? answers.find(url) : undefined
      if (kept === undefined) return false
      const way = kept.parcel.wayFor(single(request.headers["accept-encoding"]))
      const bytes = kept.parcel.ready(way)
      // Nobody has taken it so until now: the long way packs it.
      if (bytes === undefined) return false
      const opened = exchange.open({
        method: "GET",
        url,
        peer: request.socket.remoteAddress,
        request_id: single(request.headers["x-request-id"]),
        forwarded_for: single(request.headers["x-forwarded-for"])
      })
      const verdict = admission.admitNow(addressTicket("public", opened.current.address, publicWindow), opened.current)
      // Other nodes have to be asked: the long way waits for that.
      if (verdict === undefined) return false
      const span = traces.request("GET", kept.route, request.headers)
      const asked = { request, response, opened }
      const status = verdict === "admitted" ? give(asked, kept, way, bytes) : refuse(asked, verdict)
      if (verdict === "admitted") count(kept, opened.current, request.headers["user-agent"])
      span?.attribute("http.response.status_code", status)
      if (span !== undefined) traces.end(span, Exit.void)
      return true
    })
    yield* Effect.addFinalizer(() => Effect.sync(leave))
  })
)
