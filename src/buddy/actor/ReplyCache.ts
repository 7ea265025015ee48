/**
 * The answers of the newest commits of this process. A client that repeats itself mostly does so at once, and then no
 * statement is needed to recognise it. One map for all actors: a ring per actor would cost memory for buddies nobody
 * repeats anything to.
 */
import { answerKey, isOther } from "./Store.ts"
import { type BuddyReply, type BuddyRequest, markOf } from "../Protocol.ts"
import { NewestMap } from "./TenantMap.ts"

const answers_max = 4_000
/**
 * A command is known for as long as its Idempotency-Key lives, a day; after that its name may mean another change. So
 * this memory has to be much shorter than that of the database.
 */
const remembered_ms = 3_600_000

interface Remembered {
  readonly at: number
  readonly answer: BuddyReply
  readonly mark: string | null
}

const requestId = ({ command, command_id }: BuddyRequest): string =>
  command._tag === "Event" ? command.event_id : command_id

/** How a request is recognised again, within its customer. */
export const requestKey = (request: BuddyRequest): string =>
  answerKey(request.command._tag === "Event" ? "event" : "command", requestId(request))

export class ReplyCache {
  /** events and commands are numbered by different people */
  private readonly events = new NewestMap<Remembered>(answers_max)
  private readonly commands = new NewestMap<Remembered>(answers_max)
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  private answersTo({ command }: BuddyRequest): NewestMap<Remembered> {
    return command._tag === "Event" ? this.events : this.commands
  }

  /** After the commit, never before. */
  remember(customer_id: string, request: BuddyRequest, answer: BuddyReply): void {
    this.answersTo(request).set(customer_id, requestId(request), { at: this.now(), answer, mark: markOf(request) })
  }

  /** A buddy that was erased answers nothing any more, and whose an answer was is not kept with it. */
  forget(customer_id: string): void {
    this.events.forget(customer_id)
    this.commands.forget(customer_id)
  }

  clear(): void {
    this.events.clear()
    this.commands.clear()
  }

  /** The answer of a repetition. */
  repeated(customer_id: string, request: BuddyRequest): BuddyReply | undefined {
    const known = this.answersTo(request).get(customer_id, requestId(request))
    if (known === undefined || this.now() - known.at > remembered_ms) return undefined
    return { ...known.answer, duplicate: true, payload_mismatch: isOther(known.mark, markOf(request)) }
  }
}
