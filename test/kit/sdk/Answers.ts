/** A service for the SDK that answers what a test lays out, and remembers what it was asked. */
import { vi } from "vitest"

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: unknown
  /** on the clock of the test */
  readonly at: number
}

export type Answer = () => Response | Promise<Response>

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  const text = JSON.stringify(body)
  return () => new Response(text, { status, headers: { "content-type": "application/json", ...headers } })
}

export const refused = (status: number, code: string, details?: object, headers?: Record<string, string>): Answer =>
  json(status, { error: { code, message: `because of ${code}`, details, requestId: "req-1" } }, headers)

export const unreachable: Answer = () => Promise.reject(new TypeError("fetch failed"))

/** Heeds nothing, not even its signal. */
export const silent: Answer = () => new Promise(() => {})

/** Answers in this order, and the last again and again. */
export const serviceOf = (...answers: ReadonlyArray<Answer>) => {
  const asked: Array<Asked> = []
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push({
      method: init.method ?? "GET",
      url: new URL(url),
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      at: Date.now()
    })
    return Promise.resolve(answer?.() ?? Promise.reject(new TypeError("nothing was laid out")))
  }
  return { asked, fetch }
}

/** What a promise came to, after every wait on the way there: time is the test's. */
export const settled = async <A>(promise: PromiseLike<A>): Promise<A> => {
  const progress = { done: false }
  const outcome = Promise.resolve(promise).finally(() => (progress.done = true))
  outcome.catch(() => {})
  for (let steps = 0; !progress.done && steps < 1000; steps++) await vi.advanceTimersByTimeAsync(1000)
  if (!progress.done) throw new Error("it hangs")
  return outcome
}

/** The error of a promise that must reject. */
export const errorFrom = async (promise: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await settled(promise)
  } catch (error) {
    return error
  }
  throw new Error("it should have been refused")
}
