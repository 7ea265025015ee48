/**
 * POST /events as most of them come: a secret key this node knows, a plain JSON body, no dry run, no Idempotency-Key.
 * Such a request is answered here, below the router, by the very pieces the router uses (Exchange, Admission, the body
 * check, the event schema, Intake, Faults): this file only carries it from one to the next without a fiber. Anything
 * unusual is left to the router, whose own cost per request is as much as that of the whole event.
 */
import { type Cause, Clock, Effect, Exit, Layer, type Tracer } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { IncomingMessage, ServerResponse } from "node:http"
import { eventErrors, EventsApi } from "../Api.ts"
import { type Accepted, answerJson, Intake, type IntakeFailure } from "../Service/Intake.ts"
import { Credentials } from "../../../../platform/auth/Credentials.ts"
import { IngestMetrics, type IngestOutcome } from "../../../../platform/observability/metrics/IngestMetrics.ts"
import { type TenantFacts, Tenants } from "../../../../platform/auth/Tenants.ts"
import { makeTraces, type Traces } from "../../../../platform/observability/Traces.ts"
import type { RequestRecord } from "../../../../wire/CurrentRequest.ts"
import { payloadTooLarge } from "../../../../wire/Failure.ts"
import { admissionErrors } from "../../../../wire/Group.ts"
import { limits } from "../../../../wire/Limits.ts"
import { Admission, policyOf, ticketOf, type Verdict } from "../../../../edge/Admission.ts"
import { makeDeadlines } from "../../../../platform/requests/Deadlines.ts"
import { type Encoded, encodeFailure } from "../../../../edge/Encode.ts"
import { answer_within_ms, type Arrival, Exchange, type Opened } from "../../../../edge/Exchange.ts"
import { type Fault, faultOf, unavailable } from "../../../../edge/Faults.ts"
import { FrontDoor } from "../../../../edge/Server.ts"
import type { BodyFailure } from "../../../../edge/Body.ts"
import { bodyEvent } from "./ReadEvent.ts"

const path = "/api/v1/events"

const group: HttpApiGroup.Top = EventsApi as never
const policy = policyOf(group, group.endpoints["ingest"] as HttpApiEndpoint.Top)

type Failure = IntakeFailure | BodyFailure | Exclude<Verdict, "admitted">

/** Everything that may fail here, with the words and status the router would give it. */
const schemas = { ...admissionErrors, ...eventErrors, PayloadTooLarge: payloadTooLarge } as const

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

const single = (header: string | Array<string> | undefined) =>
  typeof header === "string" ? header : header?.join(", ")

const arrivalOf = ({ headers, socket }: IncomingMessage): Arrival => ({
  method: "POST",
  url: path,
  peer: socket.remoteAddress,
  request_id: single(headers["x-request-id"]),
  forwarded_for: single(headers["x-forwarded-for"])
})

const collect = (request: IncomingMessage, done: (bytes: Buffer) => void) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
}

/** A request on its way: what is needed to answer it. */
interface Asked {
  readonly response: ServerResponse
  readonly opened: Opened
  /** when it is traced */
  readonly span: Tracer.Span | undefined
}

const endSpan = (traces: Traces, span: Tracer.Span, status: number, exit: Exit.Exit<unknown, unknown>) => {
  span.attribute("http.request.method", "POST")
  span.attribute("http.response.status_code", status)
  // A refusal is the client's failure, not this server's.
  traces.end(span, status >= 500 ? exit : Exit.void)
}

const outcomeOf = (status: number, isRepeated: boolean): IngestOutcome => {
  if (status >= 400) return status < 500 ? "refused" : "unavailable"
  return isRepeated ? "duplicate" : "accepted"
}

const encodeFault = ({ code, details, message, status }: Fault, { requestId }: RequestRecord): Encoded => ({
  status,
  body: JSON.stringify({ error: { code, message, ...(details === undefined ? {} : { details }), requestId } })
})

