/**
 * A receiver of webhooks on loopback: keeps what it got, answers as a test scripts it, counts what is open at once.
 */
import { Effect, type Scope } from "effect"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { until } from "./time.ts"

export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** the exact text, which the signature covers */
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

/** One script after the other, the last of them for ever: `inTurn(status(500), hang, status(204))`. */
export const inTurn =
  (first: Script, ...rest: ReadonlyArray<Script>): Script =>
  (response, request, nth) =>
    ([first, ...rest][nth - 1] ?? rest.at(-1) ?? first)(response, request, nth)

const readBody = async (request: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

/** How many requests each path has open, now and at worst. */
const makeCounts = () => {
  const open = new Map<string, number>()
  const most = new Map<string, number>()
  const change = (path: string, by: number) => {
    const now = (open.get(path) ?? 0) + by
    open.set(path, now)
    most.set(path, Math.max(most.get(path) ?? 0, now))
  }
  return { change, open: (path: string) => open.get(path) ?? 0, most: (path: string) => most.get(path) ?? 0 }
}

const makeSink = async () => {
  const received: Array<Received> = []
  const scripts = new Map<string, Script>()
  const counts = makeCounts()
  const at = (path: string) => received.filter((item) => item.path === path)
  let connections = 0
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/"
    counts.change(path, 1)
    response.on("close", () => counts.change(path, -1))
    const item = { path, method: request.method ?? "", headers: request.headers, body: await readBody(request) }
    received.push(item)
    const script = scripts.get(path) ?? status(204)
    script(response, item, at(path).length)
  })
  server.on("connection", () => connections++)
  await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    /** every request so far, oldest first */
    received: received as ReadonlyArray<Received>,
    at: (path: string): ReadonlyArray<Received> => at(path),
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** what is answered at `path` from now on; 204 where nothing is scripted */
    script: (path: string, script: Script) => void scripts.set(path, script),
    /** requests at `path` that have not been answered yet, now and at worst */
    open: counts.open,
    mostOpen: counts.most,
    /** sockets ever accepted */
    connections: () => connections,
    /** waits in real time until `count` requests came in at `path` */
    got: (path: string, count: number) =>
      until(
        `${count} requests at ${path}`,
        Effect.sync(() => at(path).length >= count)
      )
  }
}

export type WebhookSink = Awaited<ReturnType<typeof makeSink>>

export const webhookSink: Effect.Effect<WebhookSink, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(makeSink),
  ({ server }) =>
    Effect.promise(() => {
      server.closeAllConnections()
      return new Promise<void>((resume) => server.close(() => resume()))
    })
)
