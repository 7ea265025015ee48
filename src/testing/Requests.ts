/** Requests to a running service and their answers, as a test wants to read them. */
import { Effect } from "effect"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** parsed JSON, or the text when it is none */
  // Tests read into answers freely; a wrong guess fails where it stands.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly text: string
}

export interface CallOptions {
  /** overrides the tenant's key; null sends no Authorization header */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** sent as it is, instead of JSON of `body` */
  readonly raw?: string
}

/** Paths starting with `/` are under the version prefix; `root:/healthz` is not. */
export type Call = (method: string, path: string, body?: unknown, options?: CallOptions) => Effect.Effect<Answer>

export const request =
  (baseUrl: string, key: string | null): Call =>
  (method, path, body, options = {}) =>
    Effect.promise(async (signal) => {
      const credential = options.key === undefined ? key : options.key
      const url = path.startsWith("root:") ? baseUrl + path.slice(5) : `${baseUrl}/api/v1${path}`
      const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(url, {
        method,
        signal,
        redirect: "manual",
        headers: {
          ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
          ...(payload === undefined ? {} : { "content-type": "application/json" }),
          ...options.headers
        },
        ...(payload === undefined ? {} : { body: payload })
      })
      const text = await response.text()
      const json = (response.headers.get("content-type") ?? "").startsWith("application/json")
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: json && text !== "" ? JSON.parse(text) : text
      }
    })

/** The answer, or a defect that shows it when it is not a success. */
export const succeeded = (call: Effect.Effect<Answer>): Effect.Effect<Answer> =>
  Effect.flatMap(call, (answer) =>
    answer.status < 300
      ? Effect.succeed(answer)
      : Effect.die(new Error(`the service refused with ${answer.status}: ${answer.text}`))
  )
