/**
 * Requests exactly as a test writes them: `fetch` would tidy paths, refuse headers and methods, and set others of its
 * own. Connections are kept and come from several loopback addresses, so that no limit per address is in the way.
 */
import { Effect } from "effect"
import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { connect } from "node:net"

export interface Sent {
  readonly method: string
  /** from the root, percent-encoded by the test itself */
  readonly path: string
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body?: string | Buffer
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** parsed JSON; undefined when the answer is none */
  readonly json: unknown
}

export type Send = (sent: Sent) => Effect.Effect<Received>

const addresses = 16

/** Only a test that fails waits so long; the service itself gives up much earlier. */
const patience_ms = 120_000

const parsed = (text: string, contentType: string | undefined): unknown => {
  if (!(contentType ?? "").startsWith("application/json")) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const exchange = (origin: URL, agent: Agent, localAddress: string, sent: Sent) =>
  new Promise<Received>((resolve, reject) => {
    const body = typeof sent.body === "string" ? Buffer.from(sent.body, "utf8") : sent.body
    const headers: Record<string, string | ReadonlyArray<string>> = { ...sent.headers }
    if (body !== undefined && headers["transfer-encoding"] === undefined) {
      headers["content-length"] ??= String(body.byteLength)
    }
    const { method, path } = sent
    const outgoing = request(
      {
        host: origin.hostname,
        port: origin.port,
        agent,
        localAddress,
        method,
        path,
        headers: headers as Record<string, string>
      },
      (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", reject)
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          const json = parsed(text, incoming.headers["content-type"])
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json })
        })
      }
    )
    outgoing.on("error", (error) => {
      // A connection that was kept may have been closed while this was on its way: nobody read it.
      if (outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET")
        resolve(exchange(origin, agent, localAddress, sent))
      else reject(new Error(`${method} ${path.slice(0, 200)}: ${error.message}`))
    })
    outgoing.setTimeout(patience_ms, () => outgoing.destroy(new Error("no answer within two minutes")))
    outgoing.end(body)
  })

/** A client of the server at `baseUrl` for the lifetime of the scope. */
export const rawHttp = (baseUrl: string) =>
  Effect.gen(function* () {
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 8, scheduling: "lifo" })),
      (open) => Effect.sync(() => open.destroy())
    )
    const origin = new URL(baseUrl)
    let count = 0
    const send: Send = (sent) =>
      Effect.promise(() => exchange(origin, agent, `127.0.0.${1 + (count++ % addresses)}`, sent))
    return send
  })

/** Writes bytes that are no proper request and answers what came back before the connection ended. */
export const speak = (baseUrl: string, bytes: string | Buffer): Effect.Effect<Received> =>
  Effect.promise(
    () =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(baseUrl)
        const chunks: Array<Buffer> = []
        const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
        socket.setTimeout(patience_ms, () => socket.destroy(new Error("no answer within two minutes")))
        socket.on("data", (chunk) => chunks.push(chunk))
        socket.on("error", reject)
        socket.on("close", () => resolve(readAnswer(Buffer.concat(chunks).toString("utf8"))))
      })
  )

const readAnswer = (raw: string): Received => {
  const [head = "", text = ""] = raw.split(/\r\n\r\n([\s\S]*)/)
  const [statusLine = "", ...lines] = head.split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
  )
  return { status: Number(statusLine.split(" ")[1] ?? 0), headers, text, json: parsed(text, headers["content-type"]) }
}
