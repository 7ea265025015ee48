/**
 * One attempt at one delivery: opens the secret, signs for this second, sends, and says what the ladder makes of it.
 */
import { Cause, Clock, Effect, Random, Schema } from "effect"
import { RandomBytes, uuidAt } from "../postgres/Ids.ts"
import { counters, histogram } from "../observability/metrics/Family.ts"
import {
  webhookAttempts,
  webhookAttemptTime,
  webhookFirstAttempt,
  webhookResults
} from "../observability/metrics/Work.ts"
import { signedHeaders } from "./Signing.ts"
import { spanOfTraceContext } from "../observability/Traces.ts"
import { Vault } from "../secrets/Vault.ts"
import type { AttemptResult, Claim } from "./WebhookQueue.ts"
import { type Outcome, WebhookSender } from "./WebhookSender.ts"

/** Waits after the first, second, ... failed attempt; after the last of them the delivery is exhausted. */
export const retry_delays_ms: ReadonlyArray<number> = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map(
  (s) => s * 1_000
)

/** Each wait is stretched or shortened by up to this share, so that a receiver that comes back is not met by all. */
export const retry_jitter = 0.1

/** The wait after so many failures, or undefined when the ladder has ended. `draw` is uniform in [0, 1). */
export const retryDelayMs = (failures: number, draw: number): number | undefined => {
  const delay = retry_delays_ms[failures - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - retry_jitter + 2 * retry_jitter * draw))
}

/** What a secret is sealed for; the store that writes secrets and the pump that reads them agree here. */
export const secretPlace = (webhook_config_id: string): string => `webhook:${webhook_config_id}`
/** The same for the headers a tenant wants to be sent along, JSON. */
export const headersPlace = (webhook_config_id: string): string => `webhook-headers:${webhook_config_id}`

const headersFromJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** Headers as they are kept: sealed, or in plain text from before they were. */
export const openHeaders = (
  vault: Vault["Service"],
  stored: {
    readonly webhook_config_id: string
    readonly headers: Readonly<Record<string, string>>
    readonly sealed_headers: Uint8Array | null
  }
): Effect.Effect<Readonly<Record<string, string>>> =>
  stored.sealed_headers === null
    ? Effect.succeed(stored.headers)
    : vault
        .open(stored.sealed_headers, headersPlace(stored.webhook_config_id))
        .pipe(Effect.flatMap(headersFromJson), Effect.orDie)

const isSuccess = ({ response_status }: Outcome): boolean =>
  response_status !== null && response_status >= 200 && response_status <= 299

interface Run {
  readonly outcome: Outcome
  readonly startedAt: number
  readonly endedAt: number
  readonly draw: number
  readonly notification_id: string
}

const resultOf = (claim: Claim, { draw, endedAt, notification_id, outcome, startedAt }: Run): AttemptResult => {
  const attempt = claim.attempts + 1
  const success = isSuccess(outcome)
  const delay = success ? undefined : retryDelayMs(attempt - claim.ladder_base, draw)
  return {
    customer_id: claim.customer_id,
    delivery_id: claim.delivery_id,
    webhook_config_id: claim.webhook_config_id,
    locked_until: claim.locked_until.toISOString(),
    attempt,
    attempted_at: new Date(startedAt).toISOString(),
    finished_at: new Date(endedAt).toISOString(),
    status: success ? "delivered" : delay === undefined ? "exhausted" : "failed",
    next_attempt_at: delay === undefined ? null : new Date(endedAt + delay).toISOString(),
    response_ms: endedAt - startedAt,
    notification_id,
    ...outcome
  }
}

/** Ids of deliveries begin with the moment of the change they tell of (see Ids). */
const writtenAt = ({ delivery_id }: Claim): number => Number.parseInt(delivery_id.replace("-", "").slice(0, 12), 16)

const classOf = (status: number | null) => {
  if (status === null || status < 200 || status > 599) return "none"
  return status < 300 ? "2xx" : status < 400 ? "3xx" : status < 500 ? "4xx" : "5xx"
}

const makeAttemptMetrics = Effect.gen(function* () {
  const registry = yield* Effect.context<never>()
  const answers = counters(webhookAttempts, registry)
  const results = counters(webhookResults, registry)
  const time = histogram(webhookAttemptTime, registry)
  const first = histogram(webhookFirstAttempt, registry)
  return (claim: Claim, result: AttemptResult, startedAt: number) => {
    answers[classOf(result.response_status)].add(1)
    results[result.status].add(1)
    time.observe(result.response_ms)
    if (claim.attempts === 0) first.observe(Math.max(0, startedAt - writtenAt(claim)))
  }
})

/**
 * The attempt continues the trace of the change, however much later. The receiver is not told: whom a tenant's endpoint
 * belongs to, nobody knows.
 */
const traced =
  (claim: Claim) =>
  (attempt: Effect.Effect<AttemptResult>): Effect.Effect<AttemptResult> =>
    attempt.pipe(
      Effect.tap(({ response_status, status }) =>
        Effect.annotateCurrentSpan({
          "hatchery.delivery_status": status,
          ...(response_status === null ? {} : { "http.response.status_code": response_status })
        })
      ),
      Effect.withSpan("webhook.attempt", {
        kind: "client",
        parent: spanOfTraceContext(claim.trace_context),
        attributes: {
          "hatchery.customer_id": claim.customer_id,
          "hatchery.delivery_id": claim.delivery_id,
          "hatchery.event": claim.event,
          "hatchery.attempt": claim.attempts + 1
        }
      })
    )

const broken: Outcome = { response_status: null, error: "internal error", response_excerpt: null }

/** Answers a function that never fails: whatever goes wrong with an attempt is the result of that attempt. */
export const makeAttempt = Effect.gen(function* () {
  const sender = yield* WebhookSender
  const vault = yield* Vault
  const random = yield* RandomBytes
  const count = yield* makeAttemptMetrics

  const send = Effect.fnUntraced(function* (claim: Claim) {
    const { body, delivery_id, event } = claim
    const place = secretPlace(claim.webhook_config_id)
    const secrets = {
      current: yield* vault.open(claim.secret, place),
      previous: claim.previous_secret === null ? null : yield* vault.open(claim.previous_secret, place)
    }
    const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
    const own = yield* openHeaders(vault, claim)
    const headers = { ...own, ...signedHeaders({ delivery_id, event, body, timestamp, secrets }) }
    return yield* sender.send({ url: claim.url, headers, body })
  })

  const attempt = Effect.fnUntraced(function* (claim: Claim) {
    const startedAt = yield* Clock.currentTimeMillis
    const outcome = yield* send(claim).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logError("a webhook attempt broke", cause), broken)
      )
    )
    const endedAt = yield* Clock.currentTimeMillis
    const notification_id = uuidAt(random, endedAt)
    const result = resultOf(claim, { outcome, startedAt, endedAt, draw: yield* Random.next, notification_id })
    count(claim, result, startedAt)
    return result
  })
  return (claim: Claim) => traced(claim)(attempt(claim))
})
