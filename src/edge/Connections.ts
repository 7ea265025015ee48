/**
 * How many connections stand at a time. Each costs memory and a descriptor however little is sent over it, so whoever
 * opens them without end must not have all there are. Beyond a bound new ones are closed, those that stand go on.
 */
import type { Server } from "node:http"
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
