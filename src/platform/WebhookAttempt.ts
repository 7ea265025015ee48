/**
 * One attempt at one delivery: opens the secret, signs for this second, sends, and says what the ladder makes of it.
 */
import { Cause, Clock, Effect, Random } from "effect"
import { RandomBytes, uuidAt } from "./Ids.ts"
import { signedHeaders } from "./Signing.ts"
import { Vault } from "./Vault.ts"
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

const broken: Outcome = { response_status: null, error: "internal error", response_excerpt: null }

/** Answers a function that never fails: whatever goes wrong with an attempt is the result of that attempt. */
export const makeAttempt = Effect.gen(function* () {
  const sender = yield* WebhookSender
  const vault = yield* Vault
  const random = yield* RandomBytes

  const send = Effect.fnUntraced(function* (claim: Claim) {
    const { body, delivery_id, event } = claim
    const place = secretPlace(claim.webhook_config_id)
    const secrets = {
      current: yield* vault.open(claim.secret, place),
      previous: claim.previous_secret === null ? null : yield* vault.open(claim.previous_secret, place)
    }
    const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
    const headers = { ...claim.headers, ...signedHeaders({ delivery_id, event, body, timestamp, secrets }) }
    return yield* sender.send({ url: claim.url, headers, body })
  })

  return Effect.fn("webhook.attempt")(function* (claim: Claim) {
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
    return resultOf(claim, { outcome, startedAt, endedAt, draw: yield* Random.next, notification_id })
  })
})
