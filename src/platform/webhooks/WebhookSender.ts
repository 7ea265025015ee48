/**
 * One HTTP attempt: a POST that follows no redirect, takes no longer than 15 s and reads little. What the receiver says
 * counts by its status alone, so once the status is here the body gets a moment and no more: a receiver that drips
 * bytes holds nothing up.
 */
import { Context, Duration, Effect, Layer, Option } from "effect"
import { Agent, type Dispatcher, request } from "undici"
import { EgressDenied, EgressGuard } from "./EgressGuard.ts"

export interface Attempt {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Outcome {
  /** null when no status arrived */
  readonly response_status: number | null
  /** why no status arrived, in words for the tenant */
  readonly error: string | null
  /** the first bytes of the answer as printable text */
  readonly response_excerpt: string | null
}

const total_timeout = Duration.seconds(15)
const body_timeout = Duration.seconds(2)
const body_bytes_max = 65_536
const excerpt_bytes_max = 256
const header_bytes_max = 16_384

/** Stable words for the faults a tenant can act on; anything else goes by its code. */
const faults: Readonly<Record<string, string>> = {
  ENOTFOUND: "host name not found",
  EAI_AGAIN: "host name not found",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "host unreachable",
  ETIMEDOUT: "connect timeout",
  UND_ERR_CONNECT_TIMEOUT: "connect timeout",
  UND_ERR_SOCKET: "connection closed before an answer",
  UND_ERR_HEADERS_OVERFLOW: "answer headers too large"
}

const describe = (fault: unknown): string => {
  if (fault instanceof EgressDenied) return fault.message
  const code = (fault as { code?: unknown } | null)?.code
  if (typeof code !== "string") return "request failed"
  if (/CERT|TLS|SSL|SIGNATURE|SIGNED/.test(code)) return `TLS failure: ${code}`
  return faults[code] ?? `request failed: ${code}`
}

/** Control and formatting characters could rewrite a terminal or a log line; they become spaces. */
const printable = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, excerpt_bytes_max))
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, " ")
    .trim()

const readExcerpt = async (body: Dispatcher.ResponseData["body"], kept: Array<Uint8Array>) => {
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (bytes < excerpt_bytes_max) kept.push(chunk)
    bytes += chunk.length
    if (bytes >= body_bytes_max) return
  }
}

const attempt = (agent: Agent, { body, headers, url }: Attempt) =>
  Effect.gen(function* () {
    const abort = yield* Effect.acquireRelease(
      Effect.sync(() => new AbortController()),
      (controller) => Effect.sync(() => controller.abort())
    )
    const response = yield* Effect.tryPromise({
      try: () =>
        request(url, {
          dispatcher: agent,
          method: "POST",
          headers: { "user-agent": "Hatchery-Webhooks/1", ...headers },
          body,
          signal: abort.signal,
          headersTimeout: 0,
          bodyTimeout: 0
        }),
      catch: describe
    })
    const kept: Array<Uint8Array> = []
    yield* Effect.tryPromise(() => readExcerpt(response.body, kept)).pipe(
      Effect.timeoutOption(body_timeout),
      Effect.ignore
    )
    return { response_status: response.statusCode, error: null, response_excerpt: printable(Buffer.concat(kept)) }
  })

const failed = (error: string): Outcome => ({ response_status: null, error, response_excerpt: null })

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    send(attempt: Attempt): Effect.Effect<Outcome>
  }
>()("hatchery/platform/WebhookSender") {
  static readonly layer = Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const guard = yield* EgressGuard
      const agent = yield* Effect.acquireRelease(
        Effect.sync(
          () => new Agent({ connect: guard.connector, allowH2: false, pipelining: 1, maxHeaderSize: header_bytes_max })
        ),
        (agent) => Effect.promise(() => agent.destroy())
      )
      return WebhookSender.of({
        send: Effect.fn("WebhookSender.send")(function* (given) {
          const refused = guard.refuses(given.url)
          if (refused !== undefined) return failed(`the URL ${refused}`)
          return yield* Effect.scoped(attempt(agent, given)).pipe(
            Effect.timeoutOption(total_timeout),
            Effect.map(Option.getOrElse(() => failed("no answer within 15 s"))),
            Effect.catch((error) => Effect.succeed(failed(error)))
          )
        })
      })
    })
  )
}
