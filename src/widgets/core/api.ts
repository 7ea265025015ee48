/** How widgets speak to the service: a port, and a client behind it that is smaller than the SDK and of its mind. */
import { decode, type Shape } from "../../../sdk/src/names.ts"
import { pause, secondsOf } from "../../../sdk/src/transport.ts"
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
export class Refused extends Error implements MountError {
  readonly code: string
  readonly status: number
  readonly requestId: string | null
  /** seconds */
  readonly retryAfter: number | undefined
  /** the page has heard of it */
  readonly isTold: boolean

  constructor(error: MountError, retryAfter?: number, isTold = false) {
    super(error.message)
    this.code = error.code
    this.status = error.status
    this.requestId = error.requestId
    this.retryAfter = retryAfter
    this.isTold = isTold
  }
}

export const asMountError = ({ code, message, requestId, status }: MountError): MountError => ({
  code,
  status,
  message,
  requestId
})

export const unknownError = (cause: unknown): Refused =>
  cause instanceof Refused
    ? cause
    : new Refused({ code: "network", status: 0, message: String(cause), requestId: null })

const timeout_ms = 10_000
const triesMax = 4
const waitMax_ms = 8_000
const retryAfterMax_s = 60

/** Whose keys are the tenant's words, or the page's: in all answers of the runtime. */
export const shape: Shape = {
  buddy: { tokens: [], skills: [], metadata: 0 },
  copy: { level_up_copy: [] },
  data: { requirements: { value: 0, current: 0 } },
  labels: { tokens: [], skills: [], stages: [] },
  trace: { detail: 0 }
}

const passes = ({ status }: Refused) => status === 0 || status === 408 || status === 429 || status >= 500

const refusalOf = async (response: Response) => {
  const body = await response.json().catch(() => ({}))
  const { code = "internal_server_error", message = "", requestId = null } = body?.error ?? {}
  const after = secondsOf(response.headers.get("retry-after"))
  return new Refused({ code, message, requestId, status: response.status }, after ?? undefined)
}

/** Meanwhile another answer may ask for more time; when that is too much, `error` is thrown. */
const waitOut = async (ms: number, patience: Patience, signal: AbortSignal, error: Refused) => {
  const end = Date.now() + ms
  for (;;) {
    const left_ms = Math.max(end, patience.until()) - Date.now()
    if (left_ms <= 0) return
    if (left_ms > retryAfterMax_s * 1000) throw error
    await pause(left_ms, signal)
  }
}

const oneTry = async (url: string, token: string, { body, etag, idempotencyKey, method, signal }: Ask) => {
  const late = new AbortController()
  const stop = () => late.abort()
  const timer = setTimeout(stop, timeout_ms)
  signal.addEventListener("abort", stop)
  try {
    const response = await fetch(url, {
      method,
      signal: late.signal,
      cache: "no-store",
      credentials: "omit",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(etag && { "if-none-match": etag }),
        ...(idempotencyKey && { "idempotency-key": idempotencyKey })
      },
      // undefined where there is none
      body: JSON.stringify(body)
    })
    if (!response.ok && response.status !== 304) throw await refusalOf(response)
    // Also when it is empty: what nobody has read to its end counts as broken off.
    const text = await response.text()
    return {
      data: text === "" ? undefined : decode(JSON.parse(text), shape),
      etag: response.headers.get("etag") ?? undefined,
      replayed: response.headers.get("idempotency-replayed") === "true"
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", stop)
  }
}

/** How long the service wants to be left alone, whichever of its answers said so. */
export interface Patience {
  readonly hold: (seconds: number) => void
  /** in epoch milliseconds */
  readonly until: () => number
}

const noPatience: Patience = { hold: () => {}, until: () => 0 }

/** Tries again what may pass, and not before the service wants to be asked; `token` is asked before every try. */
export const makeApi = (base: string, token: () => Promise<string>, patience: Patience = noPatience): Api => ({
  ask: async (ask) => {
    for (let turn = 1; ; turn += 1) {
      try {
        return await oneTry(base + ask.path, await token(), ask)
      } catch (cause) {
        if (ask.signal.aborted) throw cause
        const error = unknownError(cause)
        if (error.retryAfter !== undefined) patience.hold(error.retryAfter)
        if (!passes(error) || turn === triesMax) throw error
        const backoff = Math.min(waitMax_ms, 500 * 2 ** (turn - 1)) * (0.5 + Math.random() / 2)
        const wait_ms = error.retryAfter === undefined ? backoff : error.retryAfter * 1000
        await waitOut(wait_ms, patience, ask.signal, error)
      }
    }
  }
})
