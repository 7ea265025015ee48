/**
 * A TCP proxy that can be told to stop being a good network: between a node and Postgres, or in front of a runner. It
 * needs no privileges, so the same partitions run everywhere.
 */
import { connect, createServer, type AddressInfo, type Socket } from "node:net"

/** stall: bytes are neither read nor lost, and nobody is told; refuse: connections are reset, old ones and new ones. */
export type Mode = "pass" | "stall" | "refuse"

export interface Link {
  readonly client: Socket
  readonly upstream: Socket
  /** who connected, when the proxy was told how to find out */
  readonly source: string | undefined
  /** both ends are reset */
  cut(): void
}

/** What happens to the bytes of one link on their way. */
export interface Wire {
  fromClient(chunk: Buffer): void
  fromUpstream(chunk: Buffer): void
}

const straight = ({ client, upstream }: Link): Wire => ({
  fromClient: (chunk) => void upstream.write(chunk),
  fromUpstream: (chunk) => void client.write(chunk)
})

export interface ProxyOptions {
  readonly target: number
  readonly wire?: (link: Link) => Wire
  /** the name of whoever holds this local port */
  readonly sourceOf?: (port: number) => string | undefined
}

export class TcpProxy {
  port = 0
  /** links that were stalled or refused so far */
  struck = 0
  private rule: (source: string | undefined) => Mode = () => "pass"
  private readonly links = new Set<Link>()
  private readonly options: ProxyOptions
  private readonly server = createServer((client) => this.join(client))

  constructor(options: ProxyOptions) {
    this.options = options
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
    this.port = (this.server.address() as AddressInfo).port
    return this
  }

  close(): void {
    this.server.close()
    for (const link of this.links) link.cut()
  }

  /** From now on, for open links and for new ones. */
  treat(rule: Mode | ((source: string | undefined) => Mode)): void {
    this.rule = typeof rule === "function" ? rule : () => rule
    for (const link of this.links) this.obey(link)
  }

  /** Resets every link; the next connection is welcome. */
  cutAll(): void {
    for (const link of this.links) link.cut()
  }

  private obey(link: Link): void {
    const mode = this.rule(link.source)
    if (mode !== "pass") this.struck++
    if (mode === "refuse") return link.cut()
    for (const socket of [link.client, link.upstream]) {
      if (mode === "stall") socket.pause()
      else socket.resume()
    }
  }

  private join(client: Socket): void {
    const source = this.options.sourceOf?.(client.remotePort ?? 0)
    const upstream = connect(this.options.target, "127.0.0.1")
    const link: Link = {
      client,
      upstream,
      source,
      cut: () => {
        this.links.delete(link)
        for (const socket of [client, upstream]) if (!socket.destroyed) socket.resetAndDestroy()
      }
    }
    this.links.add(link)
    const wire = (this.options.wire ?? straight)(link)
    client.on("data", (chunk: Buffer) => wire.fromClient(chunk))
    upstream.on("data", (chunk: Buffer) => wire.fromUpstream(chunk))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      socket.setNoDelay(true)
      socket.on("error", () => link.cut())
      socket.on("end", () => other.end())
      socket.on("close", () => {
        this.links.delete(link)
        other.destroy()
      })
    }
    this.obey(link)
  }
}
