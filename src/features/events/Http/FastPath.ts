/**
 * POST /events as most of them come: a secret key this node knows, a plain JSON body, no dry run, no Idempotency-Key.
 * Such a request is answered here, below the router, by the same pieces the router would use (credentials, windows,
 * entitlement, body checks, the event schema, intake); anything unusual is left to it. The router's own cost per
 * request is as much as that of the whole event.
 */
import { Clock, Effect, Exit, Layer, Schema } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { EventInput, eventErrors } from "../Api.ts"
import { type Accepted, Intake, type IntakeFailure } from "../Store/Intake.ts"
import { Credentials } from "../../../platform/Credentials.ts"
import { IngestMetrics } from "../../../platform/Metrics.ts"
import { RateLimits } from "../../../platform/RateLimits.ts"
import { type TenantFacts, Tenants } from "../../../platform/Tenants.ts"
import { emptyRequest, type RequestRecord } from "../../../wire/CurrentRequest.ts"
import type { BadRequest } from "../../../wire/Failure.ts"
import { RateLimited, rateLimited } from "../../../wire/Group.ts"
import { limits } from "../../../wire/Limits.ts"
import { entitlement, windowOf } from "../../../edge/Admission.ts"
import { encodeFailure } from "../../../edge/Encode.ts"
import { FrontDoor } from "../../../edge/Server.ts"
import { checkBody, issuesOf } from "../../../edge/Validation.ts"
import { headersOf, newRequestId } from "../../../edge/Envelope.ts"

const path = "/api/v1/events"
const decode = Schema.decodeUnknownExit(EventInput, { onExcessProperty: "error", errors: "all" })

type Failure = IntakeFailure | BadRequest | RateLimited

/** Everything that may fail here, with the words and status the router would give it. */
const schemas = { ...eventErrors, RateLimited: rateLimited } as const

const bearer = (request: IncomingMessage): string | undefined => {
  const header = request.headers.authorization
  return header !== undefined && header.startsWith("Bearer ") ? header.slice(7) : undefined
}

const isPlain = (request: IncomingMessage): boolean => {
  if (request.method !== "POST" || request.url !== path) return false
  const {
    "content-length": length,
    "content-type": type,
    expect,
    "idempotency-key": key,
    "content-encoding": encoding
  } = request.headers
  return (
    key === undefined &&
    expect === undefined &&
    encoding === undefined &&
    type === "application/json" &&
    length !== undefined &&
    Number(length) <= limits.body_bytes_max
  )
}

const collect = (request: IncomingMessage, done: (text: string) => void) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => done((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString("utf8")))
}

const respond = (response: ServerResponse, current: RequestRecord, status: number, body: string, nowMs: number) => {
  if (response.destroyed) return
  response.writeHead(status, {
    ...headersOf(current, status, true, nowMs),
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body)
  })
  response.end(body)
}

export const IngestFastPathLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const door = yield* FrontDoor
    const credentials = yield* Credentials
    const tenants = yield* Tenants
    const rates = yield* RateLimits
    const intake = yield* Intake
    const metrics = yield* IngestMetrics
    const clock = yield* Clock.Clock
    const runFork = Effect.runForkWith(yield* Effect.context<never>())

    const settle = (
      response: ServerResponse,
      current: RequestRecord,
      startedAt: number,
      exit: Exit.Exit<Accepted, Failure>
    ) => {
      const now = clock.currentTimeMillisUnsafe()
      if (Exit.isSuccess(exit)) {
        current.replayed = exit.value.duplicate
        metrics.observe(exit.value.duplicate ? "duplicate" : "accepted", now - startedAt)
        return respond(response, current, 200, JSON.stringify(exit.value.answer), now)
      }
      const reason = exit.cause.reasons[0]
      const failure = reason?._tag === "Fail" ? reason.error : undefined
      if (failure !== undefined && "retry_after_seconds" in failure)
        current.retry_after_seconds = failure.retry_after_seconds
      const encoded = encodeFailure(schemas, failure, current)
      metrics.observe(encoded.status === 503 ? "unavailable" : "refused", now - startedAt)
      if (encoded.status >= 500 && failure === undefined) runFork(Effect.logError("unhandled failure", exit.cause))
      respond(response, current, encoded.status, encoded.body, now)
    }

    const accept = (tenant: TenantFacts, text: string, done: (exit: Exit.Exit<Accepted, Failure>) => void) => {
      const checked = Effect.runSyncExit(checkBody(text, false))
      if (Exit.isFailure(checked)) return done(Exit.failCause(checked.cause))
      if (text.trim() === "") return done(Exit.fail(issuesOf(missingBody)))
      const decoded = decode(JSON.parse(text))
      if (Exit.isFailure(decoded)) {
        const reason = decoded.cause.reasons[0]
        return done(reason?._tag === "Fail" ? Exit.fail(issuesOf(reason.error)) : Exit.die(decoded.cause))
      }
      if (intake.submit(tenant, decoded.value, "live", done)) return
      // A buddy that sleeps or lives elsewhere, or a count that has to be read first.
      runFork(intake.accept(tenant.customer_id, decoded.value, "live")).addObserver(done)
    }

    door.intercept((request, response) => {
      if (!isPlain(request)) return false
      const credential = bearer(request)
      const caller = credential === undefined ? undefined : credentials.cached(credential)
      if (caller?.kind !== "secret") return false
      const tenant = tenants.cached(caller.customer_id)
      if (tenant === undefined || entitlement("events", tenant) !== undefined) return false
      const startedAt = clock.currentTimeMillisUnsafe()
      const current = emptyRequest(
        newRequestId(request.headers["x-request-id"]?.toString()),
        request.socket.remoteAddress ?? "unknown"
      )
      current.customer_id = caller.customer_id
      const taken = rates.take(`${caller.customer_id}:ingest`, windowOf("ingest", tenant.plan))
      current.rate = taken
      if (!taken.allowed) {
        request.resume()
        const { retry_after_seconds } = taken
        settle(response, current, startedAt, Exit.fail(new RateLimited({ retry_after_seconds })))
        return true
      }
      collect(request, (text) => accept(tenant, text, (exit) => settle(response, current, startedAt, exit)))
      return true
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => door.intercept(undefined)))
  })
).pipe(Layer.provide(Intake.layer))

/** What the decoder says to no body at all. */
const missingBody = (() => {
  const exit = decode(undefined)
  const reason = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
  if (reason?._tag !== "Fail") throw new Error("an event cannot be nothing")
  return reason.error
})()
