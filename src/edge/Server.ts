/**
 * The HTTP listener with two habits of its own. It listens before the service behind it is built, so a request that
 * comes too early is told to come again instead of waiting for ever. And it lets one interceptor look at a request
 * first (see IngestFastPath, PublicFastPath): what an interceptor takes never enters the router.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { counters, observed } from "../platform/observability/metrics/Family.ts"
import { requests, requestsOpen } from "../platform/observability/metrics/Node.ts"
import { emptyRequest } from "../wire/CurrentRequest.ts"
import { AppConfig, type AppSettings } from "../Config.ts"
import { wholePath } from "./Address.ts"
import { headersOf, newRequestId } from "./Exchange.ts"
import { dropDeaf, limitConnections, limitsFor } from "./Connections.ts"
import { isExpectable } from "./Expectation.ts"
import { foreignName, ownNames } from "./HostNames.ts"

/** True: the request is taken and will be answered. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean

export class FrontDoor extends Context.Service<
  FrontDoor,
  {
    readonly server: Server
    /** behind those that came before it; answers how to leave */
    intercept(interceptor: Interceptor): () => void
  }
>()("hatchery/edge/FrontDoor") {}

/** An error in the envelope for what never becomes a request of the router. Its connection is closed. */
const terse = (status: number, code: string, message: string, nowMs: number) => {
  const current = emptyRequest(newRequestId(undefined), "unknown")
  const body = JSON.stringify({ error: { code, message, requestId: current.requestId } })
  const headers: Record<string, string> = {
    ...headersOf(current, status, true, nowMs),
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close"
  }
  return { status, headers, body }
}

/** What the parser of the platform gives up on, by its code; everything else is a 400. */
const refusals: Readonly<Record<string, readonly [status: number, phrase: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large", "The body is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive."]
}
const malformed = [400, "Bad Request", "This is no HTTP request."] as const

const refuseBytes = (error: NodeJS.ErrnoException, socket: Duplex, nowMs: number) => {
  const [status, phrase, message] = refusals[error.code ?? ""] ?? malformed
  const code = status === 413 ? "payload_too_large" : "bad_request"
  const { body, headers } = terse(status, code, message, nowMs)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join("\r\n")}\r\n\r\n${body}`)
}

/** How often a closing server looks for connections that have become idle. */
const idleCheck = "25 millis"

/**
 * Node closes the connections that are idle when `close` is called; one that is just answering would stay open for as
 * long as its client likes to keep it. A closing server closes each as soon as it is idle.
 */
const closeConnectionsWith = (server: Server) => {
  const close = server.close.bind(server)
  server.close = (done) => {
    const closing = Effect.runFork(
      Effect.repeat(
        Effect.sync(() => server.closeIdleConnections()),
        Schedule.spaced(idleCheck)
      )
    )
    return close((error) => {
      closing.interruptUnsafe()
      done?.(error)
    })
  }
}

/** Counts requests from their headers to the end of their answer, by one listener that all of them share. */
const makeCounting = (registry: Context.Context<never>) => {
  const answered = counters(requests, registry)
  const byClass = ["1xx", "1xx", "2xx", "3xx", "4xx", "5xx"] as const
  let open = 0
  observed(requestsOpen, registry, () => open)
  function closed(this: ServerResponse) {
    open--
    if (this.headersSent) answered[byClass[Math.floor(this.statusCode / 100)] ?? "5xx"].add(1)
  }
  return (response: ServerResponse) => {
    open++
    response.once("close", closed)
  }
}

const makeFrontDoor = (
  clock: Clock.Clock,
  registry: Context.Context<never>,
  config: Pick<AppSettings, "embedded" | "host" | "publicUrl" | "trustProxy">
): FrontDoor["Service"] => {
  const isOwnName = ownNames(config)
  const interceptors = new Set<Interceptor>()
  const count = makeCounting(registry)
  const now = () => clock.currentTimeMillisUnsafe()
  /** the answer under way on a connection, which nothing else may be written into */
  const answering = new WeakMap<Duplex, ServerResponse>()
  const server = createServer({
    // A client that sends slowly holds a socket, not a worker; these bound for how long.
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
    // Refused below, in the envelope.
    requireHostHeader: false,
    // No other protocol is spoken: who offers one (some clients offer h2c with everything) is answered in HTTP/1.1.
    shouldUpgradeCallback: () => false
  })
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const answer = answering.get(socket)
    const isWriting = answer !== undefined && answer.headersSent && !answer.writableFinished
    if (error.code === "ECONNRESET" || !socket.writable || isWriting) socket.destroy()
    else refuseBytes(error, socket, now())
  })
  // Refused by the envelope, like everything that is wrong with a whole request.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    server.emit("request", request, response)
  })
  closeConnectionsWith(server)
  limitConnections(server, limitsFor(config.trustProxy))
  dropDeaf(server, (socket) => answering.get(socket))
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...args: Array<unknown>) => {
    // A request with Expect: 100-continue comes as an event of its own and is told to go on when its body is read.
    const isWaiting = event === "checkContinue"
    if (event !== "request" && !isWaiting) return emit(event, ...args)
    const [request, response] = args as [IncomingMessage, ServerResponse]
    answering.set(request.socket, response)
    count(response)
    if (server.listenerCount("request") === 0) {
      const { body, headers, status } = terse(
        503,
        "service_unavailable",
        "The service is starting. Try again in 1 s.",
        now()
      )
      response.writeHead(status, { ...headers, "retry-after": "1" }).end(body)
      return true
    }
    const { host } = request.headers
    const isNameless = host === undefined && request.httpVersion !== "1.0"
    if (isNameless || !isOwnName(host)) {
      const message = isNameless ? "Send a Host header." : foreignName
      const { body, headers, status } = terse(400, "bad_request", message, now())
      response.writeHead(status, headers).end(body)
      return true
    }
    request.url &&= wholePath(request.url)
    const isPlain = !isWaiting && isExpectable(request.headers.expect)
    if (isPlain) for (const interceptor of interceptors) if (interceptor(request, response)) return true
    return emit(event, ...args)
  }
  return {
    server,
    intercept: (interceptor) => {
      interceptors.add(interceptor)
      return () => void interceptors.delete(interceptor)
    }
  }
}

export const ServerLive = (options: { readonly host: string; readonly port: number }) =>
  Layer.unwrap(
    Effect.map(FrontDoor, ({ server }) =>
      NodeHttpServer.layer(() => server, { ...options, gracefulShutdownTimeout: "15 seconds" })
    )
  ).pipe(
    Layer.provideMerge(
      Layer.effect(
        FrontDoor,
        Effect.gen(function* () {
          return makeFrontDoor(yield* Clock.Clock, yield* Effect.context<never>(), yield* AppConfig)
        })
      )
    )
  )
