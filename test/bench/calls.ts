/** Calls of the public API by whoever prepares what is measured, or is a part of it. */
import { Agent, request } from "undici"

export interface Callee {
  readonly baseUrl: string
  readonly key: string
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Fields of a record, each of the type its reader knows it to have. */
type Fields = Readonly<Record<string, never>>

const connections = new Agent({ connections: 256 })
const poll_ms = 200

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whoever is told to come later does. */
export const call = async ({ baseUrl, key }: Callee, method: string, path: string, body?: unknown): Promise<Answer> => {
  for (;;) {
    const answer = await request(`${baseUrl}/api/v1${path}`, {
      method: method as "GET",
      dispatcher: connections,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body)
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 429)
      return { status: answer.statusCode, body: text === "" ? undefined : JSON.parse(text) }
    await sleep(Number(answer.headers["retry-after"] ?? 1) * 1_000)
  }
}

/** What has to succeed. */
export const ask = async <Body = Fields>(
  callee: Callee,
  method: string,
  path: string,
  body?: unknown
): Promise<Body> => {
  const answer = await call(callee, method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as Body
}

export const stateOf = <Result>(callee: Callee, operation_id: string) =>
  ask<{ readonly status: string; readonly result: Result }>(callee, "GET", `/operations/${operation_id}`)

export const finished = async <Result>(callee: Callee, operation_id: string) => {
  for (;;) {
    const state = await stateOf<Result>(callee, operation_id)
    if (state.status === "completed") return state
    if (state.status !== "pending" && state.status !== "processing")
      throw new Error(`${operation_id} has ${state.status}`)
    await sleep(poll_ms)
  }
}
