/** One delivery to a server on this machine, signed as the service signs. */
import { Clock, Effect, Redacted } from "effect"
import { signedHeaders, signingKeys } from "../../../src/platform/webhooks/Signing.ts"

/** As long as the service waits for an endpoint. */
const timeout_ms = 15_000
const wait_ms_min = 250
const wait_ms_max = 5_000

export interface Fetched {
  readonly delivery_id: string
  readonly event: string
  /** the very text that is signed and sent */
  readonly body: string
}

export type Outcome =
  | { readonly _tag: "Answered"; readonly status: number; readonly ms: number }
  | { readonly _tag: "Unanswered"; readonly reason: string; readonly ms: number }

/** Nobody listens there: a server that is being started again, most of the time. */
const isRefused = (error: unknown) => {
  const { cause } = error as { readonly cause?: { readonly code?: string } }
  return cause?.code === "ECONNREFUSED"
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Error && error.name === "TimeoutError") return `no answer within ${timeout_ms / 1_000} s`
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } }
  return cause?.code ?? cause?.message ?? String(error)
}

const post = (url: URL, secret: Redacted.Redacted, delivery: Fetched) =>
  Effect.gen(function* () {
    const started_at = yield* Clock.currentTimeMillis
    const timestamp = Math.floor(started_at / 1_000)
    const keys = signingKeys({ current: Redacted.value(secret), previous: [] })
    const headers = { "user-agent": "Hatchery-Webhooks/1", ...signedHeaders({ ...delivery, timestamp, keys }) }
    const status = yield* Effect.tryPromise({
      try: async (signal) => {
        const ends = AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)])
        const init = { method: "POST", redirect: "manual", headers, body: delivery.body, signal: ends } as const
        const answer = await fetch(url, init)
        await answer.body?.cancel()
        return answer.status
      },
      catch: (error) => error
    })
    return { _tag: "Answered", status, ms: (yield* Clock.currentTimeMillis) - started_at } satisfies Outcome
  })

/**
 * Sends a delivery once it can be sent: where nobody listens it waits, so that what happens while a server starts again
 * is not lost and stays in order. `waiting` is called before the first wait.
 */
export const forward = (
  url: URL,
  secret: Redacted.Redacted,
  delivery: Fetched,
  waiting: Effect.Effect<void>
): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    for (let tries = 0; ; tries++) {
      const started_at = yield* Clock.currentTimeMillis
      const sent = yield* Effect.result(post(url, secret, delivery))
      if (sent._tag === "Success") return sent.success
      if (!isRefused(sent.failure)) {
        const ms = (yield* Clock.currentTimeMillis) - started_at
        return { _tag: "Unanswered", reason: reasonOf(sent.failure), ms }
      }
      if (tries === 0) yield* waiting
      yield* Effect.sleep(Math.min(wait_ms_max, wait_ms_min * 2 ** tries))
    }
  })

/** `3000`, `localhost:3000/hook` or a whole URL. */
export const addressOf = (text: string): URL | undefined => {
  const named = /^\d+(\/|$)/.test(text) ? `localhost:${text}` : text
  const whole = /^https?:\/\//.test(named) ? named : `http://${named}`
  if (!URL.canParse(whole) || /^[a-z][a-z0-9+.-]*:\/\//i.test(named) !== /^https?:\/\//.test(named)) return undefined
  const url = new URL(whole)
  // Nothing is sent to such an address, and the password would stand in every line.
  return url.username === "" && url.password === "" ? url : undefined
}
