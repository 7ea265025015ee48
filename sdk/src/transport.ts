/** One call over HTTP: tried again as long as that may help, ended by time or by the caller, never left hanging. */
import { type Credential, type CredentialOption, credentialOf, refuseSecretIn } from "./credentials.ts"
import { AuthenticationError, ConnectionError, errorOf, HatcheryError, TimeoutError } from "./errors.ts"
import { decode } from "./names.ts"

/** Has at most one of the three credentials. */
export interface ClientOptions {
  /** a secret key (servers only) or a publishable key */
  readonly apiKey?: CredentialOption | undefined
  /** what POST /auth/login answers */
  readonly accessToken?: CredentialOption | undefined
  /** a widget session or embed token */
  readonly token?: CredentialOption | undefined
  /** the service's root or its API: `https://host` and `https://host/api/v1` are the same */
  readonly baseUrl: string
  /** after the first try (3) */
  readonly maxRetries?: number | undefined
  /** of each try (30_000) */
  readonly timeoutMs?: number | undefined
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface CallOptions {
  /** makes a write happen once; without it each call has one of its own */
  readonly idempotencyKey?: string | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  /** ends the call and its waits; it then rejects with the signal's reason */
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly etag?: undefined
}

/** A read that need not come twice: while nothing has changed it is answered `undefined`, with the status 304. */
export interface Conditional {
  /** of the last reply */
  readonly etag: string | null | undefined
}

export type ConditionalOptions = Omit<CallOptions, "etag"> & Conditional

/** What a call came back with. */
export interface Reply<Data> {
  readonly data: Data
  readonly status: number
  readonly requestId: string | null
  /** the answer of an earlier call with this Idempotency-Key: nothing was done again */
  readonly replayed: boolean
  readonly etag: string | null
  /** of the window this call counted in; `resetAt` as a timestamp */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetAt: string } | null
}

export interface Request {
  readonly method: string
  /** behind the API's address, with its query */
  readonly path: string
  readonly body: string | undefined
  /** whatever is no JSON is an answer as well */
  readonly isText: boolean
  /** the type of answers that are handed on as bytes */
  readonly bytes: string | undefined
  /** the answer is an address it leads on to; what is there is none of ours */
  readonly leads: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly options: CallOptions
}

export interface Connection {
  readonly baseUrl: string
  readonly credential: Credential
  readonly headers: Readonly<Record<string, string>>
  readonly maxRetries: number
  readonly timeoutMs: number
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

const version = "/api/v1"

/** With two of them the calls would be made by one the caller may not have meant, and nothing would say so. */
const onlyCredentialOf = ({ accessToken, apiKey, token }: ClientOptions): Credential => {
  const given = Object.entries({ apiKey, accessToken, token }).filter(([, option]) => option != null)
  const [credential = credentialOf(undefined), ...others] = given.map(([, option]) => credentialOf(option))
  if (others.length > 0) {
    const names = given.map(([name]) => name).join(" and ")
    throw new AuthenticationError({
      code: "several_credentials",
      message: `A client has one credential, and here are ${names}: keep one, and make a client for each other.`
    })
  }
  return credential
}

export const connect = (options: ClientOptions): Connection => {
  // Also undefined, as a variable nobody has set: `new URL` does not say which address it means.
  if (!/^https?:\/\/[^/]/i.test(options.baseUrl)) throw new TypeError("baseUrl is an http or https address")
  const { origin, pathname } = new URL(options.baseUrl)
  const path = pathname.replace(/\/+$/, "")
  const ask = options.fetch ?? globalThis.fetch
  return {
    baseUrl: origin + (path.endsWith(version) ? path : path + version),
    credential: onlyCredentialOf(options),
    headers: options.headers ?? {},
    maxRetries: options.maxRetries ?? 3,
    timeoutMs: options.timeoutMs ?? 30_000,
    // Browsers want their own `fetch` called on nothing.
    fetch: (url, init) => ask(url, init)
  }
}

/** Ends with the work, the time or the caller, whichever is first, also when the work heeds none of them. */
export const within = async <A>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  late: () => HatcheryError,
  work: (signal: AbortSignal) => Promise<A>
): Promise<A> => {
  if (signal?.aborted) throw signal.reason
  const inner = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let onAbort: (() => void) | undefined
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason)
      inner.abort(reason)
    }
    // Beyond 24 days timers go off at once.
    timer = setTimeout(() => end(late()), Math.min(timeoutMs, 2 ** 31 - 1))
    onAbort = () => end(signal?.reason)
    signal?.addEventListener("abort", onAbort)
  })
  try {
    return await Promise.race([work(inner.signal), ended])
  } finally {
    clearTimeout(timer)
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort)
  }
}

