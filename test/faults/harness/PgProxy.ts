/**
 * A proxy that understands enough of the Postgres protocol (version 3) to know where a commit begins and where its
 * answer ends. That gives the two moments a crash is most interesting: a commit that never left, and one that is done
 * while nobody has heard of it.
 */
import { commitText, eachText } from "../../../src/buddy/journal/JournalParameters.ts"
import { type Link, TcpProxy, type Wire } from "./TcpProxy.ts"

/** What goes on with a commit or with its answer. `cut` resets the connection instead. */
export type Verdict = "pass" | "cut"

export interface CommitHooks {
  /** the request is complete and has not been forwarded */
  beforeCommit?: ((statement: string) => Verdict | Promise<Verdict>) | undefined
  /** the server has committed; its answer has not been passed on */
  afterCommit?: ((statement: string) => Verdict | Promise<Verdict>) | undefined
}

const commitPattern = /^\s*COMMIT\b/i
/** Outside of a transaction each of these is one of its own. */
const writePattern =
  /^\s*(INSERT|UPDATE|DELETE)\b|^\s*WITH\b[\s\S]*\b(INSERT|UPDATE|DELETE)\b|\b(journal_write|claim_)\w*\(/i

const ssl_request = 80_877_103
const idle = "I".charCodeAt(0)

/** A change of buddies, of all that is committed. */
/** Told from the statements themselves: a scenario that waits for a function nobody calls any more waits for ever. */
export const isJournal = (statement: string): boolean => statement === commitText || statement === eachText

interface Request {
  readonly statement: string | undefined
  failed: boolean
}

/** Cuts a stream into protocol messages. */
class Frames {
  private rest: Buffer = Buffer.alloc(0)

  /** `typed`: whether messages begin with a type byte, which the very first ones of a client do not */
  take(chunk: Buffer, typed: () => boolean, each: (frame: Buffer) => void): void {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    while (true) {
      const head = typed() ? 1 : 0
      if (this.rest.length < head + 4) return
      const length = head + this.rest.readInt32BE(head)
      if (this.rest.length < length) return
      const frame = this.rest.subarray(0, length)
      this.rest = this.rest.subarray(length)
      each(frame)
    }
  }
}

/** Steps one after the other; as long as none of them waits, they run at once. */
class Lane {
  private tail: Promise<void> | undefined

  run(step: () => void | Promise<void>): void {
    const going = this.tail === undefined ? step() : this.tail.then(step)
    if (going === undefined) return
    const tail = going.finally(() => {
      if (this.tail === tail) this.tail = undefined
    })
    this.tail = tail
  }
}

const textAt = (frame: Buffer, from: number): readonly [text: string, next: number] => {
  const end = frame.indexOf(0, from)
  return [frame.toString("utf8", from, end), end + 1]
}

class PgWire implements Wire {
  private readonly link: Link
  private readonly hooks: CommitHooks
  private readonly requests = new Frames()
  private readonly replies = new Frames()
  private readonly statements = new Map<string, string>()
  /** sent and not yet answered; the first one is the start-up */
  private readonly open: Array<Request> = [{ statement: undefined, failed: false }]
  private started = false
  private asksForSsl = false
  /** as the server said last */
  private inTransaction = false
  private going: Array<Buffer> = []
  private commit: string | undefined
  private coming: Array<Buffer> = []
  private readonly toServer = new Lane()
  private readonly toClient = new Lane()

  constructor(link: Link, hooks: CommitHooks) {
    this.link = link
    this.hooks = hooks
  }

  fromClient(chunk: Buffer): void {
    this.requests.take(
      chunk,
      () => this.started,
      (frame) => this.request(frame)
    )
  }

  private request(frame: Buffer): void {
    if (!this.started) {
      if (frame.readInt32BE(4) === ssl_request) this.asksForSsl = true
      else this.started = true
      return this.forward(frame)
    }
    const type = String.fromCharCode(frame[0]!)
    if (type === "P") {
      const [name, next] = textAt(frame, 5)
      this.statements.set(name, textAt(frame, next)[0])
    }
    if (type === "B") this.note(this.statements.get(textAt(frame, textAt(frame, 5)[1])[0]))
    if (type === "Q") this.note(textAt(frame, 5)[0])
    // Passwords are answered without the end of a cycle, a farewell is not answered at all.
    if (type === "p" || type === "X") return this.forward(frame)
    this.going.push(frame)
    if (type === "S" || type === "Q") this.finishRequest()
  }

  private note(statement: string | undefined): void {
    if (statement === undefined) return
    if (commitPattern.test(statement) || (!this.inTransaction && writePattern.test(statement))) this.commit = statement
  }

  private finishRequest(): void {
    const bytes = Buffer.concat(this.going)
    const statement = this.commit
    this.going = []
    this.commit = undefined
    const request: Request = { statement, failed: false }
    const hook = statement === undefined ? undefined : this.hooks.beforeCommit
    const go = () => {
      this.open.push(request)
      if (!this.link.upstream.destroyed) this.link.upstream.write(bytes)
    }
    if (hook === undefined) return this.toServer.run(go)
    this.toServer.run(async () => ((await hook(statement!)) === "cut" ? this.link.cut() : go()))
  }

  private forward(bytes: Buffer): void {
    this.toServer.run(() => {
      if (!this.link.upstream.destroyed) this.link.upstream.write(bytes)
    })
  }

  fromUpstream(chunk: Buffer): void {
    let bytes = chunk
    if (this.asksForSsl) {
      this.asksForSsl = false
      this.pass(bytes.subarray(0, 1))
      bytes = bytes.subarray(1)
    }
    this.replies.take(
      bytes,
      () => true,
      (frame) => this.reply(frame)
    )
  }

  private reply(frame: Buffer): void {
    const type = String.fromCharCode(frame[0]!)
    const request = this.open[0]
    const hook = request?.statement === undefined ? undefined : this.hooks.afterCommit
    if (type === "E" && request !== undefined) request.failed = true
    if (type === "Z") {
      this.open.shift()
      this.inTransaction = frame[5] !== idle
    }
    if (hook === undefined && this.coming.length === 0) return this.pass(frame)
    this.coming.push(frame)
    if (type !== "Z") return
    const answer = Buffer.concat(this.coming)
    this.coming = []
    if (hook === undefined || request!.failed) return this.pass(answer)
    this.toClient.run(async () => {
      if ((await hook(request!.statement!)) === "cut") this.link.cut()
      else this.write(answer)
    })
  }

  private pass(bytes: Buffer): void {
    this.toClient.run(() => this.write(bytes))
  }

  private write(bytes: Buffer): void {
    if (!this.link.client.destroyed) this.link.client.write(bytes)
  }
}

export class PgProxy extends TcpProxy {
  /** Set and cleared by scenarios at any moment. */
  readonly hooks: CommitHooks

  constructor(target: number) {
    const hooks: CommitHooks = {}
    super({ target, wire: (link) => new PgWire(link, hooks) })
    this.hooks = hooks
  }
}
