/** One HTTP attempt as a client sees it: an answer, or the way in which there was none. */
import { Agent, request } from "undici"

export interface Answer {
  readonly _tag: "Answer"
  readonly status: number
  readonly retry_after: string | undefined
  readonly replayed: boolean
  readonly body: unknown
}

/** refused: nobody listens; broken: the connection died before the answer; silent: nothing came in time */
export interface NoAnswer {
  readonly _tag: "NoAnswer"
  readonly way: "refused" | "broken" | "silent"
}

export type Attempted = Answer | NoAnswer

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "PUT"
  readonly path: string
  readonly body?: unknown
  readonly key: string
  readonly idempotency_key?: string
}

/** Above the 10 s after which the service itself gives up on a buddy. */
const patience_ms = 15_000

export class HttpClient {
  private readonly agents = new Map<string, Agent>()

  private agentOf(baseUrl: string): Agent {
    const known = this.agents.get(baseUrl)
    if (known !== undefined) return known
    const agent = new Agent({ connections: 256, headersTimeout: patience_ms, bodyTimeout: patience_ms })
    this.agents.set(baseUrl, agent)
    return agent
  }

  async attempt(baseUrl: string, call: Call): Promise<Attempted> {
    try {
      const answer = await request(`${baseUrl}/api/v1${call.path}`, {
        method: call.method,
        dispatcher: this.agentOf(baseUrl),
        headers: {
          authorization: `Bearer ${call.key}`,
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
          ...(call.idempotency_key === undefined ? {} : { "idempotency-key": call.idempotency_key })
        },
        body: call.body === undefined ? null : JSON.stringify(call.body)
      })
      const text = await answer.body.text()
      const retry_after = answer.headers["retry-after"]
      return {
        _tag: "Answer",
        status: answer.statusCode,
        retry_after: typeof retry_after === "string" ? retry_after : undefined,
        replayed: answer.headers["idempotency-replayed"] === "true",
        body: text === "" ? undefined : JSON.parse(text)
      }
    } catch (error) {
      return { _tag: "NoAnswer", way: wayOf(error) }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.destroy()))
  }
}

const wayOf = (error: unknown): NoAnswer["way"] => {
  const { code } = error as { readonly code?: unknown }
  if (code === "ECONNREFUSED") return "refused"
  return code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT" ? "silent" : "broken"
}
