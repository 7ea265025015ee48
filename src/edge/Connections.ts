/**
 * How many connections stand at a time. Each costs memory and a descriptor however little is sent over it, so whoever
 * opens them without end must not have all there are. Beyond a bound new ones are closed, those that stand go on.
 */
import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { ProxyTrust } from "../Config.ts"
import { isPublicAddress } from "../platform/webhooks/Addresses.ts"
import { networkOf } from "./ClientAddress.ts"

export const connection_limits = {
  total: 10_000,
  /** a school has one address */
  per_address: 1_000
} as const

interface Options {
  readonly total: number
  readonly per_address: number
  /** whether this peer is a client of its own, and not a proxy that many share */
  readonly isClient: (address: string) => boolean
}

/** Where a proxy is known of, or may stand (on this machine and network), the other end says nothing of who it is. */
export const limitsFor = (trust: ProxyTrust): Options => ({
  ...connection_limits,
  isClient: (address) => trust === 0 && isPublicAddress(address)
})

export const limitConnections = (server: Server, { isClient, per_address, total }: Options): void => {
  server.maxConnections = total
  const standing = new Map<string, number>()
  const leave = (network: string) => {
    const left = standing.get(network)! - 1
    if (left === 0) standing.delete(network)
    else standing.set(network, left)
  }
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || !isClient(address)) return
    const network = networkOf(address)
    standing.set(network, (standing.get(network) ?? 0) + 1)
    socket.once("close", () => leave(network))
    if (standing.get(network)! > per_address) socket.destroy()
  })
}

/** How long a client may take nothing of an answer that waits for it. */
export const untaken_ms = 30_000

/**
 * An answer stays in memory until it is taken, so whoever asks for large ones and reads nothing could fill it within
 * the limits of requests. Every byte that is taken begins the time anew, and an answer that is still being made has
 * all the time it needs.
 */
export const dropDeaf = (
  server: Server,
  answerOn: (socket: Socket) => ServerResponse | undefined,
  after_ms: number = untaken_ms
): void => {
  server.timeout = after_ms
  server.on("timeout", (socket: Socket) => {
    const answer = answerOn(socket)
    const isMaking = answer !== undefined && !answer.writableFinished && socket.writableLength === 0
    // What is written in the end begins the time anew.
    if (!isMaking) socket.destroy()
  })
}