/** Resolves after so long, and rejects when the caller ends it before. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort)
      resolve()
    }, ms)
    signal?.addEventListener("abort", onAbort, { once: true })
  })

/** Of a Retry-After, which may be a date; null where there is none to be read. */
export const secondsOf = (retryAfter: string | null): number | null => {
  if (retryAfter === null) return null
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const objectOf = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>

const refusalOf = ({ status, headers }: Response, text: string): HatcheryError => {
  const { code, message, details, requestId } = objectOf(objectOf(parsed(text))["error"])
  return errorOf({
    status,
    code: typeof code === "string" ? code : "http_error",
    message: typeof message === "string" ? message : `The answer was ${status}.`,
    details: objectOf(decode(details)),
    requestId: typeof requestId === "string" ? requestId : headers.get("x-request-id"),
    retryAfter: secondsOf(headers.get("retry-after"))
  })
}

const isJson = (headers: Headers) => /^application\/([\w.-]+\+)?json\b/i.test(headers.get("content-type") ?? "")

/** Bytes, where the operation says that this type of answer is some, else text. */
const contentOf = async (response: Response, { bytes }: Request): Promise<string | Uint8Array<ArrayBuffer>> => {
  const [type] = (response.headers.get("content-type") ?? "").split(";")
  return response.ok && bytes !== undefined && type === bytes
    ? new Uint8Array(await response.arrayBuffer())
    : response.text()
}

const dataOf = (content: string | Uint8Array, isFile: boolean) =>
  isFile || typeof content !== "string" ? content : content === "" ? undefined : parsed(content)

const replyOf = (
  { status, headers }: Response,
  content: string | Uint8Array<ArrayBuffer>,
  isText: boolean
): Reply<unknown> => {
  const requestId = headers.get("x-request-id")
  const data = dataOf(content, isText && status !== 304 && !isJson(headers))
  if (content !== "" && data === undefined) {
    throw new HatcheryError({ status, requestId, code: "malformed_answer", message: "The answer is no JSON." })
  }
  const number = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN)
  const resetAt = number("reset") * 1000
  return {
    data,
    status,
    requestId,
    replayed: headers.get("idempotency-replayed") === "true",
    etag: headers.get("etag"),
    rateLimit:
      Math.abs(resetAt) <= 8.64e15
        ? { limit: number("limit"), remaining: number("remaining"), resetAt: new Date(resetAt).toISOString() }
        : null
  }
}

const headersOf = (connection: Connection, request: Request, credential: string | undefined): Headers => {
  const headers = new Headers({ accept: "application/json" })
  if (request.body !== undefined) headers.set("content-type", "application/json")
  for (const given of [connection.headers, request.headers, request.options.headers ?? {}]) {
    for (const [name, value] of Object.entries(given)) headers.set(name, value)
  }
  if (credential !== undefined) headers.set("authorization", `Bearer ${credential}`)
  refuseSecretIn(headers.get("authorization"))
  return headers
}

/** One try. */
const attempt = async (connection: Connection, request: Request, signal: AbortSignal, credential?: string) => {
  const headers = headersOf(connection, request, credential)
  const { body, method } = request
  let response: Response
  let content: string | Uint8Array<ArrayBuffer>
  try {
    response = await connection.fetch(connection.baseUrl + request.path, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
      ...(request.leads ? { redirect: "manual" } : {})
    })
    content = await contentOf(response, request)
  } catch (cause) {
    throw new ConnectionError({ code: "connection_error", message: "The service could not be reached.", cause })
  }
  // Browsers hide where an answer leads: there it is a refusal.
  const address = request.leads ? response.headers.get("location") : null
  if (address !== null) return { ...replyOf(response, "", true), data: address }
  if (response.ok || response.status === 304) return replyOf(response, content, request.isText)
  throw refusalOf(response, content as string)
}

/** How long to wait before the next try; undefined: there is none. */
const delayMs = (error: unknown, tries: number): number | undefined => {
  if (!(error instanceof HatcheryError)) return undefined
  const { retryAfter, status } = error
  const helps = error instanceof ConnectionError || error instanceof TimeoutError || status === 408 || status === 429
  if (!helps && status < 500) return undefined
  if (retryAfter !== null) return retryAfter <= 60 ? retryAfter * 1000 : undefined
  return Math.min(8000, 500 * 2 ** tries) * (0.5 + Math.random() / 2)
}

export const send = async (connection: Connection, request: Request): Promise<Reply<unknown>> => {
  const { maxRetries = connection.maxRetries, signal, timeoutMs = connection.timeoutMs } = request.options
  const { credential } = connection
  const late = () => new TimeoutError({ code: "timeout", message: `No answer within ${timeoutMs} ms.` })
  let renewed = false
  for (let tries = 0; ;) {
    let used: string | undefined
    try {
      return await within(timeoutMs, signal, late, async (signal) => {
        used = await credential.get()
        return attempt(connection, request, signal, used)
      })
    } catch (error) {
      if (error instanceof HatcheryError && error.status === 401 && !renewed && credential.renew(used)) {
        renewed = true
        continue
      }
      const wait = tries < maxRetries ? delayMs(error, tries) : undefined
      if (wait === undefined) throw error
      tries += 1
      await pause(wait, signal)
    }
  }
}
