/** Takes the webhooks of a run, checks their signatures, and behaves as badly as a scenario wants. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"

export type Manner = "ok" | "hang" | "crawl" | "broken"

export interface Received {
  readonly delivery_id: string
  readonly at: number
  readonly is_genuine: boolean
}

const crawl = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/plain" })
  const timer = setInterval(() => response.write("."), 1_000)
  response.on("close", () => clearInterval(timer))
}

export class Receiver {
  port = 0
  private readonly secrets = new Map<string, string>()
  private readonly manners = new Map<string, Manner>()
  /** by path */
  readonly received = new Map<string, Array<Received>>()
  private readonly server = createServer(async (request, response) => {
    const path = request.url ?? "/"
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    this.note(path, request.headers, Buffer.concat(chunks).toString("utf8"))
    const manner = this.manners.get(path) ?? "ok"
    if (manner === "ok") response.writeHead(204).end()
    if (manner === "broken") response.writeHead(500).end()
    if (manner === "crawl") crawl(response)
  })

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
    this.port = (this.server.address() as AddressInfo).port
    return this
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  urlOf(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  /** where the deliveries of a tenant go */
  pathOf(customer_id: string): string {
    return `/${customer_id}`
  }

  /** what signatures at this path are checked with */
  trust(path: string, secret: string): void {
    this.secrets.set(path, secret)
  }

  behave(path: string, manner: Manner): void {
    this.manners.set(path, manner)
  }

  private note(path: string, headers: IncomingHttpHeaders, body: string): void {
    const list = this.received.get(path) ?? []
    this.received.set(path, list)
    list.push({
      delivery_id: String(headers["x-svc-delivery"]),
      at: Date.now(),
      is_genuine: this.isGenuine(path, headers, body)
    })
  }

  private isGenuine(path: string, headers: IncomingHttpHeaders, body: string): boolean {
    try {
      new Webhook(this.secrets.get(path)!).verify(body, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }
}