/** How requests that were taken are answered, each once. */
const makeAnswering = Effect.gen(function* () {
  const exchange = yield* Exchange
  const metrics = yield* IngestMetrics
  const clock = yield* Clock.Clock
  const traces = yield* makeTraces
  const runFork = Effect.runForkWith(yield* Effect.context<never>())

  const respond = ({ opened, response }: Asked, { body, status }: Encoded) => {
    // Nobody is there any more.
    if (response.destroyed) return
    response.writeHead(status, {
      ...exchange.close(opened, status, true),
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body)
    })
    response.end(body)
  }

  const failed = (cause: Cause.Cause<Failure>, current: RequestRecord): Encoded => {
    const reason = cause.reasons[0]
    if (reason?._tag === "Fail" && reason.error._tag in schemas) return encodeFailure(schemas, reason.error, current)
    const fault = faultOf(cause, current)
    runFork(fault.report)
    return encodeFault(fault, current)
  }

  const finish = (asked: Asked, exit: Exit.Exit<Accepted, Failure>) => {
    const { opened, span } = asked
    const encoded = Exit.isSuccess(exit)
      ? { status: 200, body: answerJson(exit.value) }
      : failed(exit.cause, opened.current)
    const isRepeated = Exit.isSuccess(exit) && exit.value.duplicate
    if (isRepeated) opened.current.replayed = true
    if (span !== undefined) endSpan(traces, span, encoded.status, exit)
    metrics.observe(outcomeOf(encoded.status, isRepeated), clock.currentTimeMillisUnsafe() - opened.started_at)
    respond(asked, encoded)
  }

  const deadlines = yield* makeDeadlines<Asked>(answer_within_ms, (asked) => {
    const { opened, span } = asked
    const fault = unavailable(opened.current)
    if (span !== undefined) endSpan(traces, span, fault.status, Exit.fail(fault))
    metrics.observe("unavailable", clock.currentTimeMillisUnsafe() - opened.started_at)
    respond(asked, encodeFault(fault, opened.current))
  })

  return {
    finish,
    /** From here on it is answered in time, by whoever comes first. */
    begin: (asked: Asked) => deadlines.add(asked, clock.currentTimeMillisUnsafe()),
    settle: (asked: Asked, exit: Exit.Exit<Accepted, Failure>) => {
      if (deadlines.delete(asked)) finish(asked, exit)
    }
  }
})

export const IngestFastPathLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const door = yield* FrontDoor
    const credentials = yield* Credentials
    const tenants = yield* Tenants
    const admission = yield* Admission
    const exchange = yield* Exchange
    const intake = yield* Intake
    const answering = yield* makeAnswering
    const traces = yield* makeTraces

    const accept = (tenant: TenantFacts, bytes: Buffer, asked: Asked) => {
      const done = (exit: Exit.Exit<Accepted, Failure>) => answering.settle(asked, exit)
      const decoded = bodyEvent(bytes)
      if (Exit.isFailure(decoded)) return done(Exit.failCause(decoded.cause))
      intake.submit(tenant, decoded.value, "live", done, asked.span)
    }

    const leave = door.intercept((request, response) => {
      if (!isPlain(request)) return false
      const credential = bearer(request)
      const caller = credential === undefined ? undefined : credentials.cached(credential)
      // The others are rare, and what people do by hand is audited.
      if (caller?.kind !== "secret") return false
      const tenant = tenants.cached(caller.customer_id)
      if (tenant === undefined) return false
      const opened = exchange.open(arrivalOf(request))
      const { current } = opened
      current.customer_id = caller.customer_id
      current.credential = caller.kind
      const from = { address: current.address, origin: request.headers.origin }
      const verdict = admission.admitNow(ticketOf(policy, caller, tenant, from), current)
      // Other nodes have to be asked: the long way waits for that.
      if (verdict === undefined) return false
      const asked = { response, opened, span: traces.request("POST", path, request.headers) }
      if (verdict !== "admitted") {
        request.resume()
        answering.finish(asked, Exit.fail(verdict))
        return true
      }
      // How long a body may take to arrive is for the listener to say.
      collect(request, (bytes) => {
        answering.begin(asked)
        accept(tenant, bytes, asked)
      })
      return true
    })
    yield* Effect.addFinalizer(() => Effect.sync(leave))
  })
).pipe(Layer.provide(Intake.layer))
