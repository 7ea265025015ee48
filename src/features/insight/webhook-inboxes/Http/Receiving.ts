/**
 * The address of an inbox: any method, no credential, nothing a browser would show. Guessing one is hopeless and counts
 * against the address it comes from; whoever knows one has a window of its own.
 */
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { addressTicket, Admission, publicWindow } from "../../../../edge/Admission.ts"
import { encodeFailure } from "../../../../edge/Encode.ts"
import { envelope } from "../../../../edge/Envelope.ts"
import { RateLimits } from "../../../../platform/requests/RateLimits.ts"
import { inbox_token_length, inboxRoute } from "../../../../platform/webhooks/InboxAddress.ts"
import { CurrentRequest } from "../../../../wire/CurrentRequest.ts"
import { RateLimited, rateLimited } from "../../../../wire/Group.ts"
import { inboxLimits } from "../Api.ts"
import { WebhookInboxes } from "../Service.ts"
import type { Answer } from "../Store/Requests.ts"

/** For the table of routes: not part of the HttpApi. */
export const inboxRoutes = [inboxRoute] as const

const tokenPattern = new RegExp(`^[0-9A-Za-z]{${inbox_token_length}}$`)

/** Whatever a tenant lets it say, nobody's browser runs or shows it under our name. */
const headers = {
  "cache-control": "no-store",
  "content-disposition": "attachment",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin"
}

const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

const missing = Effect.map(CurrentRequest, ({ requestId }) =>
  envelope(404, "not_found", "This inbox does not exist.", requestId)
)

const tooMany = (retry_after_seconds: number) =>
  Effect.map(CurrentRequest, (current) => {
    current.retry_after_seconds = retry_after_seconds
    const { body, status } = encodeFailure(
      { RateLimited: rateLimited },
      new RateLimited({ retry_after_seconds }),
      current
    )
    return HttpServerResponse.text(body, { status, contentType: "application/json" })
  })

const makeAnswer = () => {
  /** replies that wait for their delay, by inbox */
  const held = new Map<string, number>()
  const hold = (id: string, change: 1 | -1) =>
    Effect.sync(() => {
      const now = (held.get(id) ?? 0) + change
      if (now === 0) held.delete(id)
      else held.set(id, now)
    })
  return {
    isFull: (id: string) => (held.get(id) ?? 0) >= inboxLimits.held_max,
    answer: Effect.fnUntraced(function* (id: string, { body, delay_ms, status }: Answer) {
      if (delay_ms > 0) {
        yield* Effect.acquireUseRelease(
          hold(id, 1),
          () => Effect.sleep(delay_ms),
          () => hold(id, -1)
        )
      }
      const current = yield* CurrentRequest
      current.is_verbatim = true
      return body === null || isBodiless(status)
        ? HttpServerResponse.empty({ status, headers })
        : HttpServerResponse.text(body, { status, headers, contentType: "text/plain; charset=utf-8" })
    })
  }
}

const makeHandler = Effect.gen(function* () {
  const inboxes = yield* WebhookInboxes
  const admission = yield* Admission
  const rates = yield* RateLimits
  const { answer, isFull } = makeAnswer()

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const current = yield* CurrentRequest
    const { token = "" } = yield* HttpRouter.params
    const guess = addressTicket("public", current.address, publicWindow)
    if (!(yield* admission.count(guess))) return yield* tooMany(1)
    const found = tokenPattern.test(token) ? yield* inboxes.open(token) : Option.none()
    if (Option.isNone(found)) return yield* missing
    const inbox = found.value
    current.customer_id = inbox.customer_id
    const window = { limit: inboxLimits.requests_per_second, seconds: 1 } as const
    const taken = yield* rates.ask(`inbox:${inbox.webhook_inbox_id}`, window)
    if (!taken.allowed || isFull(inbox.webhook_inbox_id)) return yield* tooMany(taken.retry_after_seconds)
    // Whoever floods an address it knows is counted like one that guesses.
    admission.giveBack(guess)
    const body = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
    const { method } = request
    const reply = yield* inboxes.receive(inbox, token, { method, headers: request.headers, body })
    return yield* Option.isNone(reply) ? missing : answer(inbox.webhook_inbox_id, reply.value)
  })
})

export const InboxReceiving = HttpRouter.use(
  Effect.fn(function* (router) {
    yield* router.add(inboxRoute.method, inboxRoute.path, yield* makeHandler)
  })
).pipe(Layer.provide(WebhookInboxes.layer))
