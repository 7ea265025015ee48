/**
 * One attempt at one delivery: signs for this second, sends, and says what the ladder makes of it. Secrets are opened
 * once per endpoint and lease.
 */
import { Clock, Effect, Exit, Random, Schema, type Tracer } from "effect"
import { RandomBytes, uuidAt } from "../postgres/Ids.ts"
import { counters, histogram } from "../observability/metrics/Family.ts"
import {
  webhookAttempts,
  webhookAttemptTime,
  webhookFirstAttempt,
  webhookResults
} from "../observability/metrics/Work.ts"
import { readOldSecrets } from "./OldSecrets.ts"
import { signedHeaders, signingKeys, type SigningKeys } from "./Signing.ts"
import { makeTraces, spanOfTraceContext } from "../observability/Traces.ts"
import { Vault } from "../secrets/Vault.ts"
import type { AttemptResult, LeasedDelivery, LeasedEndpoint } from "./WebhookQueue.ts"
import { headersPlace, secretPlace } from "./SealedPlaces.ts"
import { failed, type Outcome, WebhookSender } from "./WebhookSender.ts"

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

/** An endpoint whose secrets are open; undefined: no key opens them. */
export interface OpenEndpoint {
  readonly leased: LeasedEndpoint
  readonly url: URL
  readonly ready:
    | {
        readonly keys: SigningKeys
        readonly headers: Readonly<Record<string, string>>
        /** epoch ms at which the first of its secrets ends that is known to */
        readonly until: number
      }
    | undefined
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : Buffer.from(one).equals(other)

/** Whether what was opened of an endpoint still holds. */
const isUnchanged = (known: LeasedEndpoint, leased: LeasedEndpoint): boolean =>
  known.url === leased.url &&
  isSame(known.secret, leased.secret) &&
  isSame(known.previous_secret, leased.previous_secret) &&
  isSame(known.sealed_headers, leased.sealed_headers) &&
  leased.sealed_headers !== null

/** Opens an endpoint's secrets, unless they are those that were opened the last time. */
export const makeOpening = Effect.gen(function* () {
  const vault = yield* Vault
  const open = Effect.fnUntraced(function* (leased: LeasedEndpoint, now: number) {
    const place = secretPlace(leased.webhook_config_id)
    const { previous_secret } = leased
    // A single one is leased only while it signs.
    const old =
      previous_secret === null
        ? []
        : readOldSecrets(yield* vault.open(previous_secret, place), Number.POSITIVE_INFINITY, now)
    const keys = signingKeys({
      current: yield* vault.open(leased.secret, place),
      previous: old.map(({ secret }) => secret)
    })
    const until = Math.min(Number.POSITIVE_INFINITY, ...old.map((one) => one.until))
    return { keys, headers: yield* openHeaders(vault, leased), until }
  })
  return Effect.fnUntraced(function* (leased: LeasedEndpoint, known: OpenEndpoint | undefined, now: number) {
    if (known?.ready !== undefined && now < known.ready.until && isUnchanged(known.leased, leased)) return known
    const ready = yield* open(leased, now).pipe(
      Effect.catchCause((cause) =>
        Effect.as(Effect.logError("the secrets of a webhook endpoint do not open", cause), undefined)
      )
    )
    return { leased, url: new URL(leased.url), ready } satisfies OpenEndpoint
  })
})

/** Ids of deliveries begin with the moment of the change they tell of (see Ids). */
const writtenAt = ({ delivery_id }: LeasedDelivery): number =>
  Number.parseInt(delivery_id.replace("-", "").slice(0, 12), 16)

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
  return (delivery: LeasedDelivery, result: AttemptResult) => {
    answers[classOf(result.response_status)].add(1)
    results[result.status].add(1)
    time.observe(result.response_ms)
    if (delivery.attempts > 0) return
    first.observe(Math.max(0, result.finished_at - result.response_ms - writtenAt(delivery)))
  }
})

/**
 * The attempt continues the trace of the change, however much later. The receiver is not told: whom a tenant's endpoint
 * belongs to, nobody knows.
 */
const makeAttemptTraces = Effect.map(makeTraces, (traces) => ({
  start: ({ customer_id }: LeasedEndpoint, { attempts, delivery_id, event, trace_context }: LeasedDelivery) => {
    if (!traces.enabled) return undefined
    return traces.call(spanOfTraceContext(trace_context), "webhook.attempt", {
      "hatchery.customer_id": customer_id,
      "hatchery.delivery_id": delivery_id,
      "hatchery.event": event,
      "hatchery.attempt": attempts + 1
    })
  },
  end: (span: Tracer.Span | undefined, { response_status, status }: AttemptResult) => {
    if (span === undefined) return
    span.attribute("hatchery.delivery_status", status)
    if (response_status !== null) span.attribute("http.response.status_code", response_status)
    traces.end(span, Exit.void)
  }
}))

/** What the ladder makes of an outcome. */
const makeResults = Effect.gen(function* () {
  const bytes = yield* RandomBytes
  const random = yield* Random.Random
  return (
    { customer_id, webhook_config_id }: LeasedEndpoint,
    { attempts, delivery_id, ladder_base }: LeasedDelivery,
    { outcome, startedAt, endedAt }: { readonly outcome: Outcome; readonly startedAt: number; readonly endedAt: number }
  ): AttemptResult => {
    const attempt = attempts + 1
    const success = isSuccess(outcome)
    const delay = success ? undefined : retryDelayMs(attempt - ladder_base, random.nextDoubleUnsafe())
    return {
      customer_id,
      delivery_id,
      webhook_config_id,
      attempt,
      finished_at: endedAt,
      status: success ? "delivered" : delay === undefined ? "exhausted" : "failed",
      next_attempt_at: delay === undefined ? null : endedAt + delay,
      response_ms: endedAt - startedAt,
      notification_id: success ? null : uuidAt(bytes, endedAt),
      ...outcome
    }
  }
})

/** Answers a function that makes an attempt and tells its result, later and once. */
export const makeAttempt = Effect.gen(function* () {
  const sender = yield* WebhookSender
  const clock = yield* Clock.Clock
  const count = yield* makeAttemptMetrics
  const traces = yield* makeAttemptTraces
  const resultOf = yield* makeResults

  return ({ leased, ready, url }: OpenEndpoint, delivery: LeasedDelivery, done: (result: AttemptResult) => void) => {
    const startedAt = clock.currentTimeMillisUnsafe()
    const span = traces.start(leased, delivery)
    const ended = (outcome: Outcome) => {
      const result = resultOf(leased, delivery, { outcome, startedAt, endedAt: clock.currentTimeMillisUnsafe() })
      count(delivery, result)
      traces.end(span, result)
      done(result)
    }
    if (ready === undefined) return queueMicrotask(() => ended(failed("internal error")))
    const { delivery_id, event } = delivery
    const body = Buffer.from(delivery.body)
    const timestamp = Math.floor(startedAt / 1_000)
    const signed = signedHeaders({ delivery_id, event, body, timestamp, keys: ready.keys })
    sender.send({ url, headers: { ...ready.headers, ...signed }, body }, ended)
  }
})
