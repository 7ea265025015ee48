/** A model that speaks the protocol of chat completions over HTTP, and says what it is told to say. */
import { Effect } from "effect"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type Reply = (response: ServerResponse) => void

export interface Asked {
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly body: {
    readonly model: string
    readonly max_tokens?: number
    readonly max_completion_tokens?: number
    readonly response_format?: { readonly type: string }
    readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
  }
}

export const status =
  (code: number, body = "{}"): Reply =>
  (response) =>
    void response.writeHead(code, { "content-type": "application/json" }).end(body)

const message = (content: unknown, refusal: string | null = null) =>
  status(200, JSON.stringify({ choices: [{ message: { role: "assistant", content, refusal } }] }))
export const says = (content: unknown) => message(typeof content === "string" ? content : JSON.stringify(content))
export const declines = message(null, "I would rather not.")
/** never answers */
export const hangs: Reply = () => undefined
export const hangsUp: Reply = (response) => void response.destroy()

const bodyOf = async (request: AsyncIterable<unknown>) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Asked["body"]
}

export interface FakeModel {
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
  /** what is said next, one after the other; when all is said it declines */
  next(...replies: ReadonlyArray<Reply>): void
}

export const startModel = async (): Promise<FakeModel & { stop(): void }> => {
  const asked: Array<Asked> = []
  const replies: Array<Reply> = []
  const server = createServer(async (request, response) => {
    asked.push({ path: request.url, authorization: request.headers.authorization, body: await bodyOf(request) })
    ;(replies.shift() ?? declines)(response)
  })
  await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    asked,
    next: (...more) => void replies.push(...more),
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export const fakeModel = Effect.acquireRelease(Effect.promise(startModel), ({ stop }) => Effect.sync(stop))

export const idea = {
  preset_key: "learning",
  tone: "calm",
  event_types: [
    {
      event_type: "lesson.completed",
      name: "Lesson completed",
      role: "core",
      per_user_week: 5,
      properties: [{ name: "minutes", type: "number" }],
      why: "It is what they come for."
    },
    {
      event_type: "friend.invited",
      name: "Friend invited",
      role: "social",
      per_user_week: 0.2,
      properties: [],
      why: "They learn in pairs."
    }
  ],
  rewards: [
    { event_type: "lesson.completed", coins: 12, max_per_day: 6, is_drawn: true },
    { event_type: "friend.invited", coins: 30, max_per_day: 2, is_drawn: false }
  ],
  badges: [
    { label: "Bookworm", description: "Ten lessons.", tier: "bronze", event_type: "lesson.completed", count: 10 }
  ],
  streak: { name: "Learning days", frequency: "daily", event_types: ["lesson.completed"] },
  evolution: { stage_names: ["Egg", "Chick", "Owl"] },
  reasons: [{ path: "preset_key", why: "It is a school." }]
}
