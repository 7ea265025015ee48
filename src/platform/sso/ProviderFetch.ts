/**
 * How identity providers are called. A tenant names the issuer, and the issuer names the rest, so every address is
 * looked at anew: by its text, and by what it resolves to when it is connected to. Redirects are not followed, and
 * answers are read piece by piece, so that what has no end and what is packed small takes no more than it may.
 */
import { Effect } from "effect"
import { Agent, fetch } from "undici"
import { AppConfig } from "../../Config.ts"
import { EgressGuard, urlProblem } from "../webhooks/EgressGuard.ts"

/** of one answer, decompressed */
const body_bytes_max = 1_048_576
export const provider_timeout_ms = 8_000

/** What became of the calls of one visit. */
export interface Calls {
  made: number
  /** the last one had no answer, one too long, or one that blames the provider */
  is_away: boolean
}

interface Asked {
  readonly method?: string | undefined
  readonly headers?: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export interface ProviderFetch {
  /** why this address is not called, by its text alone */
  readonly refuses: (url: string) => string | undefined
  /** fetch as the library wants it, which ends with `signal` */
  readonly within: (calls: Calls, signal: AbortSignal) => (url: string, asked: Asked) => Promise<Response>
}

const read = async (body: AsyncIterable<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Array<Uint8Array> = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > body_bytes_max) throw new Error("the answer is too large")
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

export const makeProviderFetch = Effect.gen(function* () {
  const { webhookAllowPrivate } = yield* AppConfig
  const { connector } = yield* EgressGuard
  const agent = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connect: connector,
          connections: 4,
          headersTimeout: provider_timeout_ms,
          bodyTimeout: provider_timeout_ms
        })
    ),
    (made) => Effect.promise(() => made.destroy())
  )
  const refuses = (url: string) => urlProblem(url, webhookAllowPrivate)

  const within: ProviderFetch["within"] = (calls, signal) => async (url, asked) => {
    calls.made++
    calls.is_away = true
    const problem = refuses(url)
    if (problem !== undefined) throw new Error(`the address ${problem}`)
    const response = await fetch(url, {
      method: asked.method ?? "GET",
      headers: Object.fromEntries(new Headers(asked.headers as HeadersInit)),
      body: asked.body === undefined || asked.body === null ? null : String(asked.body),
      redirect: "manual",
      dispatcher: agent,
      signal: asked.signal === undefined ? signal : AbortSignal.any([signal, asked.signal])
    })
    const body = await read(response.body)
    calls.is_away = response.status >= 500
    return new Response(bodiless.has(response.status) ? null : body, {
      status: response.status,
      headers: { "content-type": response.headers.get("content-type") ?? "" }
    })
  }
  return { refuses, within } satisfies ProviderFetch
})
