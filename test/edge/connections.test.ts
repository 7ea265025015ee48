/** Who opens connections without end is stopped, and nobody else. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { dropDeaf, limitConnections, limitsFor } from "../../src/edge/Connections.ts"
import { until } from "../kit/service/time.ts"

const listening = (made: () => Server) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = made()
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )

const limited = (per_address: number) => () => {
  const server = createServer((_, response) => response.end("here"))
  limitConnections(server, { total: 100, per_address, isClient: (address) => address.startsWith("127.0.0.") })
  return server
}

/** Connections from one address of this machine, and how many of them still stand. */
const opened = (port: number, localAddress: string, count: number) => {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress })
    socket.on("error", () => {})
    // Read, or nobody hears of its end.
    return socket.resume()
  })
  return { sockets, standing: () => sockets.filter((socket: Socket) => !socket.destroyed).length }
}

const asked = (port: number, localAddress: string) =>
  Effect.callback<string>((resume) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress }, () =>
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    )
    let text = ""
    socket.on("data", (bytes) => (text += bytes.toString()))
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed(text)))
  })

it.live("an address holds so many connections, keeps those that stand, and gets new ones as they end", () =>
  Effect.gen(function* () {
    const server = yield* listening(limited(5))
    const { port } = server.address() as AddressInfo
    const greedy = opened(port, "127.0.0.2", 20)
    yield* until(
      "those beyond are closed",
      Effect.sync(() => greedy.standing() === 5)
    )
    assert.include(yield* asked(port, "127.0.0.3"), "here")
    assert.strictEqual(yield* asked(port, "127.0.0.2"), "")
    assert.strictEqual(greedy.standing(), 5)
    greedy.sockets.forEach((socket) => socket.destroy())
    yield* until(
      "there is room again",
      Effect.map(asked(port, "127.0.0.2"), (text) => text.includes("here"))
    )
  }).pipe(Effect.scoped)
)

/** More than a socket and its other end take on the way. */
const much = Buffer.alloc(64 * 1_048_576)

/** Answers at once, or once it has been silent for as long as clients may be deaf. */
const untaken = (closed: () => void) => () => {
  const answers = new Map<unknown, ServerResponse>()
  const server = createServer((request, response) => {
    answers.set(request.socket, response)
    const answer = () => response.end(request.url?.includes("much") ? much : "made")
    if (request.url?.includes("slow")) server.once("timeout", answer)
    else answer()
  })
  server.on("connection", (socket) => socket.once("close", closed))
  dropDeaf(server, (socket) => answers.get(socket), 100)
  return server
}

it.live("an answer nobody takes does not wait for ever, and one that takes its time is waited for", () =>
  Effect.gen(function* () {
    let closed = 0
    const server = yield* listening(untaken(() => closed++))
    const { port } = server.address() as AddressInfo
    const asking = (path: string) => {
      const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(`GET ${path} HTTP/1.0\r\n\r\n`))
      return socket.on("error", () => {})
    }
    for (const [count, path] of ["/much", "/slow-and-much"].entries()) {
      const deaf = asking(path).pause()
      yield* until(
        `${path} is closed`,
        Effect.sync(() => closed === count + 1)
      )
      deaf.destroy()
    }
    let text = ""
    asking("/slow").on("data", (bytes) => (text += bytes.toString()))
    yield* until(
      "it is answered",
      Effect.sync(() => text.endsWith("made"))
    )
  }).pipe(Effect.scoped)
)

it("a proxy, this machine and its network stand for many", () => {
  const direct = limitsFor(0)
  assert.isTrue(direct.isClient("93.184.216.34"))
  assert.isTrue(direct.isClient("::ffff:93.184.216.34"))
  for (const own of ["127.0.0.1", "::ffff:127.0.0.1", "::1", "10.0.0.7", "172.18.0.1", "fd00::1"])
    assert.isFalse(direct.isClient(own), own)
  for (const trust of [1, ["10.0.0.0/8"]]) assert.isFalse(limitsFor(trust).isClient("93.184.216.34"))
})
