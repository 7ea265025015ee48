/**
 * The frame around every request, whether the router answers it or something below: whose it is, the headers of its
 * answer, its line in the log, its place in the latency histogram, and the longest it may take. Plain calls, because
 * the ingest fast path has no fiber to run effects in.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { AppConfig } from "../Config.ts"
import { histogram } from "../platform/observability/metrics/Family.ts"
import { requestLatency } from "../platform/observability/metrics/Node.ts"
import { emptyRequest, type RequestRecord } from "../wire/CurrentRequest.ts"
import { limits } from "../wire/Limits.ts"
import { clientAddressWith } from "./ClientAddress.ts"
import { retryAfterSeconds } from "./Faults.ts"
import { RequestLog } from "./RequestLog.ts"

/** Above the 10 s a buddy is given; whatever takes longer waits for something that does not answer. */
export const answer_within_ms = 12_000

const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/

/** The client's id when it is harmless, else a new one. */
export const newRequestId = (given: string | undefined): string =>
  given !== undefined && requestIdPattern.test(given) ? given : randomUUID()

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

/** What the frame has to know of a request. */
export interface Arrival {
  readonly method: string
  readonly url: string
  /** the other end of its connection */
  readonly peer: string | undefined
  /** of the headers of these names */
  readonly request_id: string | undefined
  readonly forwarded_for: string | undefined
}

export interface Opened {
  readonly arrival: Arrival
  readonly current: RequestRecord
  /** epoch ms */
  readonly started_at: number
}

export class Exchange extends Context.Service<
  Exchange,
  {
    open(arrival: Arrival): Opened
    /** The answer is about to leave, once per request; `json`: its body must not be kept by anybody. */
    close(opened: Opened, status: number, json: boolean): Record<string, string>
  }
>()("hatchery/edge/Exchange") {
  static readonly layer = Layer.effect(
    Exchange,
    Effect.gen(function* () {
      const { trustProxy } = yield* AppConfig
      const log = yield* RequestLog
      const clock = yield* Clock.Clock
      const latency = histogram(requestLatency, yield* Effect.context<never>())
      const addressOf = clientAddressWith(trustProxy)
      return Exchange.of({
        open: (arrival) => ({
          arrival,
          current: emptyRequest(newRequestId(arrival.request_id), addressOf(arrival.peer, arrival.forwarded_for)),
          started_at: clock.currentTimeMillisUnsafe()
        }),
        close: ({ arrival, current, started_at }, status, json) => {
          const now = clock.currentTimeMillisUnsafe()
          latency.observe(now - started_at)
          log.write(arrival, status, current, now - started_at)
          return headersOf(current, status, json, now)
        }
      })
    })
  ).pipe(Layer.provide(RequestLog.layer))
}
