/**
 * The answers of the newest commits of this process. A client that repeats itself mostly does so at once, and then no
 * statement is needed to recognise it. One map for all actors: a ring per actor would cost memory for buddies nobody
 * repeats anything to.
 */
import { answerKey } from "./Store.ts"
import type { BuddyReply, BuddyRequest } from "../Protocol.ts"

const answers_max = 4_000
/**
 * A command is known for as long as its Idempotency-Key lives, a day; after that its name may mean another change. So
 * this memory has to be much shorter than that of the database.
 */
const remembered_ms = 3_600_000

interface Remembered {
  readonly at: number
  readonly answer: BuddyReply
  readonly payload_hash: string | null
}

/** How a request is recognised again, within its customer. */
export const requestKey = (request: BuddyRequest): string =>
  request.command._tag === "Event"
    ? answerKey("event", request.command.event_id)
    : answerKey("command", request.command_id)

export class ReplyCache {
  private readonly answers = new Map<string, Remembered>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  /** After the commit, never before. */
  remember(customer_id: string, request: BuddyRequest, answer: BuddyReply): void {
    const payload_hash = request.event?.payload_hash ?? null
    this.answers.set(customer_id + requestKey(request), { at: this.now(), answer, payload_hash })
    if (this.answers.size > answers_max) {
      for (const oldest of this.answers.keys()) {
        this.answers.delete(oldest)
        break
      }
    }
  }

  /** The answer of a repetition. */
  repeated(customer_id: string, request: BuddyRequest): BuddyReply | undefined {
    const known = this.answers.get(customer_id + requestKey(request))
    if (known === undefined || this.now() - known.at > remembered_ms) return undefined
    return {
      ...known.answer,
      duplicate: true,
      payload_mismatch: known.payload_hash !== (request.event?.payload_hash ?? null)
    }
  }
}
