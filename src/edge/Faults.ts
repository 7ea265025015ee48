/**
 * What a client is told when no handler had an answer: defects, transport failures, work that was interrupted. Decided
 * once, for the router and for what is answered below it.
 */
import { Cause, Effect } from "effect"
import { HttpServerError } from "effect/http"
import { databaseFault } from "../platform/postgres/Sql.ts"
import type { RequestRecord } from "../wire/CurrentRequest.ts"

export const retryAfterSeconds = 2

export interface Fault {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
  /** what the log has to know beside the line of the request */
  readonly report: Effect.Effect<void>
}

export const plain: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["bad_request", "The request could not be read."],
  404: ["not_found", "There is no such route. The reference at /docs lists all of them."],
  405: ["method_not_allowed", "This route exists, but not for this method."],
  413: ["payload_too_large", "The body is too large."],
  415: ["unsupported_media_type", "Send the body as application/json."],
  503: ["service_unavailable", "The service cannot answer right now. Try again shortly."]
}

const quiet = (status: number, code: string, message: string, details?: Fault["details"]): Fault => ({
  status,
  code,
  message,
  ...(details === undefined ? {} : { details }),
  report: Effect.void
})

/** Whatever is waited for does not answer; notes for the headers when to come again. */
export const unavailable = (current: RequestRecord): Fault => {
  current.retry_after_seconds = retryAfterSeconds
  return quiet(
    503,
    "service_unavailable",
    "The database is not reachable right now. Try again with the same event_id or Idempotency-Key.",
    { retryAfter: retryAfterSeconds }
  )
}

const ours = (cause: Cause.Cause<unknown>): Fault => ({
  ...quiet(500, "internal_server_error", "Something went wrong on our side."),
  report: Effect.logError("unhandled failure", cause)
})

const faultOfReason = (value: unknown, cause: Cause.Cause<unknown>, current: RequestRecord): Fault | undefined => {
  // A read that could not reach what it needs gives up as a defect: no handler could do better than this answer.
  if ((value as { readonly _tag?: unknown } | undefined)?._tag === "Unavailable") return unavailable(current)
  switch (databaseFault(value)?._tag) {
    case "Transient":
      return unavailable(current)
    case "BadValue":
      return {
        ...quiet(422, "validation_failed", "A value of this request cannot be stored.", { issues: [] }),
        report: Effect.logWarning("a value reached the database that the edge should have refused", cause)
      }
    case "Conflict":
      return {
        ...quiet(409, "conflict", "This conflicts with another change. Read the resource again and retry."),
        report: Effect.logWarning("a constraint refused a write no rule had refused", cause)
      }
  }
  if (!HttpServerError.isHttpServerError(value) || value.reason._tag !== "RequestParseError") return undefined
  const status = value.reason.reason === "BodyTooLarge" ? 413 : 400
  return quiet(status, ...plain[status]!)
}

/** Undefined: the cause says nothing by itself, the router may know better. */
export const knownFault = (cause: Cause.Cause<unknown>, current: RequestRecord): Fault | undefined => {
  // Not this request was interrupted, for then nobody would ask, but what it waited for.
  if (Cause.hasInterruptsOnly(cause)) return unavailable(current)
  for (const reason of cause.reasons) {
    const value = reason._tag === "Die" ? reason.defect : reason._tag === "Fail" ? reason.error : undefined
    const fault = faultOfReason(value, cause, current)
    if (fault !== undefined) return fault
  }
  return undefined
}

export const faultOf = (cause: Cause.Cause<unknown>, current: RequestRecord): Fault =>
  knownFault(cause, current) ?? ours(cause)
