/**
 * One HTTP attempt: a POST that follows no redirect, takes no longer than 15 s and reads little. What the receiver says
 * counts by its status alone, so once the status is here the body gets a moment and no more: a receiver that drips
 * bytes holds nothing up.
 *
 * Connections are kept open, per origin. Attempts are callbacks and no fibers: thousands begin and end in a second.
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { Agent, type buildConnector, type Dispatcher } from "undici"
import { type Deadlines, makeDeadlines } from "../requests/Deadlines.ts"
import { EgressDenied, EgressGuard } from "./EgressGuard.ts"

export interface Attempt {
  /** the same object for every attempt at an endpoint: it is looked at once */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface Outcome {
  /** null when no status arrived */
  readonly response_status: number | null
  /** why no status arrived, in words for the tenant */
  readonly error: string | null
  /** the first bytes of the answer as printable text */
  readonly response_excerpt: string | null
}

const total_timeout_ms = Duration.toMillis("15 seconds")
const body_timeout_ms = Duration.toMillis("2 seconds")
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
  bytes.length === 0
    ? ""
    : new TextDecoder()
        .decode(bytes.subarray(0, excerpt_bytes_max))
        .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, " ")
        .trim()

export const failed = (error: string): Outcome => ({ response_status: null, error, response_excerpt: null })

const cut = new Error("the attempt is over")

interface Target {
  readonly agent: Agent
  readonly origin: string
  readonly path: string
  /** why it may not be called */
  readonly refused: string | undefined
}

interface Waits {
  readonly now: () => number
  readonly status: Deadlines<Sending>
  readonly body: Deadlines<Sending>
}

/** An attempt under way: undici's view of it. Whatever comes first ends it, once. */
class Sending implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private status: number | undefined
  private readonly kept: Array<Uint8Array> = []
  private bytes = 0
  private isOver = false
  private readonly waits: Waits
  private readonly done: (outcome: Outcome) => void

  constructor(waits: Waits, done: (outcome: Outcome) => void) {
    this.waits = waits
    this.done = done
    waits.status.add(this, waits.now())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.isOver) controller.abort(cut)
  }

  onResponseStart(_: unknown, status: number): void {
    // An interim answer promises another one.
    if (status < 200 || this.isOver) return
    this.status = status
    this.waits.status.delete(this)
    this.waits.body.add(this, this.waits.now())
  }

  onResponseData(_: unknown, chunk: Uint8Array): void {
    if (this.isOver) return
    if (this.bytes < excerpt_bytes_max) this.kept.push(chunk)
    this.bytes += chunk.length
    if (this.bytes >= body_bytes_max) this.expire()
  }

  onResponseEnd(): void {
    this.end(cut)
  }

  onResponseError(_: unknown, fault: unknown): void {
    this.end(fault)
  }

  /** Nothing more is waited for. */
  expire(): void {
    if (this.status === undefined) this.finish(failed("no answer within 15 s"))
    else this.end(cut)
    this.controller?.abort(cut)
  }

  private end(fault: unknown): void {
    const { kept, status } = this
    if (status === undefined) return this.finish(failed(describe(fault)))
    const excerpt = printable(kept.length === 1 ? kept[0]! : Buffer.concat(kept))
    this.finish({ response_status: status, error: null, response_excerpt: excerpt })
  }

  private finish(outcome: Outcome): void {
    if (this.isOver) return
    this.isOver = true
    this.waits.status.delete(this)
    this.waits.body.delete(this)
    this.done(outcome)
  }
}

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Begins an attempt. `done` is told once what became of it, and never before this returns. */
    send(attempt: Attempt, done: (outcome: Outcome) => void): void
  }
>()("hatchery/platform/WebhookSender") {
  static readonly layer = Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const guard = yield* EgressGuard
      const clock = yield* Clock.Clock
      const agentOver = (connect: buildConnector.connector) =>
        Effect.acquireRelease(
          Effect.sync(() => new Agent({ connect, allowH2: false, pipelining: 1, maxHeaderSize: header_bytes_max })),
          (agent) => Effect.promise(() => agent.destroy())
        )
      const outside = yield* agentOver(guard.connector)
      const inboxes = yield* agentOver(guard.inboxConnector)
      const expire = (sending: Sending) => sending.expire()
      const waits: Waits = {
        now: () => clock.currentTimeMillisUnsafe(),
        status: yield* makeDeadlines(total_timeout_ms, expire),
        body: yield* makeDeadlines(body_timeout_ms, expire)
      }
      const targets = new WeakMap<URL, Target>()
      const targetOf = (url: URL): Target => {
        const known = targets.get(url)
        if (known !== undefined) return known
        const made = {
          agent: guard.isInbox(url) ? inboxes : outside,
          refused: guard.refuses(url.href),
          origin: url.origin,
          path: `${url.pathname}${url.search}`
        }
        targets.set(url, made)
        return made
      }
      return WebhookSender.of({
        send: ({ body, headers, url }, done) => {
          const later = (outcome: Outcome) => queueMicrotask(() => done(outcome))
          const { agent, origin, path, refused } = targetOf(url)
          if (refused !== undefined) return later(failed(`the URL ${refused}`))
          agent.dispatch(
            {
              origin,
              path,
              method: "POST",
              headers: { "user-agent": "Hatchery-Webhooks/1", ...headers },
              body,
              headersTimeout: 0,
              bodyTimeout: 0
            },
            new Sending(waits, later)
          )
        }
      })
    })
  )
}
