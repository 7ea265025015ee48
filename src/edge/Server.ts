/**
 * The HTTP listener with two habits of its own. It listens before the service behind it is built, so a request that comes too early is
 * told to come again instead of waiting for ever. And it lets one interceptor look at a request first (see IngestFastPath): what the
 * interceptor takes never enters the router.
 */
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"

/** True: the request is taken and will be answered. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean

export class FrontDoor extends Context.Service<FrontDoor, {
  readonly server: Server
  intercept(interceptor: Interceptor | undefined): void
}>()("hatchery/edge/FrontDoor") {}

const early = JSON.stringify({
  error: { code: "service_unavailable", message: "The service is starting. Try again in 1 s.", requestId: "starting" }
})

const makeFrontDoor = (): FrontDoor["Service"] => {
  let interceptor: Interceptor | undefined
  const server = createServer({
    // A client that sends slowly holds a socket, not a worker; these bound for how long.
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384
  })
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...args: Array<unknown>) => {
    if (event !== "request") return emit(event, ...args)
    const [request, response] = args as [IncomingMessage, ServerResponse]
    if (server.listenerCount("request") === 0) {
      response.writeHead(503, { "content-type": "application/json", "retry-after": "1", connection: "close" }).end(early)
      return true
    }
    return interceptor?.(request, response) === true || emit(event, ...args)
  }
  return {
    server,
    intercept: (next) => {
      interceptor = next
    }
  }
}

export const ServerLive = (options: { readonly host: string; readonly port: number }) =>
  Layer.unwrap(Effect.map(FrontDoor, ({ server }) =>
    NodeHttpServer.layer(() => server, { ...options, gracefulShutdownTimeout: "15 seconds" })
  )).pipe(Layer.provideMerge(Layer.sync(FrontDoor, makeFrontDoor)))
