/**
 * POST /events as most of them come: a secret key this node knows, a plain JSON body, no dry run, no Idempotency-Key.
 * Such a request is answered here, below the router, by the same pieces the router would use (credentials, windows,
 * entitlement, body checks, the event schema, intake); anything unusual is left to it. The router's own cost per
 * request is as much as that of the whole event.
 */
import { Clock, Effect, Exit, Layer, Result, Schema, type Tracer } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { EventInput, eventErrors } from "../Api.ts"
import { type Accepted, Intake, type IntakeFailure } from "../Store/Intake.ts"
import { Credentials } from "../../../platform/Credentials.ts"
import { IngestMetrics } from "../../../platform/metrics/IngestMetrics.ts"
import { counters } from "../../../platform/metrics/Family.ts"
import { refusals } from "../../../platform/metrics/Node.ts"
import { RateLimits } from "../../../platform/RateLimits.ts"
import { type TenantFacts, Tenants } from "../../../platform/Tenants.ts"
import { makeTraces, type Traces } from "../../../platform/Traces.ts"
import { emptyRequest, type RequestRecord } from "../../../wire/CurrentRequest.ts"
import { type BadRequest, type PayloadTooLarge, payloadTooLarge, ValidationFailed } from "../../../wire/Failure.ts"
import { RateLimited, rateLimited } from "../../../wire/Group.ts"
import { limits } from "../../../wire/Limits.ts"
import { entitlement, windowOf } from "../../../edge/Admission.ts"
import { encodeFailure } from "../../../edge/Encode.ts"
import { FrontDoor } from "../../../edge/Server.ts"
import { readBody } from "../../../edge/Body.ts"
import { tooLong } from "../../../edge/Sizes.ts"
import { issuesOf } from "../../../edge/Validation.ts"
import { headersOf, newRequestId } from "../../../edge/Envelope.ts"

const path = "/api/v1/events"
const decode = Schema.decodeUnknownExit(EventInput, { onExcessProperty: "error", errors: "all" })

type Failure = IntakeFailure | BadRequest | PayloadTooLarge | RateLimited

/** Everything that may fail here, with the words and status the router would give it. */
const schemas = { ...eventErrors, PayloadTooLarge: payloadTooLarge, RateLimited: rateLimited } as const

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

const collect = (request: IncomingMessage, done: (bytes: Buffer) => void) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
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

/** A request on its way: what is needed to answer it. */
interface Asked {
  readonly response: ServerResponse
  readonly current: RequestRecord
  /** epoch ms */
  readonly startedAt: number
  /** when it is traced */
  readonly span: Tracer.Span | undefined
}

const endSpan = (traces: Traces, span: Tracer.Span, status: number, exit: Exit.Exit<unknown, unknown>) => {
  span.attribute("http.request.method", "POST")
  span.attribute("http.response.status_code", status)
  // A refusal is the client's failure, not this server's.
  traces.end(span, status >= 500 ? exit : Exit.void)
}

const eventOf = (bytes: Buffer): Exit.Exit<EventInput, Failure> => {
  const read = readBody(bytes)
  if (Result.isFailure(read)) return Exit.fail(read.failure)
  if (read.success === undefined) return Exit.fail(issuesOf(missingBody))
  const issues = tooLong([EventInput], read.success.value)
  if (issues.length > 0) return Exit.fail(new ValidationFailed({ issues }))
  const decoded = decode(read.success.value)
  if (Exit.isSuccess(decoded)) return Exit.succeed(decoded.value)
  const reason = decoded.cause.reasons[0]
  return reason?._tag === "Fail" ? Exit.fail(issuesOf(reason.error)) : Exit.die(decoded.cause)
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
    const registry = yield* Effect.context<never>()
    const refused = counters(refusals, registry)
    const runFork = Effect.runForkWith(registry)
    const traces = yield* makeTraces

    const settle = ({ current, response, span, startedAt }: Asked, exit: Exit.Exit<Accepted, Failure>) => {
      const now = clock.currentTimeMillisUnsafe()
      if (Exit.isSuccess(exit)) {
        if (span !== undefined) endSpan(traces, span, 200, exit)
        current.replayed = exit.value.duplicate
        metrics.observe(exit.value.duplicate ? "duplicate" : "accepted", now - startedAt)
        return respond(response, current, 200, JSON.stringify(exit.value.answer), now)
      }
      const reason = exit.cause.reasons[0]
      const failure = reason?._tag === "Fail" ? reason.error : undefined
      if (failure !== undefined && "retry_after_seconds" in failure)
        current.retry_after_seconds = failure.retry_after_seconds
      const encoded = encodeFailure(schemas, failure, current)
      if (span !== undefined) endSpan(traces, span, encoded.status, exit)
      metrics.observe(encoded.status >= 500 ? "unavailable" : "refused", now - startedAt)
      if (encoded.status >= 500 && failure === undefined) runFork(Effect.logError("unhandled failure", exit.cause))
      respond(response, current, encoded.status, encoded.body, now)
    }

    const accept = (tenant: TenantFacts, bytes: Buffer, asked: Asked) => {
      const { span } = asked
      const done = (exit: Exit.Exit<Accepted, Failure>) => settle(asked, exit)
      const decoded = eventOf(bytes)
      if (Exit.isFailure(decoded)) return done(Exit.failCause(decoded.cause))
      if (intake.submit(tenant, decoded.value, "live", done, span)) return
      // A buddy that sleeps or lives elsewhere, or a count that has to be read first.
      const waiting = intake.accept(tenant.customer_id, decoded.value, "live")
      runFork(span === undefined ? waiting : Effect.withParentSpan(waiting, span)).addObserver(done)
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
      // Other nodes have to be asked: the long way waits for that.
      if (taken === undefined) return false
      const asked = { response, current, startedAt, span: traces.request("POST", path, request.headers) }
      current.rate = taken
      if (!taken.allowed) {
        request.resume()
        refused.ingest.add(1)
        const { retry_after_seconds } = taken
        settle(asked, Exit.fail(new RateLimited({ retry_after_seconds })))
        return true
      }
      collect(request, (bytes) => accept(tenant, bytes, asked))
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
