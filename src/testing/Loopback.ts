/**
 * Bytes between two sockets of this process that one has sent and the other has not read. A busy kernel may keep them
 * for milliseconds, in which nobody seems to have anything to do.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"

const opened = "net.client.socket"

/** Watches who connects to `port` from this process; `accepted` answers their other ends. */
export const loopback = (port: number, accepted: () => Iterable<Socket>) => {
  const clients = new Set<Socket>()
  const onOpened = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket }
    socket.once("connect", () => {
      if (socket.remotePort !== port) return
      clients.add(socket)
      socket.once("close", () => clients.delete(socket))
    })
  }
  subscribe(opened, onOpened)
  return {
    /** connections with bytes under way, or not accepted yet */
    underWay: (): number => {
      const ends = new Map([...accepted()].map((end) => [end.remotePort, end]))
      let count = 0
      for (const client of clients) {
        const end = ends.get(client.localPort)
        if (end?.bytesRead !== client.bytesWritten || end.bytesWritten !== client.bytesRead) count++
      }
      return count
    },
    end: () => unsubscribe(opened, onOpened)
  }
}
