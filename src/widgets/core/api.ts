/** How widgets speak to the service: a port, and the SDK's transport behind it. */
import { ConnectionError, HatcheryError } from "../../../sdk/src/errors.ts"
import { decode, type Shape } from "../../../sdk/src/names.ts"
import { type Connection, pause, secondsOf, send } from "../../../sdk/src/transport.ts"
import type { MountError } from "../contract.ts"

export type Method = "GET" | "POST" | "PATCH"

export interface Ask {
  readonly method: Method
  /** below the base: `/widget/buddy` */
  readonly path: string
  readonly body?: unknown
  readonly etag?: string | undefined
  /** the same in all tries of one write */
  readonly idempotencyKey?: string | undefined
  readonly signal: AbortSignal
}

export interface Answer {
  /** undefined: nothing has changed since `etag` */
  readonly data: unknown
  readonly etag: string | undefined
  /** what was sent had been carried out before */
  readonly replayed: boolean
}

export interface Api {
  readonly ask: (ask: Ask) => Promise<Answer>
}

/** An answer that is a refusal, or none at all (status 0). */
export { HatcheryError as Refused }

export const asMountError = ({ code, message, requestId, status }: MountError): MountError => ({
  code,
  status,
  message,
  requestId
})

export const unknownError = (cause: unknown): HatcheryError =>
  cause instanceof HatcheryError ? cause : new ConnectionError({ code: "connection_error", message: String(cause) })

const retryAfterMax_s = 60

/** Whose keys are the tenant's words, or the page's: in all answers of the runtime. */
const shape: Shape = {
  buddy: { tokens: [], skills: [], metadata: 0 },
  copy: { level_up_copy: [] },
  labels: { tokens: [], skills: [], stages: [] },
  trace: 0
}

/** How long the service wants to be left alone, whichever of its answers said so. */
export interface Patience {
  readonly hold: (seconds: number) => void
  /** in epoch milliseconds */
  readonly until: () => number
}

const noPatience: Patience = { hold: () => {}, until: () => 0 }

/** Meanwhile another answer may ask for more time; when that is too much, the error is thrown. */
const waitOut =
  (patience: Patience): Connection["pause"] =>
  async (ms, signal, error) => {
    const end = Date.now() + ms
    for (;;) {
      const left_ms = Math.max(end, patience.until()) - Date.now()
      if (left_ms <= 0) return
      if (left_ms > retryAfterMax_s * 1000) throw error
      await pause(left_ms, signal)
    }
  }

/** Tries again what may pass, and not before the service wants to be asked; `token` is asked before every try. */
export const makeApi = (baseUrl: string, token: () => Promise<string>, patience: Patience = noPatience): Api => {
  const connection: Connection = {
    baseUrl,
    // Who may have another token is decided by the session.
    credential: { get: token, renew: () => false, forget: () => {} },
    headers: {},
    maxRetries: 3,
    timeoutMs: 10_000,
    pause: waitOut(patience),
    errorOf: (parts) => new HatcheryError(parts),
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, cache: "no-store", credentials: "omit" })
      const after = secondsOf(response.headers.get("retry-after"))
      if (after !== null) patience.hold(after)
      return response
    }
  }
  return {
    ask: async ({ body, etag, idempotencyKey, method, path, signal }) => {
      const headers = {
        ...(etag === undefined ? {} : { "if-none-match": etag }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
      }
      const text = body === undefined ? undefined : JSON.stringify(body)
      const reply = await send(connection, { method, path, headers, body: text, options: { signal } })
      return { data: decode(reply.data, shape), etag: reply.etag ?? undefined, replayed: reply.replayed }
    }
  }
}
