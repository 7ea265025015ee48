/**
 * A door between the service and its database, in this process: every connection goes through it as plain bytes. It
 * knows how many answers Postgres still owes, which is what a virtual clock must wait for before it moves. And it can
 * be shut at once, which is what the database sees of a process that is killed: every connection gone, nothing said.
 */
import { Effect, Redacted, type Scope } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { loopback } from "./Loopback.ts"

/** Cuts a stream into messages, whatever pieces it comes in, and says the type of each. */
class Framing {
  private readonly header: Array<number> = []
  private left = 0
  private readonly typed: () => boolean
  private readonly onMessage: (type: string | undefined, head: ReadonlyArray<number>) => void

  /** Messages are a type, a length and a body; a client's first ones have no type but a code (`typed` is false). */
  constructor(typed: () => boolean, onMessage: (type: string | undefined, head: ReadonlyArray<number>) => void) {
    this.typed = typed
    this.onMessage = onMessage
  }

  feed(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.left > 0) {
        const taken = Math.min(this.left, chunk.length - at)
        this.left -= taken
        at += taken
        continue
      }
      const typed = this.typed()
      this.header.push(chunk[at++]!)
      if (this.header.length < (typed ? 5 : 8)) continue
      const head = this.header.splice(0)
      const offset = typed ? 1 : 0
      const length = Buffer.from(head).readUInt32BE(offset)
      this.left = length - (head.length - offset)
      this.onMessage(typed ? String.fromCharCode(head[0]!) : undefined, head)
    }
  }
}

const ssl_request = 80_877_103
const cancel_request = 80_877_102

/** One connection: how often the client asked for "ready" and has not heard it yet. */
class Conversation {
  owed = 0
  private started = false
  /** The answer to an SSL request is one byte without a frame; after a yes there is nothing to read for us. */
  private bare = 0
  private isSecret = false
  private readonly asked = new Framing(
    () => this.started,
    (type, head) => {
      if (type === undefined) this.opened(Buffer.from(head).readUInt32BE(4))
      else if (type === "Q" || type === "S" || type === "F") this.owed++
    }
  )
  private readonly answered = new Framing(
    () => true,
    (type) => {
      if (type === "Z") this.owed--
    }
  )

  private opened(code: number): void {
    if (code === ssl_request) this.bare++
    else if (code !== cancel_request) {
      this.started = true
      this.owed++
    }
  }

  fromClient(chunk: Buffer): void {
    if (!this.isSecret) this.asked.feed(chunk)
  }

  fromServer(chunk: Buffer): void {
    const skipped = Math.min(this.bare, chunk.length)
    this.bare -= skipped
    if (skipped > 0 && chunk[0] === 0x53) this.isSecret = true
    if (!this.isSecret) this.answered.feed(skipped === 0 ? chunk : chunk.subarray(skipped))
  }
}

export interface DatabaseGate {
  /** the database's address through the gate; connecting takes as long as it takes, whatever the clock says */
  readonly url: Redacted.Redacted
  /** statements and bytes under way */
  readonly pending: () => number
  /** ends every connection to the database, for good */
  readonly shut: () => void
}

interface Target {
  readonly host: string
  readonly port: number
}

/** Answers how to end it. */
const relay = (client: Socket, target: Target, open: Set<Conversation>) => {
  const conversation = new Conversation()
  const server = connect({ ...target, noDelay: true })
  open.add(conversation)
  const end = () => {
    open.delete(conversation)
    client.destroy()
    server.destroy()
  }
  client.setNoDelay(true)
  client.on("data", (chunk: Buffer) => {
    conversation.fromClient(chunk)
    server.write(chunk)
  })
  server.on("data", (chunk: Buffer) => {
    client.write(chunk)
    conversation.fromServer(chunk)
  })
  for (const socket of [client, server]) {
    socket.on("error", end)
    socket.on("close", end)
  }
  return end
}

export const databaseGate = (database: Redacted.Redacted): Effect.Effect<DatabaseGate, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const address = new URL(Redacted.value(database))
      const target = { host: address.hostname.replace(/^\[|\]$/g, ""), port: Number(address.port || 5432) }
      const open = new Set<Conversation>()
      const ends = new Map<Socket, () => void>()
      const listener = createServer((client) => {
        ends.set(client, relay(client, target, open))
        client.once("close", () => ends.delete(client))
      })
      await new Promise<void>((resume) => listener.listen(0, "127.0.0.1", resume))
      const { port } = listener.address() as AddressInfo
      const between = loopback(port, () => ends.keys())
      address.hostname = "127.0.0.1"
      address.port = String(port)
      address.searchParams.set("connect_timeout", "0")
      return {
        url: Redacted.make(address.href),
        pending: () => {
          let sum = between.underWay()
          for (const { owed } of open) sum += owed
          return sum
        },
        shut: () => {
          between.end()
          listener.close()
          for (const end of ends.values()) end()
        }
      }
    }),
    ({ shut }) => Effect.sync(shut)
  )
