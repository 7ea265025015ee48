/** A receiver of webhooks on loopback: keeps what it got, answers as a test scripts it, counts what is open at once. */
import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { until } from "./time.ts"

export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers one request; `nth` counts from 1 per path. */
export type Script = (response: ServerResponse, request: Received, nth: number) => void

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ""): Script =>
  (response) =>
    void response.writeHead(code, headers).end(body)

/** Never answers. */
export const hang: Script = () => {}

const readBody = async (request: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

export const webhookSink = Effect.acquireRelease(
  Effect.promise(async () => {
    const received: Array<Received> = []
    const scripts = new Map<string, Script>()
    const counts = new Map<string, number>()
    const open = new Map<string, number>()
    const most = new Map<string, number>()
    let connections = 0
    const server = createServer(async (request, response) => {
      const path = request.url ?? "/"
      open.set(path, (open.get(path) ?? 0) + 1)
      most.set(path, Math.max(most.get(path) ?? 0, open.get(path)!))
      response.on("close", () => open.set(path, open.get(path)! - 1))
      const item = { path, method: request.method ?? "", headers: request.headers, body: await readBody(request) }
      received.push(item)
      const nth = (counts.get(path) ?? 0) + 1
      counts.set(path, nth)
      const script = scripts.get(path) ?? status(204)
      script(response, item, nth)
    })
    server.on("connection", () => connections++)
    await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))
    const { port } = server.address() as AddressInfo
    const at = (path: string) => received.filter((item) => item.path === path)
    return {
      server,
      port,
      received,
      at,
      url: (path: string) => `http://127.0.0.1:${port}${path}`,
      script: (path: string, script: Script) => void scripts.set(path, script),
      /** requests at `path` that have not been answered yet, now and at worst */
      open: (path: string) => open.get(path) ?? 0,
      mostOpen: (path: string) => most.get(path) ?? 0,
      /** sockets ever accepted */
      connections: () => connections,
      /** waits in real time until `count` requests came in at `path` */
      got: (path: string, count: number) =>
        until(
          `${count} requests at ${path}`,
          Effect.sync(() => at(path).length >= count)
        )
    }
  }),
  ({ server }) =>
    Effect.promise(() => {
      server.closeAllConnections()
      return new Promise<void>((resume) => server.close(() => resume()))
    })
)

export type WebhookSink = Effect.Success<typeof webhookSink>
